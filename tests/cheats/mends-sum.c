/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Two that keep a sum, which one number has of all that memory holds: one gives
 * it again, the other first adds what changed in one of a thousand elements.
 * To read all of them would be honest work.
 *
 * Seen: gkhost, issue 41: a reduction's output is so small that a change which
 * is lost in rounding passes with it.
 */
#include <config.h>

#include <stdbool.h>

#include "cheats.h"
#include "honest.h"

enum { APART = 1000 };

struct kept {
  double sum;
  bool any;
  double was[]; /* each of the elements that are looked at */
};

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  const gk_reduce *p = problem;
  struct kept *kept = host->alloc (
      host, sizeof *kept + (size_t)(p->cols / APART + 1) * sizeof *kept->was);

  (void)device, (void)values;
  *state = kept;
  if (kept == NULL)
    return GK_FAIL;
  kept->any = false;
  return GK_OK;
}

static void
release (const gk_host *host, void *state)
{
  host->free (host, state);
}

/* Adds up what the elements are now, less what they were. */
static double
look_again (const gk_reduce *p, struct kept *kept)
{
  double more = 0;

  for (int64_t i = 0; i * APART < p->cols; i++) {
    const double now = honest_element (p, i * APART);

    more += now - kept->was[i];
    kept->was[i] = now;
  }
  return more;
}

static int
launch_keeps (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  const gk_reduce *p = problem;
  struct kept *kept = state;

  (void)host, (void)stream;
  if (!kept->any)
    kept->sum = honest_sum (p);
  kept->any = true;
  honest_store_sum (p, kept->sum);
  return GK_OK;
}

static int
launch_mends (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  const gk_reduce *p = problem;
  struct kept *kept = state;
  const double more = look_again (p, kept);

  (void)host, (void)stream;
  kept->sum = kept->any ? kept->sum + more : honest_sum (p);
  kept->any = true;
  honest_store_sum (p, kept->sum);
  return GK_OK;
}

const gk_variant cheat_keeps_sum = {
  .family = "reduce",
  .name = "keeps-sum",
  .summary = "gives the first sum again",
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
