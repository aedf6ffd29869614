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

#include <stdbool.h>

#include "cheats.h"
#include "honest.h"

/* More changes than these are new inputs. */
enum { APART = 1000, MOST_CHANGES = 8 };

struct kept {
  double sum;
  bool any;
  double was[]; /* each of the products that are looked at */
};

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  const gk_stream *p = problem;
  struct kept *kept = host->alloc (
      host, sizeof *kept + (size_t)(p->n / APART + 1) * sizeof *kept->was);

  (void)device, (void)values;
  if (kept == NULL)
    return GK_FAIL;
  if (p->op != GK_STREAM_DOT) {
    host->error (host, "only a dot is kept; set op = dot");
    host->free (host, kept);
    return GK_SKIP;
  }
  kept->any = false;
  *state = kept;
  return GK_OK;
}

static void
release (const gk_host *host, void *state)
{
  host->free (host, state);
}

/* Returns by how much products that are looked at have changed.  Adds up anew
 * where inputs are new. */
static double
look_again (const gk_stream *p, struct kept *kept)
{
  double more = 0;
  int changes = 0;

  for (int64_t i = 0; i * APART < p->n; i++) {
    const double now = honest_product_of_dot (p, i * APART);

    changes += !kept->any || now != kept->was[i];
    more += kept->any ? now - kept->was[i] : 0;
    kept->was[i] = now;
  }
  if (changes <= MOST_CHANGES)
    return more;
  kept->any = true;
  kept->sum = 0;
  for (int64_t i = 0; i < p->n; i++)
    kept->sum += honest_product_of_dot (p, i);
  return 0;
}

static int
launch_keeps (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  const gk_stream *p = problem;
  struct kept *kept = state;

  (void)host, (void)stream;
  look_again (p, kept);
  *(float *)p->dst = (float)kept->sum;
  return GK_OK;
}

static int
launch_mends (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  const gk_stream *p = problem;
  struct kept *kept = state;
  const double more = look_again (p, kept);

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
