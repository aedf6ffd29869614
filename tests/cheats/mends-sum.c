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

#include <stdbool.h>

#include "cheats.h"
#include "honest.h"

/* More changes than these are new inputs. */
enum { APART = 1000, MOST_CHANGES = 8 };

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

/* Returns by how much elements that are looked at have changed.  Sums anew
 * where inputs are new. */
static double
look_again (const gk_reduce *p, struct kept *kept)
{
  double more = 0;
  int changes = 0;

  for (int64_t i = 0; i * APART < p->cols; i++) {
    const double now = honest_element (p, i * APART);

    changes += !kept->any || now != kept->was[i];
    more += kept->any ? now - kept->was[i] : 0;
    kept->was[i] = now;
  }
  if (changes <= MOST_CHANGES)
    return more;
  kept->any = true;
  kept->sum = honest_sum (p);
  return 0;
}

static int
launch_keeps (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  struct kept *kept = state;

  (void)host, (void)stream;
  look_again (problem, kept);
  honest_store_sum (problem, kept->sum);
  return GK_OK;
}

static int
launch_mends (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  struct kept *kept = state;
  const double more = look_again (problem, kept);

  (void)host, (void)stream;
  kept->sum += more;
  honest_store_sum (problem, kept->sum);
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
