/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/printable.h"
#include "base/text.h"
#include "command/commands.h"
#include "plugin/option.h"
#include "suite/settings.h"

static void
add_values (struct text *line, const struct option_list *options,
            const gk_value *value)
{
  for (size_t i = 0; i < options->n; i++) {
    char *text = value_text (&options->option[i], value[i]);
    text_add (line, " %s=%s", options->option[i].name, text);
    free (text);
  }
}

/* Adds the settings that are not the defaults of the device; the cache, which
 * is the first and matters most, always. */
static void
add_mode (struct text *line, const struct case_ *c)
{
  const struct settings settings = case_settings (c);
  const struct setting *setting;
  bool first = true;

  for (size_t i = 0; (setting = setting_at (i)) != NULL; i++) {
    char *text;

    if (!setting->mode)
      continue;
    if (first || !setting_is_usual (setting, &settings, c->device)) {
      text = value_text (&setting->option, setting_get (setting, &settings));
      text_add (line, " %s", text);
      free (text);
    }
    first = false;
  }
}

void
print_cases (FILE *out, const struct cases *cases)
{
  size_t skipped = 0, absent = 0;

  for (size_t i = 0; i < cases->n; i++) {
    const struct case_ *c = &cases->case_[i];
    struct text line = { 0 };

    text_add (&line, "%zu %s/%s %s", c->index, c->problem->job->name,
              c->variant->name, c->device);
    add_mode (&line, c);
    add_values (&line, &c->problem->job->family->options, c->problem->value);
    add_values (&line, &c->variant->options, c->tunable);
    if (c->skip != NULL)
      text_add (&line, " (%s: %s)", c->absent ? "fails" : "skipped", c->skip);
    skipped += c->skip != NULL && !c->absent;
    absent += c->absent;
    print_line (out, "%s", line.data);
    free (line.data);
  }
  fprintf (out, "%zu case%s, %zu skipped", cases->n, cases->n == 1 ? "" : "s",
           skipped);
  if (absent > 0)
    fprintf (out, ", %zu %s for lack of a device", absent,
             absent == 1 ? "fails" : "fail");
  putc ('\n', out);
}
