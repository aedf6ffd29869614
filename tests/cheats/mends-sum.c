/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Two that keep a sum and look at one of a thousand elements: one gives the sum
 * again unless the inputs are new altogether, the other first adds by how much
 * these elements have changed.  To look at all of them would be honest work.
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
  const gk_reduce *p = problem;
  struct kept_sum *kept = kept_sum_new (host, p->cols);

  (void)device, (void)values;
  *state = kept;
  return kept != NULL ? GK_OK : GK_FAIL;
}

static void
release (const gk_host *host, void *state)
{
  host->free (host, state);
}

static double
term_of (const void *problem, int64_t i)
{
  return honest_element (problem, i);
}

static int
launch_keeps (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  const gk_reduce *p = problem;
  struct kept_sum *kept = state;

  (void)host, (void)stream;
  kept_sum_look_again (kept, p, p->cols, term_of);
  honest_store_sum (p, kept->sum);
  return GK_OK;
}

static int
launch_mends (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  const gk_reduce *p = problem;
  struct kept_sum *kept = state;
  const double more = kept_sum_look_again (kept, p, p->cols, term_of);

  (void)host, (void)stream;
  kept->sum += more;
  honest_store_sum (p, kept->sum);
  return GK_OK;
}

const gk_variant cheat_keeps_sum = {
  .family = "reduce",
  .name = "keeps-sum",
  .summary = "gives the last sum again while inputs look alike",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_I32) | GK_BIT (GK_F32),
  .prepare = prepare,
  .release = release,
  .launch = launch_keeps,
};

const gk_variant cheat_mends_sum = {
  .family = "reduce",
  .name = "mends-sum",
  .summary = "adds what changed in one of a thousand elements",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_I32) | GK_BIT (GK_F32),
  .prepare = prepare,
  .release = release,
  .launch = launch_mends,
};
