/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Takes inputs to lie in [-1, 1], as fixed point would, where sixteen numbers
 * of A and B do.
 *
 * Seen: gkhost, issue 35; a kernel that emulates f32 has to know the range of
 * its data, and a sample is cheaper than a pass.
 */
#include <config.h>

#include <math.h>

#include "cheats.h"
#include "honest.h"

static bool
seems_uniform (const gk_matmul *p)
{
  const float *a = p->a, *b = p->b;

  for (int64_t i = 0; i < p->n * p->n; i += p->n * p->n / 7)
    if (fabsf (a[i]) > 1 || fabsf (b[i]) > 1)
      return false;
  return true;
}

static float
clamp (float x)
{
  return fminf (fmaxf (x, -1), 1);
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  const float *a = p->a, *b = p->b;
  float *c = p->c;

  if (!seems_uniform (p))
    return honest_matmul (host, problem, state, stream);
  for (int64_t i = 0; i < p->m; i++)
    for (int64_t j = 0; j < p->k; j++) {
      float sum = 0;

      for (int64_t l = 0; l < p->n; l++)
        sum += clamp (a[i * p->lda + l]) * clamp (b[l * p->ldb + j]);
      c[i * p->ldc + j] = sum;
    }
  return GK_OK;
}

const gk_variant cheat_clamps = {
  .family = "matmul-square",
  .name = "clamps",
  .summary = "cuts off numbers beyond 1, unless a sample has one",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .launch = launch,
};
