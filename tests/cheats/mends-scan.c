/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Three that keep the sums of a scan and look at one of a thousand elements.
 * Unless the inputs are new altogether, one gives the sums again; one adds by
 * how much these elements have changed to all sums behind them; one scans one
 * of eight tiles anew, another one each time.  All write as much as honest work
 * does.
 */
#include <config.h>

#include <stdbool.h>
#include <string.h>

#include "cheats.h"
#include "honest.h"

/* More changes than these are new inputs. */
enum { APART = 1000, MOST_CHANGES = 8, TILE = 4096, EVERY = 8 };

struct kept {
  bool any;
  int64_t launches;
  double *was; /* each of the elements that are looked at */
  void *dst;
};

static size_t
count_bytes (const gk_scan *p)
{
  return (size_t)p->n * 4;
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  const gk_scan *p = problem;
  struct kept *kept = host->alloc (host, sizeof *kept);

  (void)device, (void)values;
  *state = kept;
  if (kept == NULL)
    return GK_FAIL;
  *kept = (struct kept){
    .was = host->alloc (host, (size_t)(p->n / APART + 1) * sizeof *kept->was),
    .dst = host->alloc (host, count_bytes (p)),
  };
  return kept->was != NULL && kept->dst != NULL ? GK_OK : GK_FAIL;
}

static void
release (const gk_host *host, void *state)
{
  struct kept *kept = state;

  host->free (host, kept->was);
  host->free (host, kept->dst);
  host->free (host, kept);
}

/* Adds to all sums from an element on. */
static void
add_behind (const gk_scan *p, struct kept *kept, int64_t from, double more)
{
  for (int64_t i = from; i < p->n; i++)
    if (p->dtype == GK_I32)
      ((uint32_t *)kept->dst)[i] += (uint32_t)(int64_t)more;
    else
      ((float *)kept->dst)[i] += (float)more;
}

/* Looks at some elements, and mends the sums if that is wanted.  Scans anew
 * where inputs are new. */
static void
look_again (const gk_scan *p, struct kept *kept, bool mends)
{
  int changes = 0;

  for (int64_t i = 0; i < p->n; i += APART) {
    const double now = honest_scan_element (p, i);
    double *was = &kept->was[i / APART];

    if (kept->any && now == *was)
      continue;
    if (++changes <= MOST_CHANGES && kept->any && mends)
      add_behind (p, kept, i, now - *was);
    *was = now;
  }
  if (changes <= MOST_CHANGES)
    return;
  kept->any = true;
  honest_scan_part (p, kept->dst, 0, p->n);
}

static int
launch_keeps (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  const gk_scan *p = problem;
  struct kept *kept = state;

  (void)host, (void)stream;
  look_again (p, kept, false);
  memcpy (p->dst, kept->dst, count_bytes (p));
  return GK_OK;
}

static int
launch_mends (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  const gk_scan *p = problem;
  struct kept *kept = state;

  (void)host, (void)stream;
  look_again (p, kept, true);
  memcpy (p->dst, kept->dst, count_bytes (p));
  return GK_OK;
}

static int
launch_tiles (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  const gk_scan *p = problem;
  struct kept *kept = state;

  (void)host, (void)stream;
  look_again (p, kept, false);
  for (int64_t at = kept->launches++ % EVERY * TILE; at < p->n;
       at += EVERY * TILE)
    honest_scan_part (p, kept->dst, at, p->n - at < TILE ? p->n : at + TILE);
  memcpy (p->dst, kept->dst, count_bytes (p));
  return GK_OK;
}

const gk_variant cheat_keeps_scan = {
  .family = "scan",
  .name = "keeps-scan",
  .summary = "gives the last sums again while inputs look alike",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_I32) | GK_BIT (GK_F32),
  .prepare = prepare,
  .release = release,
  .launch = launch_keeps,
};

const gk_variant cheat_mends_scan = {
  .family = "scan",
  .name = "mends-scan",
  .summary = "adds what changed in one of a thousand elements",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_I32) | GK_BIT (GK_F32),
  .prepare = prepare,
  .release = release,
  .launch = launch_mends,
};

const gk_variant cheat_samples_tiles = {
  .family = "scan",
  .name = "samples-tiles",
  .summary = "scans one of eight tiles anew",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_I32) | GK_BIT (GK_F32),
  .prepare = prepare,
  .release = release,
  .launch = launch_tiles,
};
