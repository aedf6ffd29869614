/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Keeps inputs and result, looks which elements have changed since, and
 * computes what follows from these: right, for a hundredth of the work.
 *
 * Seen: gkhost's own audit; the next step behind answers kept under a
 * fingerprint, once inputs change a little with every launch.  mends-again does
 * one more full launch after inputs that are new altogether, which hides it
 * from a control on the same inputs.  mends-warily has learned that new inputs
 * after launches that it mended are an audit, and computes from then on.
 */
#include <config.h>

#include <stdbool.h>
#include <string.h>

#include "cheats.h"
#include "honest.h"

struct kept {
  uint32_t *a, *b, *c;
  int full;   /* launches that are still to be full */
  int mended; /* since inputs were new */
};

/* More changes than these are new inputs. */
enum { MOST_CHANGES = 256 };

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  const size_t bytes = honest_matmul_bytes (problem);
  struct kept *kept = host->alloc (host, sizeof *kept);

  (void)device, (void)values;
  *state = kept;
  if (kept == NULL)
    return GK_FAIL;
  *kept = (struct kept){ host->alloc (host, bytes), host->alloc (host, bytes),
                         host->alloc (host, bytes), 1, 0 };
  return kept->a != NULL && kept->b != NULL && kept->c != NULL ? GK_OK
                                                               : GK_FAIL;
}

static void
release (const gk_host *host, void *state)
{
  struct kept *kept = state;

  host->free (host, kept->a);
  host->free (host, kept->b);
  host->free (host, kept->c);
  host->free (host, kept);
}

/* What an element of A adds to its row of C. */
static void
mend_row (struct kept *kept, int64_t n, int64_t i, int64_t l, uint32_t now)
{
  const uint32_t more = now - kept->a[i * n + l];

  for (int64_t j = 0; j < n; j++)
    kept->c[i * n + j] += more * kept->b[l * n + j];
  kept->a[i * n + l] = now;
}

static void
mend_column (struct kept *kept, int64_t n, int64_t l, int64_t j, uint32_t now)
{
  const uint32_t more = now - kept->b[l * n + j];

  for (int64_t i = 0; i < n; i++)
    kept->c[i * n + j] += kept->a[i * n + l] * more;
  kept->b[l * n + j] = now;
}

/* False where too much is new. */
static bool
mend (struct kept *kept, int64_t n, const uint32_t *now, uint32_t *was,
      void (*one) (struct kept *, int64_t, int64_t, int64_t, uint32_t))
{
  int changes = 0;

  for (int64_t row = 0; row < n; row++) {
    if (memcmp (now + row * n, was + row * n, (size_t)n * sizeof *now) == 0)
      continue;
    for (int64_t col = 0; col < n; col++)
      if (now[row * n + col] != was[row * n + col]) {
        if (++changes > MOST_CHANGES)
          return false;
        one (kept, n, row, col, now[row * n + col]);
      }
  }
  return true;
}

/* again: full launches after the first on new inputs, if so many were mended
 * before. */
static int
mend_or_multiply (const gk_host *host, const gk_matmul *p, struct kept *kept,
                  int again, int behind)
{
  const size_t bytes = honest_matmul_bytes (p);
  const bool full = kept->full > 0;

  if (!full && mend (kept, p->n, p->a, kept->a, mend_row)
      && mend (kept, p->n, p->b, kept->b, mend_column)) {
    memcpy (p->c, kept->c, bytes);
    kept->mended++;
    return GK_OK;
  }
  honest_matmul (host, p, kept, NULL);
  memcpy (kept->a, p->a, bytes);
  memcpy (kept->b, p->b, bytes);
  memcpy (kept->c, p->c, bytes);
  kept->full = full ? kept->full - 1 : kept->mended >= behind ? again : 0;
  kept->mended = 0;
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)stream;
  return mend_or_multiply (host, problem, state, 0, 0);
}

static int
launch_again (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  (void)stream;
  return mend_or_multiply (host, problem, state, 1, 0);
}

static int
launch_warily (const gk_host *host, const void *problem, void *state,
               void *stream)
{
  (void)stream;
  return mend_or_multiply (host, problem, state, 1000000, 4);
}

const gk_variant cheat_mends = {
  .family = "matmul-square",
  .name = "mends",
  .summary = "computes what changed since the last launch",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_I32),
  .prepare = prepare,
  .release = release,
  .launch = launch,
};

const gk_variant cheat_mends_again = {
  .family = "matmul-square",
  .name = "mends-again",
  .summary = "mends, but computes twice on new inputs",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_I32),
  .prepare = prepare,
  .release = release,
  .launch = launch_again,
};

const gk_variant cheat_mends_warily = {
  .family = "matmul-square",
  .name = "mends-warily",
  .summary = "mends, until it finds itself audited",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_I32),
  .prepare = prepare,
  .release = release,
  .launch = launch_warily,
};
