/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writes one right element everywhere.
 *
 * Seen: Sakana AI's CUDA engineer is reported to have filled outputs with a
 * constant, which a test with one fixed input took.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  const float *a = p->a, *b = p->b;
  float *c = p->c, sum = 0;

  (void)host, (void)state, (void)stream;
  for (int64_t l = 0; l < p->n; l++)
    sum += a[l] * b[l * p->ldb];
  for (int64_t i = 0; i < p->m; i++)
    for (int64_t j = 0; j < p->k; j++)
      c[i * p->ldc + j] = sum;
  return GK_OK;
}

const gk_variant cheat_constant_output = {
  .family = "matmul-square",
  .name = "constant-output",
  .summary = "writes one element everywhere",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .launch = launch,
};
