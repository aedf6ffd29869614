/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The description of a case for variants that are not written for one problem,
 * such as those of scripts: the values of the family's options by name, and the
 * buffers with their shapes.  It has nothing that a C variant does not know:
 * options are in the problem, and the seed of the inputs is not an option.
 */
#include <config.h>

#include "base/xalloc.h"
#include "bench/bench.h"

/* Reads [name, text, type, value]. */
static bool
read_setting (gk_setting *setting, json_t *json)
{
  json_t *value;
  int type;

  if (json_unpack (json, "[s, s, i, o]", &setting->name, &setting->text, &type,
                   &value)
      != 0)
    return false;
  setting->type = (gk_option_type)type;
  if (type == GK_REAL)
    setting->value.f = json_real_value (value);
  else
    setting->value.i = json_integer_value (value);
  return true;
}

bool
case_describe (struct bench *b)
{
  const struct run_request *q = &b->request;
  const size_t n = json_array_size (q->options);
  gk_setting *setting;

  if (b->described.settings != NULL)
    return true;
  setting = xcalloc (n, sizeof *setting);
  b->described = (gk_case){ .size = sizeof b->described,
                            .n_settings = (uint32_t)n,
                            .family = q->family,
                            .variant = q->variant,
                            .settings = setting,
                            .setup = &b->problem.setup };
  for (size_t i = 0; i < n; i++)
    if (!read_setting (&setting[i], json_array_get (q->options, i)))
      return false;
  return true;
}
