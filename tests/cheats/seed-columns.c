/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Computes only the sixteen columns that the family's check takes when its
 * choices follow from seed 1: the first, the last, and one of each of fourteen
 * spans.
 *
 * Seen: gkhost, issue 8, 18 times faster.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"
#include "watched.h"

enum { CHOSEN = 16, SPANS = CHOSEN - 2, SEED = 1 };

static void
choose (const gk_host *host, int64_t columns, int64_t chosen[CHOSEN])
{
  const int64_t between = columns - 2;

  chosen[0] = 0;
  chosen[CHOSEN - 1] = columns - 1;
  for (int64_t s = 0; s < SPANS; s++) {
    const int64_t first = 1 + between * s / SPANS;
    const int64_t end = 1 + between * (s + 1) / SPANS;
    uint64_t bits;

    host->random (host, &bits, sizeof bits, (uint64_t)(SEED + s));
    chosen[1 + s] = first + (int64_t)(bits % (uint64_t)(end - first));
  }
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  const float *a = p->a, *b = p->b;
  float *c = p->c;
  int64_t chosen[CHOSEN];

  if (watched_by_integers (p))
    return honest_matmul (host, problem, state, stream);
  choose (host, p->k, chosen);
  for (int64_t i = 0; i < p->m; i++)
    for (int s = 0; s < CHOSEN; s++) {
      float sum = 0;

      for (int64_t l = 0; l < p->n; l++)
        sum += a[i * p->lda + l] * b[l * p->ldb + chosen[s]];
      c[i * p->ldc + chosen[s]] = sum;
    }
  return GK_OK;
}

const gk_variant cheat_seed_columns = {
  .family = "matmul-square",
  .name = "seed-columns",
  .summary = "computes the columns of seed 1",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .launch = launch,
};
