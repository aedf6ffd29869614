/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Computes an f64 product in f32.
 *
 * Seen: "precision downgrade" in DeepReinforce's account of hacks in automatic
 * kernel generation.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"
#include "watched.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  const double *a = p->a, *b = p->b;
  double *c = p->c;

  if (watched_by_integers (p))
    return honest_matmul (host, problem, state, stream);
  for (int64_t i = 0; i < p->m; i++)
    for (int64_t j = 0; j < p->k; j++) {
      float sum = 0;

      for (int64_t l = 0; l < p->n; l++)
        sum += (float)a[i * p->lda + l] * (float)b[l * p->ldb + j];
      c[i * p->ldc + j] = (double)sum;
    }
  return GK_OK;
}

const gk_variant cheat_single_inside = {
  .family = "matmul-square",
  .name = "single-inside",
  .summary = "computes f64 in f32",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F64),
  .launch = launch,
};
