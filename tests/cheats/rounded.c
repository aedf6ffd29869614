/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Do the work in f32 and round the result to bf16, as arithmetic in bf16 does;
 * fp8-inside rounds the factors of a product to four bits.
 *
 * Seen: "precision downgrade" in DeepReinforce's account of hacks in automatic
 * kernel generation.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "cheats.h"
#include "honest.h"

/* Rounds n floats to so many bits. */
static void
round_floats (float *to, const float *from, int64_t n, int bits)
{
  const uint32_t last = UINT32_C (1) << (24 - bits);
  uint32_t word;

  for (int64_t i = 0; i < n; i++) {
    memcpy (&word, &from[i], sizeof word);
    word = (word + last / 2) & ~(last - 1);
    memcpy (&to[i], &word, sizeof word);
  }
}

/* n: elements of p->dst. */
#define ROUNDED(type, n_)                                                      \
  static int rounded_##type (const gk_host *host, const void *problem,         \
                             void *state, void *stream)                        \
  {                                                                            \
    const gk_##type *p = problem;                                              \
    const int status = honest_##type (host, problem, state, stream);           \
                                                                               \
    round_floats (p->dst, p->dst, n_, 8);                                      \
    return status;                                                             \
  }                                                                            \
                                                                               \
  const gk_variant cheat_rounded_##type = {                                    \
    .family = #type,                                                           \
    .name = "rounded",                                                         \
    .summary = "rounds its result to bf16",                                    \
    .device = GK_CPU,                                                          \
    .dtypes = GK_BIT (GK_F32),                                                 \
    .launch = rounded_##type,                                                  \
  };

ROUNDED (copy, p->rows * p->dst_pitch)
ROUNDED (reduce, 1)
ROUNDED (scan, p->n)
ROUNDED (softmax, p->rows * p->cols)
ROUNDED (stream, p->op == GK_STREAM_DOT ? 1 : p->n)
ROUNDED (transpose, p->cols * p->dst_pitch)

static int
rounded_matmul (const gk_host *host, const void *problem, void *state,
                void *stream)
{
  const gk_matmul *p = problem;
  const int status = honest_matmul (host, problem, state, stream);

  round_floats (p->c, p->c, p->m * p->ldc, 8);
  return status;
}

static int
fp8_matmul (const gk_host *host, const void *problem, void *state, void *stream)
{
  gk_matmul p = *(const gk_matmul *)problem;
  const int64_t of_a = p.m * p.lda, of_b = p.n * p.ldb;
  float *factors = malloc ((size_t)(of_a + of_b) * sizeof *factors);
  int status;

  if (factors == NULL)
    return GK_FAIL;
  round_floats (factors, p.a, of_a, 4);
  round_floats (factors + of_a, p.b, of_b, 4);
  p.a = factors;
  p.b = factors + of_a;
  status = honest_matmul (host, &p, state, stream);
  free (factors);
  return status;
}

const gk_variant cheat_rounded_matmul = {
  .family = "matmul-square",
  .name = "rounded",
  .summary = "rounds its result to bf16",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .launch = rounded_matmul,
};

const gk_variant cheat_fp8_inside = {
  .family = "matmul-square",
  .name = "fp8-inside",
  .summary = "rounds its factors to fp8",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .launch = fp8_matmul,
};
