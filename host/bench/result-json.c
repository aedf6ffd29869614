/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "base/names.h"
#include "bench/result-json.h"
#include "plugin/abi-names.h"

static json_t *
time_to_json (const struct measurement *m)
{
  const struct stats *s = &m->stats;
  json_t *json = json_pack (
      "{s:f, s:f, s:f, s:f, s:f, s:f, s:I, s:I, s:b}", "median_s", s->median,
      "min_s", s->min, "max_s", s->max, "mean_s", s->mean, "stddev_s",
      s->stddev, "spread", s->spread, "samples", (json_int_t)s->samples,
      "batch", (json_int_t)m->batch, "settled", (int)m->settled);

  /* One sample has an infinite error, which JSON can't hold. */
  if (isfinite (s->error))
    json_object_set_new (json, "error", json_real (s->error));
  return json;
}

static json_t *
rate_to_json (const gk_work *work, double seconds)
{
  double bytes = (double)(work->bytes_read + work->bytes_written);
  bool integers
      = work->op_class == GK_OPS_I32 || work->op_class == GK_OPS_TENSOR_I8;
  const char *unit = integers ? "OP/s" : "FLOP/s";

  if (work->ops > 0)
    return json_pack ("{s:f, s:s}", "value", work->ops / seconds, "unit", unit);
  return json_pack ("{s:f, s:s}", "value", bytes / seconds, "unit", "B/s");
}

void
result_add_time (json_t *record, const struct measurement *m,
                 const gk_work *work, const struct limit *limit)
{
  double seconds = m->stats.median;

  json_object_set_new (record, "time", time_to_json (m));
  /* A clock may be too coarse to see a tiny case at all. */
  if (seconds <= 0)
    return;
  json_object_set_new (record, "rate", rate_to_json (work, seconds));
  if (limit->seconds <= 0)
    return;
  json_object_set_new (
      record, "limit",
      json_pack ("{s:f, s:s}", "seconds", limit->seconds, "by", limit->by));
  json_object_set_new (record, "of_limit",
                       json_real (limit->seconds / seconds));
}

void
result_add_work (json_t *record, const gk_work *work)
{
  json_object_set_new (
      record, "work",
      json_pack ("{s:I, s:f, s:s}", "bytes",
                 (json_int_t)(work->bytes_read + work->bytes_written), "ops",
                 work->ops, "op_class",
                 names_at (&op_class_names, work->op_class)));
}

void
result_add_variant_work (json_t *record, const gk_work *family,
                         const gk_work *variant)
{
  if (variant->ops == family->ops && variant->op_class == family->op_class)
    return;
  json_object_set_new (
      record, "variant_work",
      json_pack ("{s:f, s:s}", "ops", variant->ops, "op_class",
                 names_at (&op_class_names, variant->op_class)));
}

void
result_add_verify (json_t *record, const struct verification *v)
{
  json_t *json = json_pack ("{s:b}", "done", v != NULL);

  if (v != NULL && v->method[0] != '\0')
    json_object_set_new (json, "method", json_string (v->method));
  if (v != NULL && v->checked > 0)
    json_object_set_new (json, "checked",
                         json_integer ((json_int_t)v->checked));
  if (v != NULL && v->bound > 0) {
    /* A NaN or an infinity is a wrong result, and no number of JSON's. */
    if (isfinite (v->error))
      json_object_set_new (json, "error", json_real (v->error));
    json_object_set_new (json, "bound", json_real (v->bound));
  }
  if (v != NULL && v->rms_bound > 0) {
    if (isfinite (v->rms_error))
      json_object_set_new (json, "rms_error", json_real (v->rms_error));
    json_object_set_new (json, "rms_bound", json_real (v->rms_bound));
  }
  json_object_set_new (record, "verify", json);
}
