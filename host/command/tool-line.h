/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The command line of a tool that runs this program again, on a part of what
 * it was asked for (process/tool.h).
 */
#ifndef TOOL_LINE_H
#define TOOL_LINE_H

#include <stddef.h>

#include "command/options.h"

/* The texts are those of others. */
struct tool_line {
  const char **item; /* ended by NULL */
  size_t n;
};

/* The tool, with a keeper; self: this program. */
struct tool_line tool_line_begin (const char *self, const char *tool);
void tool_line_add (struct tool_line *line, const char *const *item, size_t n);
/* Those options that say which plugins, settings and device. */
void tool_line_options (struct tool_line *line, const struct options *options);
void tool_line_free (struct tool_line *line);

#endif
