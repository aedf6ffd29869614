/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "plugin/abi-names.h"
#include "record/case-record.h"
#include "suite/settings.h"

/* Of the tunables, those that the job says something of: the others are at
 * their defaults, and would only crowd a report. */
static json_t *
set_by_job (const struct case_ *c)
{
  const struct option_list *options = &c->variant->options;
  json_t *json = json_object ();

  for (size_t i = 0; i < options->n; i++)
    if (c->tuned[i])
      json_object_set_new (json, options->option[i].name,
                           value_to_json (&options->option[i], c->tunable[i]));
  return json;
}

json_t *
case_record (const struct case_ *c)
{
  const struct job *job = c->problem->job;
  const struct variant_desc *v = c->variant;
  const struct settings settings = case_settings (c);
  json_t *params = values_to_json (&job->family->options, c->problem->value);
  json_t *tunables = values_to_json (&v->options, c->tunable);
  json_t *json = json_pack (
      "{s:s, s:I, s:s, s:I, s:s, s:s, s:s, s:s, s:b, s:s}", "type", "case",
      "case", (json_int_t)c->index, "job", job->name, "problem",
      (json_int_t)c->problem->index, "family", job->family->name, "plugin",
      v->plugin->name, "variant", v->name, "summary", v->summary, "peer",
      (v->flags & GK_PEER) != 0, "device", c->device);

  json_object_set_new (json, "mode",
                       settings_to_json (&settings, settings_of_mode ()));
  json_object_set_new (json, "settings",
                       settings_to_json (&settings, ~settings_of_mode ()));
  json_object_set (json, "dtype", json_object_get (params, "dtype"));
  json_object_set_new (json, "params", params);
  json_object_set_new (json, "tuned", set_by_job (c));
  json_object_set_new (json, "tunables", tunables);
  if (job->settings.data != GK_DATA_RANDOM)
    json_object_set_new (
        json, "data", json_string (names_at (&data_names, job->settings.data)));
  if (job->baseline != NULL)
    json_object_set_new (json, "baseline", json_string (job->baseline));
  return json;
}

void
case_record_end (json_t *record, const char *status, const char *reason)
{
  json_object_set_new (record, "status", json_string (status));
  json_object_set_new (record, "reason", json_string (reason));
  json_object_set_new (record, "verify", json_pack ("{s:b}", "done", 0));
}
