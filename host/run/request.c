/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "plugin/option.h"
#include "plugin/services.h"
#include "plugin/table-faults.h"
#include "record/case-record.h"
#include "run/request.h"
#include "suite/settings.h"

json_t *
request_set_up (const struct case_ *c, uint64_t seed, bool examine)
{
  const struct job *job = c->problem->job;

  return json_pack ("{s:s, s:s, s:s, s:o, s:I, s:I, s:b}", "op", "set_up",
                    "family_plugin", job->family->plugin->path, "identity",
                    job->family->plugin->identity, "values",
                    values_to_json (&job->family->options, c->problem->value),
                    "seed", (json_int_t)seed, "suite_seed",
                    (json_int_t)case_settings (c).seed, "examine", examine);
}

json_t *
request_judge (const struct case_ *c, pid_t worker,
               const struct replay_request *replay)
{
  struct settings settings = case_settings (c);
  json_t *again = NULL;

  if (settings.sampling.warmup < c->variant->warmup)
    settings.sampling.warmup = c->variant->warmup;
  if (replay != NULL) {
    settings.sampling.min_samples = settings.sampling.max_samples
        = replay->samples;
    again = json_pack ("{s:s, s:I}", "values", replay->values, "pairs",
                       (json_int_t)replay->pairs);
  }
  return json_pack ("{s:s, s:f, s:b, s:b, s:I, s:s*, s:o, s:o*}", "op", "judge",
                    "precision", c->variant->precision, "uniform_only",
                    (c->variant->flags & GK_UNIFORM_ONLY) != 0, "at_once",
                    c->variant->device == GK_CPU, "worker", (json_int_t)worker,
                    "cpus", c->problem->job->cpus, "settings",
                    settings_to_json (&settings, SETTINGS_ALL), "replay",
                    again);
}

/* Returns the values of the family's options, [name, text, type, value] of
 * each, for bench/describe-case.c; a new reference. */
static json_t *
family_options (const struct case_ *c)
{
  const struct option_list *options = &c->problem->job->family->options;
  json_t *list = json_array ();

  for (size_t i = 0; i < options->n; i++) {
    const gk_option *o = &options->option[i];
    const gk_value value = c->problem->value[i];
    char *text = value_text (o, value);

    json_array_append_new (
        list, json_pack ("[s, s, i, o]", o->name, text, (int)o->type,
                         o->type == GK_REAL ? json_real (value.f)
                                            : json_integer (value.i)));
    free (text);
  }
  return list;
}

json_t *
request_run (const struct case_ *c, json_t *problem)
{
  const struct settings settings = case_settings (c);

  return json_pack (
      "{s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:o, s:o, s:o, s:s*, s:O*}", "op",
      "run", "device", c->device, "plugin", c->variant->plugin->path,
      "identity", c->variant->plugin->identity, "family",
      c->problem->job->family->name, "variant", c->variant->name, "number",
      (json_int_t)c->problem->index, "options", family_options (c), "tunables",
      values_to_json (&c->variant->options, c->tunable), "mode",
      settings_to_json (&settings, settings_of_mode ()), "cpus",
      c->problem->job->cpus, "problem", problem);
}

json_t *
request_open (const struct case_ *c, bool ahead)
{
  json_t *request = request_run (c, NULL);

  json_object_set_new (request, "op", json_string (ahead ? "ahead" : "open"));
  return request;
}

bool
request_read_set_up (struct set_up_request *r, const json_t *json)
{
  json_t *values;
  json_int_t seed, suite_seed;
  int examine;

  *r = (struct set_up_request){ 0 };
  if (json_unpack ((json_t *)json, "{s:s, s:s, s:o, s:I, s:I, s:b, s?s}",
                   "family_plugin", &r->family_plugin, "identity", &r->identity,
                   "values", &values, "seed", &seed, "suite_seed", &suite_seed,
                   "examine", &examine, "cpus", &r->cpus)
      != 0)
    return false;
  r->values = values;
  r->seed = (uint64_t)seed;
  r->suite_seed = (uint64_t)suite_seed;
  r->examine = examine != 0;
  return true;
}

bool
request_read_judge (struct judge_request *r, const json_t *json)
{
  json_t *settings;
  json_int_t pid;
  int at_once, uniform_only;

  *r = (struct judge_request){ .settings = settings_default () };
  /* Both sides are the same program: no key is missing. */
  if (json_unpack (
          (json_t *)json, "{s:F, s:b, s:b, s:I, s?s, s:o, s?{s:s, s:I}}",
          "precision", &r->precision, "uniform_only", &uniform_only, "at_once",
          &at_once, "worker", &pid, "cpus", &r->cpus, "settings", &settings,
          "replay", "values", &r->replay.values, "pairs", &r->replay.pairs)
      != 0)
    return false;
  r->uniform_only = uniform_only != 0;
  r->at_once = at_once != 0;
  r->worker = (pid_t)pid;
  return settings_from_json (&r->settings, SETTINGS_ALL, settings)
         == settings_held ();
}

bool
request_read_run (struct run_request *r, const json_t **problem,
                  const json_t *json)
{
  struct settings settings = settings_default ();
  json_t *options, *tunables, *mode, *json_problem = NULL;

  *r = (struct run_request){ .node = -1 };
  if (json_unpack (
          (json_t *)json,
          "{s:s, s:s, s:s, s:s, s:s, s:I, s:o, s:o, s:o, s?s, s?i, s?o}",
          "device", &r->device, "plugin", &r->plugin, "identity", &r->identity,
          "family", &r->family, "variant", &r->variant, "number", &r->problem,
          "options", &options, "tunables", &tunables, "mode", &mode, "cpus",
          &r->cpus, "node", &r->node, "problem", &json_problem)
          != 0
      || settings_from_json (&settings, settings_of_mode (), mode)
             != settings_of_mode ())
    return false;
  r->options = options;
  r->tunables = tunables;
  r->mode = settings.mode;
  *problem = json_problem;
  return true;
}

void
logs_append (json_t *answer, json_t *lines)
{
  json_t *all = json_object_get (answer, "log");

  if (json_array_size (lines) == 0)
    return;
  if (all == NULL)
    json_object_set (answer, "log", lines);
  else
    json_array_extend (all, lines);
}

/* Adds one of the two fields.  A variant may have overwritten what its process
 * answers. */
static void
append_metric_field (json_t *answer, const json_t *of_variant,
                     const char *field)
{
  json_t *all = json_object_get (answer, field), *own = json_object (), *value;
  const char *name;

  json_object_foreach (json_object_get (of_variant, field), name, value)
  {
    char *prefixed = xasprintf (METRIC_OF_VARIANT "%s", name);

    if (name_is_valid (name) && json_object_size (own) < GK_MAX_METRICS)
      json_object_set (own, prefixed, value);
    free (prefixed);
  }
  if (all != NULL)
    json_object_update (all, own);
  else if (json_object_size (own) > 0)
    json_object_set (answer, field, own);
  json_decref (own);
}

void
metrics_append (json_t *answer, const json_t *of_variant)
{
  append_metric_field (answer, of_variant, METRIC_VALUES);
  append_metric_field (answer, of_variant, METRIC_UNITS);
}
