/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Two that keep a dot and look at one of a thousand products, as mends-sum does
 * of a sum: one gives the dot again unless the inputs are new altogether, the
 * other first adds by how much these products have changed.
 *
 * Seen: gkhost, issue 41: a reduction's output is so small that a change which
 * is lost in rounding passes with it.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"
#include "kept-sum.h"

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  const gk_stream *p = problem;
  struct kept_sum *kept = kept_sum_new (host, p->n);

  (void)device, (void)values;
  if (kept == NULL)
    return GK_FAIL;
  if (p->op != GK_STREAM_DOT) {
    host->error (host, "only a dot is kept; set op = dot");
    host->free (host, kept);
    return GK_SKIP;
  }
  *state = kept;
  return GK_OK;
}

static void
release (const gk_host *host, void *state)
{
  host->free (host, state);
}

static double
term_of (const void *problem, int64_t i)
{
  return honest_product_of_dot (problem, i);
}

static int
launch_keeps (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  const gk_stream *p = problem;
  struct kept_sum *kept = state;

  (void)host, (void)stream;
  kept_sum_look_again (kept, p, p->n, term_of);
  *(float *)p->dst = (float)kept->sum;
  return GK_OK;
}

static int
launch_mends (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  const gk_stream *p = problem;
  struct kept_sum *kept = state;
  const double more = kept_sum_look_again (kept, p, p->n, term_of);

  (void)host, (void)stream;
  kept->sum += more;
  *(float *)p->dst = (float)kept->sum;
  return GK_OK;
}

const gk_variant cheat_keeps_dot = {
  .family = "stream",
  .name = "keeps-dot",
  .summary = "gives the last dot again while inputs look alike",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .prepare = prepare,
  .release = release,
  .launch = launch_keeps,
};

const gk_variant cheat_mends_dot = {
  .family = "stream",
  .name = "mends-dot",
  .summary = "adds what changed in one of a thousand products",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .prepare = prepare,
  .release = release,
  .launch = launch_mends,
};
