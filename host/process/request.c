/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "plugin/option.h"
#include "process/request.h"
#include "suite/settings.h"

json_t *
request_of_case (const struct case_ *c)
{
  const struct job *job = c->problem->job;
  const struct settings settings = case_settings (c);

  return json_pack (
      "{s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:o, s:o, s:o}", "op", "run",
      "device", c->device, "family_plugin", job->family->plugin->path, "plugin",
      c->variant->plugin->path, "family", job->family->name, "variant",
      c->variant->name, "problem", (json_int_t)c->problem->index, "values",
      values_to_json (&job->family->options, c->problem->value), "tunables",
      values_to_json (&c->variant->options, c->tunable), "settings",
      settings_to_json (&settings, SETTINGS_ALL));
}

bool
request_read (struct run_request *r, const json_t *json)
{
  json_t *values, *tunables, *settings;

  *r = (struct run_request){ .settings = settings_default () };
  if (json_unpack ((json_t *)json,
                   "{s:s, s:s, s:s, s:s, s:s, s:I, s:o, s:o, s:o}", "device",
                   &r->device, "family_plugin", &r->family_plugin, "plugin",
                   &r->plugin, "family", &r->family, "variant", &r->variant,
                   "problem", &r->problem, "values", &values, "tunables",
                   &tunables, "settings", &settings)
      != 0)
    return false;
  r->values = values;
  r->tunables = tunables;
  /* Both sides are the same program: all are there. */
  return json_object_size (settings) > 0
         && settings_from_json (&r->settings, SETTINGS_ALL, settings)
                == settings_held ();
}
