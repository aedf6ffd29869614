/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "process/request.h"

json_t *
request_of_case (const struct case_ *c)
{
  const struct job *job = c->problem->job;
  const struct sampling *s = &job->sampling;
  json_t *json = json_pack (
      "{s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:b, s:i, s:I, s:o, s:o}", "op",
      "run", "device", c->device, "family_plugin", job->family->plugin->path,
      "plugin", c->variant->plugin->path, "family", job->family->name,
      "variant", c->variant->name, "problem", (json_int_t)c->problem->index,
      "verify", (int)job->verify, "data", (int)job->data, "seed",
      (json_int_t)job->seed, "values",
      values_to_json (&job->family->options, c->problem->value), "tunables",
      values_to_json (&c->variant->options, c->tunable));

  json_object_set_new (json, "mode",
                       json_pack ("[i, i, i, i]", (int)c->mode.cache,
                                  (int)c->mode.launch, (int)c->mode.memory,
                                  (int)c->mode.scope));
  json_object_set_new (json, "sampling",
                       json_pack ("[I, I, I, f, f, f]", (json_int_t)s->warmup,
                                  (json_int_t)s->min_samples,
                                  (json_int_t)s->max_samples, s->min_time,
                                  s->max_time, s->noise));
  return json;
}

bool
request_read (struct request *r, const json_t *json)
{
  int data, verify, cache, launch, memory, scope;
  json_int_t seed, warmup, min_samples, max_samples;
  json_t *values, *tunables;

  *r = (struct request){ 0 };
  if (json_unpack (
          (json_t *)json,
          "{s:s, s:s, s:s, s:s, s:s, s:I, s:b, s:i, s:I, s:o, s:o, "
          "s:[i, i, i, i], s:[I, I, I, F, F, F]}",
          "device", &r->device, "family_plugin", &r->family_plugin, "plugin",
          &r->plugin, "family", &r->family, "variant", &r->variant, "problem",
          &r->problem, "verify", &verify, "data", &data, "seed", &seed,
          "values", &values, "tunables", &tunables, "mode", &cache, &launch,
          &memory, &scope, "sampling", &warmup, &min_samples, &max_samples,
          &r->sampling.min_time, &r->sampling.max_time, &r->sampling.noise)
      != 0)
    return false;
  r->values = values;
  r->tunables = tunables;
  r->verify = verify;
  r->data = (gk_data)data;
  r->seed = (uint64_t)seed;
  r->mode = (struct mode){ (enum cache)cache, (enum launch)launch,
                           (enum memory)memory, (enum scope)scope };
  r->sampling.warmup = warmup;
  r->sampling.min_samples = min_samples;
  r->sampling.max_samples = max_samples;
  return true;
}
