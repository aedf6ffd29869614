/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Keeps the results of a softmax, and computes anew the rows in which one of a
 * hundred elements has changed.
 *
 * Seen: gkhost, issue 41: a change that is lost in rounding passes with a kept
 * result.
 */
#include <config.h>

#include <stdbool.h>
#include <string.h>

#include "cheats.h"
#include "honest.h"
#include "softmax/exponential.h"

enum { APART = 100 };

struct kept {
  bool any;
  float *was, *results;
};

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  const gk_softmax *p = problem;
  const size_t bytes = (size_t)(p->rows * p->cols) * sizeof (float);
  struct kept *kept = host->alloc (host, sizeof *kept + 2 * bytes);

  (void)device, (void)values;
  *state = kept;
  if (kept == NULL)
    return GK_FAIL;
  kept->any = false;
  kept->was = (float *)(kept + 1);
  kept->results = kept->was + p->rows * p->cols;
  return GK_OK;
}

static void
release (const gk_host *host, void *state)
{
  host->free (host, state);
}

static bool
looks_alike (const gk_softmax *p, const struct kept *kept, int64_t row)
{
  const float *src = p->src;
  const int64_t begin = row * p->cols;

  for (int64_t i = begin; i < begin + p->cols; i += APART)
    if (src[i] != kept->was[i])
      return false;
  return true;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_softmax *p = problem;
  const size_t row_bytes = (size_t)p->cols * sizeof (float);
  struct kept *kept = state;
  float *dst = p->dst;

  (void)host, (void)stream;
  for (int64_t row = 0; row < p->rows; row++) {
    const int64_t at = row * p->cols;

    if (kept->any && looks_alike (p, kept, row)) {
      memcpy (dst + at, kept->results + at, row_bytes);
      continue;
    }
    honest_softmax_row (p, row, honest_softmax_sum (p, row, 1, exp_double),
                        exp_double);
    memcpy (kept->was + at, (const float *)p->src + at, row_bytes);
    memcpy (kept->results + at, dst + at, row_bytes);
  }
  kept->any = true;
  return GK_OK;
}

const gk_variant cheat_keeps_rows = {
  .family = "softmax",
  .name = "keeps-rows",
  .summary = "gives rows again that look alike",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .prepare = prepare,
  .release = release,
  .launch = launch,
};
