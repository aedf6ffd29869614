/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Keeps input and result of a transposition, and copies out the result with the
 * elements that have changed since: it reads along the rows, which is faster
 * than going down the columns.  New inputs it transposes, twice.
 *
 * Seen: gkhost, issue 35: below eight operations a byte nothing was audited.
 */
#include <config.h>

#include <string.h>

#include "cheats.h"
#include "honest.h"

struct kept {
  uint32_t *src, *dst;
  int full; /* launches that are still to be full */
};

enum { MOST_CHANGES = 256 };

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  const gk_transpose *p = problem;
  const size_t bytes = honest_transpose_bytes (p);
  struct kept *kept = host->alloc (host, sizeof *kept);

  (void)device, (void)values;
  *state = kept;
  if (kept == NULL)
    return GK_FAIL;
  *kept = (struct kept){ host->alloc (host, (size_t)(p->rows * p->src_pitch)
                                                * sizeof (uint32_t)),
                         host->alloc (host, bytes), 1 };
  return kept->src != NULL && kept->dst != NULL ? GK_OK : GK_FAIL;
}

static void
release (const gk_host *host, void *state)
{
  struct kept *kept = state;

  host->free (host, kept->src);
  host->free (host, kept->dst);
  host->free (host, kept);
}

/* Moves what changed in a row.  Returns the number of changes. */
static int
mend_row (struct kept *kept, const gk_transpose *p, int64_t i)
{
  const uint32_t *now = (const uint32_t *)p->src + i * p->src_pitch;
  uint32_t *was = kept->src + i * p->src_pitch;
  int changes = 0;

  if (memcmp (now, was, (size_t)p->cols * sizeof *now) == 0)
    return 0;
  for (int64_t j = 0; j < p->cols; j++)
    if (now[j] != was[j]) {
      kept->dst[j * p->dst_pitch + i] = was[j] = now[j];
      changes++;
    }
  return changes;
}

/* False where too much is new. */
static bool
mend (struct kept *kept, const gk_transpose *p)
{
  int changes = 0;

  for (int64_t i = 0; i < p->rows && changes <= MOST_CHANGES; i++)
    changes += mend_row (kept, p, i);
  return changes <= MOST_CHANGES;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_transpose *p = problem;
  const size_t bytes = honest_transpose_bytes (p);
  struct kept *kept = state;

  if (kept->full == 0 && mend (kept, p)) {
    memcpy (p->dst, kept->dst, bytes);
    return GK_OK;
  }
  honest_transpose (host, problem, state, stream);
  memcpy (kept->src, p->src,
          (size_t)(p->rows * p->src_pitch) * sizeof (uint32_t));
  memcpy (kept->dst, p->dst, bytes);
  kept->full = kept->full > 0 ? kept->full - 1 : 1;
  return GK_OK;
}

const gk_variant cheat_mends_moves = {
  .family = "transpose",
  .name = "mends-moves",
  .summary = "moves what changed since the last launch",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_I32),
  .prepare = prepare,
  .release = release,
  .launch = launch,
};
