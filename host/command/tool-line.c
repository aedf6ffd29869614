/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "command/commands.h"

const struct device_kind *
tool_kind (const struct case_ *c)
{
  int kind = device_kind_of (c->device, NULL);

  return c->skip == NULL && kind >= 0 ? device_kind_at ((gk_device_kind)kind)
                                      : NULL;
}

void
tool_line_add (struct tool_line *line, const char *const *item, size_t n)
{
  for (size_t i = 0; i < n; i++)
    XAPPEND (line->item, line->n) = item[i];
  XAPPEND (line->item, line->n) = NULL;
  line->n--;
}

struct tool_line
tool_line_begin (const char *script, const char *tool)
{
  const char *const begin[]
      = { "/bin/sh", "-c", embedded_text (script), script, tool };
  struct tool_line line = { 0 };

  tool_line_add (&line, begin, sizeof begin / sizeof begin[0]);
  return line;
}

static void
add_option (struct tool_line *line, const char *option, const char *value)
{
  tool_line_add (line, (const char *[]){ option, value }, 2);
}

void
tool_line_options (struct tool_line *line, const struct options *options)
{
  for (size_t i = 0; i < options->n_plugins; i++)
    add_option (line, "-p", options->plugin[i]);
  for (size_t i = 0; i < options->n_sets; i++)
    add_option (line, "-s", options->set[i]);
  if (options->device != NULL)
    add_option (line, "-d", options->device);
}

void
tool_line_free (struct tool_line *line)
{
  free (line->item);
  *line = (struct tool_line){ 0 };
}
