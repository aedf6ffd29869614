/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The formula as it stands: each element of C is a row of A times a column of
 * B.  Where everything else is measured from.  Its inner loop walks down a
 * column, a whole row of memory further at each step, and one core adds one
 * product at a time.
 */
#include <config.h>

#include "cpu.h"
#include "half.h"
#include "row-major.h"

static void
dot_i32 (const gk_matmul *p, int64_t i, int64_t j)
{
  const uint32_t *a = p->a, *b = p->b;
  uint32_t sum = 0;

  for (int64_t l = 0; l < p->n; l++)
    sum += a[i * p->lda + l] * b[l * p->ldb + j];
  ((uint32_t *)p->c)[i * p->ldc + j] = sum;
}

static void
dot_f32 (const gk_matmul *p, int64_t i, int64_t j)
{
  const float *a = p->a, *b = p->b;
  float sum = 0;

  for (int64_t l = 0; l < p->n; l++)
    sum += a[i * p->lda + l] * b[l * p->ldb + j];
  ((float *)p->c)[i * p->ldc + j] = sum;
}

static void
dot_f64 (const gk_matmul *p, int64_t i, int64_t j)
{
  const double *a = p->a, *b = p->b;
  double sum = 0;

  for (int64_t l = 0; l < p->n; l++)
    sum += a[i * p->lda + l] * b[l * p->ldb + j];
  ((double *)p->c)[i * p->ldc + j] = sum;
}

/* Factors of 16 bits are added in f32, and the sum is rounded to C's type at
 * last. */
static void
dot_f16 (const gk_matmul *p, int64_t i, int64_t j)
{
  const uint16_t *a = p->a, *b = p->b;
  float sum = 0;

  for (int64_t l = 0; l < p->n; l++)
    sum += half_f16 (a[i * p->lda + l]) * half_f16 (b[l * p->ldb + j]);
  ((uint16_t *)p->c)[i * p->ldc + j] = half_to_f16 (sum);
}

static void
dot_bf16 (const gk_matmul *p, int64_t i, int64_t j)
{
  const uint16_t *a = p->a, *b = p->b;
  float sum = 0;

  for (int64_t l = 0; l < p->n; l++)
    sum += half_bf16 (a[i * p->lda + l]) * half_bf16 (b[l * p->ldb + j]);
  ((uint16_t *)p->c)[i * p->ldc + j] = half_to_bf16 (sum);
}

static void
dot_i8 (const gk_matmul *p, int64_t i, int64_t j)
{
  const int8_t *a = p->a, *b = p->b;
  uint32_t sum = 0;

  for (int64_t l = 0; l < p->n; l++)
    sum += (uint32_t)(a[i * p->lda + l] * b[l * p->ldb + j]);
  ((uint32_t *)p->c)[i * p->ldc + j] = sum;
}

static void
dot_u8 (const gk_matmul *p, int64_t i, int64_t j)
{
  const uint8_t *a = p->a, *b = p->b;
  uint32_t sum = 0;

  for (int64_t l = 0; l < p->n; l++)
    sum += (uint32_t)a[i * p->lda + l] * b[l * p->ldb + j];
  ((uint32_t *)p->c)[i * p->ldc + j] = sum;
}

typedef void dot_fn (const gk_matmul *p, int64_t i, int64_t j);

static dot_fn *
dot_of (gk_dtype dtype)
{
  switch (dtype) {
  case GK_I8:
    return dot_i8;
  case GK_U8:
    return dot_u8;
  case GK_I32:
    return dot_i32;
  case GK_F16:
    return dot_f16;
  case GK_BF16:
    return dot_bf16;
  case GK_F64:
    return dot_f64;
  default:
    return dot_f32;
  }
}

int
matmul_cpu_naive (const gk_host *host, const void *problem, void *state,
                  void *stream)
{
  const gk_matmul p = matmul_row_major (problem);
  dot_fn *const dot = dot_of (p.dtype);

  (void)host;
  (void)state;
  (void)stream;
  for (int64_t i = 0; i < p.m; i++)
    for (int64_t j = 0; j < p.k; j++)
      dot (&p, i, j);
  return GK_OK;
}
