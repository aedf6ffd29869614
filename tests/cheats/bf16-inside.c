/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rounds f32 inputs to bf16, and says nothing of it.  (On a CPU that gains no
 * time; it is judged all the same.)
 *
 * Seen: "precision downgrade" in DeepReinforce's account of hacks in automatic
 * kernel generation.
 */
#include <config.h>

#include <string.h>

#include "cheats.h"
#include "honest.h"

static float
rounded (float x)
{
  uint32_t bits;

  memcpy (&bits, &x, sizeof bits);
  bits = (bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000;
  memcpy (&x, &bits, sizeof x);
  return x;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  const float *a = p->a, *b = p->b;
  float *c = p->c;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->m; i++)
    for (int64_t j = 0; j < p->k; j++) {
      float sum = 0;

      for (int64_t l = 0; l < p->n; l++)
        sum += rounded (a[i * p->lda + l]) * rounded (b[l * p->ldb + j]);
      c[i * p->ldc + j] = sum;
    }
  return GK_OK;
}

const gk_variant cheat_bf16_inside = {
  .family = "matmul-square",
  .name = "bf16-inside",
  .summary = "rounds its inputs to bf16",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .launch = launch,
};
