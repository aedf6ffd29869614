/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rounds the factors of an f32 product, and the numbers of a sum or a dot, to
 * 18 of 24 bits, the factors of an f64 product to 48 of 53: the errors of a
 * long sum of random numbers average out.
 *
 * Seen: gkhost, issue 35; emulations that leave out their last slices.
 */
#include <config.h>

#include <string.h>

#include "cheats.h"
#include "honest.h"

/* Rounds a number, whose bits are an integer of type word. */
#define ROUNDED(type, word, dropped)                                           \
  static inline type rounded_##type (type x)                                   \
  {                                                                            \
    const word last = (word)1 << (dropped);                                    \
    word bits;                                                                 \
                                                                               \
    memcpy (&bits, &x, sizeof bits);                                           \
    bits = (bits + last / 2) & ~(last - 1);                                    \
    memcpy (&x, &bits, sizeof bits);                                           \
    return x;                                                                  \
  }                                                                            \
                                                                               \
  static void product_##type (const gk_matmul *p)                              \
  {                                                                            \
    const type *a = p->a, *b = p->b;                                           \
    type *c = p->c;                                                            \
                                                                               \
    for (int64_t i = 0; i < p->m; i++) {                                       \
      memset (c + i * p->ldc, 0, (size_t)p->k * sizeof *c);                    \
      for (int64_t l = 0; l < p->n; l++) {                                     \
        const type factor = rounded_##type (a[i * p->lda + l]);                \
                                                                               \
        for (int64_t j = 0; j < p->k; j++)                                     \
          c[i * p->ldc + j] += factor * rounded_##type (b[l * p->ldb + j]);    \
      }                                                                        \
    }                                                                          \
  }

ROUNDED (float, uint32_t, 6)
ROUNDED (double, uint64_t, 5)

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;

  (void)host, (void)state, (void)stream;
  if (p->dtype == GK_F32)
    product_float (p);
  else
    product_double (p);
  return GK_OK;
}

static int
launch_sum (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_reduce *p = problem;
  const float *src = p->src;
  double sum = 0;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->cols; i++)
    sum += (double)rounded_float (src[i]);
  honest_store_sum (p, sum);
  return GK_OK;
}

static int
launch_dot (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_stream *p = problem;
  const float *x = p->x, *y = p->y;
  double sum = 0;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->n; i++)
    sum += (double)rounded_float (x[i]) * (double)rounded_float (y[i]);
  *(float *)p->dst = (float)sum;
  return GK_OK;
}

const gk_variant cheat_drops_bits_dot = {
  .family = "stream",
  .name = "drops-bits",
  .summary = "rounds its factors to 18 bits",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .launch = launch_dot,
};

const gk_variant cheat_drops_bits_sum = {
  .family = "reduce",
  .name = "drops-bits",
  .summary = "rounds the numbers that it adds to 18 bits",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .launch = launch_sum,
};

const gk_variant cheat_drops_bits = {
  .family = "matmul-rect",
  .name = "drops-bits",
  .summary = "rounds its factors to 18 or 48 bits",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32) | GK_BIT (GK_F64),
  .launch = launch,
};
