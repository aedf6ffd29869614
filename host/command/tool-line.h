/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The command line of a profiler or sanitizer (run/tool.h), which runs this
 * program again for a part of the cases: a script of libexec/, which knows the
 * tool's options, runs it, and parses what it prints.
 */
#ifndef TOOL_LINE_H
#define TOOL_LINE_H

#include <stddef.h>

#include "command/options.h"
#include "device/kinds.h"
#include "plan/cases.h"

/* The line does not own its texts. */
struct tool_line {
  const char **item; /* ends with NULL */
  size_t n;
};

/* Returns the kind of the device that a case would run on; NULL: it is
 * skipped. */
const struct device_kind *tool_kind (const struct case_ *c);

/* Begins with the script and its first argument: the path of the tool. */
struct tool_line tool_line_begin (const char *script, const char *tool);
void tool_line_add (struct tool_line *line, const char *const *item, size_t n);
/* Adds the options -p, -s and -d. */
void tool_line_options (struct tool_line *line, const struct options *options);
void tool_line_free (struct tool_line *line);

#endif
