/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "base/base64.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "judge/fill-result.h"
#include "plugin/abi-names.h"

/* A record has 63 bits for them; what does not fit runs nowhere. */
static int64_t
sum_of (uint64_t a, uint64_t b)
{
  return a + b < a || a + b > INT64_MAX ? INT64_MAX : (int64_t)(a + b);
}

void
result_set_work (struct result *r, const gk_work *work)
{
  r->work.bytes = sum_of (work->bytes_read, work->bytes_written);
  r->work.bytes_written = sum_of (0, work->bytes_written);
  r->work.ops = work->ops;
  r->work.op_class = names_at (&op_class_names, work->op_class);
}

void
result_set_buffers (struct result *r, const gk_setup *setup)
{
  uint64_t sum = 0;

  for (uint32_t i = 0; i < setup->n_buffers; i++)
    sum += setup->buffers[i].bytes;
  r->work.buffers = (int64_t)sum;
}

void
result_set_variant_work (struct result *r, const gk_work *family,
                         const gk_work *variant)
{
  if (variant->ops == family->ops && variant->op_class == family->op_class)
    return;
  r->variant_work.ops = variant->ops;
  r->variant_work.op_class = names_at (&op_class_names, variant->op_class);
}

void
result_set_workspace (struct result *r, uint64_t bytes)
{
  if (bytes > 0)
    r->workspace = sum_of (0, bytes);
}

void
result_set_library (struct result *r, char *library, char *settings,
                    struct pool *pool)
{
  text_one_line (library);
  text_one_line (settings);
  if (library[0] != '\0')
    r->library = pool_text (pool, library);
  if (settings[0] != '\0')
    r->library_settings = pool_text (pool, settings);
}

static const char *
values_of (const struct samples *s, struct pool *pool)
{
  char *text = base64_floats_encode (s->seconds, s->n);
  const char *kept = pool_text (pool, text);

  free (text);
  return kept;
}

void
result_set_time (struct result *r, const struct measurement *m,
                 struct pool *pool)
{
  const struct stats *s = &m->stats;

  r->time.median_s = s->median;
  r->time.min_s = s->min;
  r->time.max_s = s->max;
  r->time.mean_s = s->mean;
  r->time.stddev_s = s->stddev;
  r->time.spread = s->spread;
  r->time.error = s->error;
  if (samples_median (&m->busy) > 0)
    r->time.busy_s = samples_median (&m->busy);
  r->time.samples = (int64_t)s->samples;
  r->time.batch = (int64_t)m->batch;
  if (m->slices.n >= SLICES_LEAST)
    r->time.slices = (int64_t)m->slices.n;
  r->time.settled = m->settled ? FLAG_YES : FLAG_NO;
  r->time.values = values_of (&m->launch, pool);
}

void
result_set_verify (struct result *r, const struct verification *v,
                   struct pool *pool)
{
  r->verify.done = FLAG_YES;
  if (v->method[0] != '\0')
    r->verify.method = pool_text (pool, v->method);
  if (v->checked > 0)
    r->verify.checked = (int64_t)v->checked;
  if (v->bound > 0) {
    r->verify.error = v->error;
    r->verify.bound = v->bound;
  }
  if (v->rms_bound > 0) {
    r->verify.rms_error = v->rms_error;
    r->verify.rms_bound = v->rms_bound;
  }
}

void
result_set_log (struct result *r, const json_t *log, struct pool *pool)
{
  const json_t *line;
  size_t i;

  if (json_array_size (log) == 0)
    return;
  r->log.text = pool_alloc (pool, json_array_size (log) * sizeof *r->log.text);
  json_array_foreach (log, i, line)
  {
    r->log.text[r->log.n++] = pool_text (pool, json_string_value (line));
  }
}
