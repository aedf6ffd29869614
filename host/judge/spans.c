/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "judge/spans.h"

/* What lies between two samples that follow one another; a verdict takes
 * longer, or no time to speak of. */
#define BETWEEN_SECONDS 2e-3

/* Those that count are in spans of their own. */
static bool
goes_on (const struct span *last, const struct span *sample)
{
  return sample->begin - last->end < BETWEEN_SECONDS
         && (last->to > last->from) == (sample->to > sample->from);
}

void
spans_add (struct spans *s, struct span sample, double launches,
           double kernel_s)
{
  s->launches += launches;
  s->kernel_s += kernel_s;
  if (s->n > 0 && goes_on (&s->span[s->n - 1], &sample)) {
    s->span[s->n - 1].end = sample.end;
    s->span[s->n - 1].to = sample.to;
    return;
  }
  s->span = xgrow (s->span, s->n, sizeof *s->span);
  s->span[s->n++] = sample;
}

json_t *
spans_to_json (const struct spans *s)
{
  json_t *spans = json_array ();

  for (size_t i = 0; i < s->n; i++)
    json_array_append_new (
        spans, json_pack ("[f, f, i, i]", s->span[i].begin, s->span[i].end,
                          (int)s->span[i].from, (int)s->span[i].to));
  return json_pack ("{s:o, s:f, s:f}", "spans", spans, "launches", s->launches,
                    "kernel_s", s->kernel_s);
}

void
spans_free (struct spans *s)
{
  free (s->span);
  *s = (struct spans){ 0 };
}
