/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The formula as it stands: each element of C is a row of A times a column of
 * B.  Where everything else is measured from.  Its inner loop walks down a
 * column, a whole row of memory further at each step, and one core adds one
 * product at a time.
 */
#include <config.h>

#include "cpu.h"
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

int
matmul_cpu_naive (const gk_host *host, const void *problem, void *state,
                  void *stream)
{
  const gk_matmul p = matmul_row_major (problem);
  void (*const dot) (const gk_matmul *, int64_t, int64_t)
      = p.dtype == GK_I32   ? dot_i32
        : p.dtype == GK_F32 ? dot_f32
                            : dot_f64;

  (void)host;
  (void)state;
  (void)stream;
  for (int64_t i = 0; i < p.m; i++)
    for (int64_t j = 0; j < p.k; j++)
      dot (&p, i, j);
  return GK_OK;
}
