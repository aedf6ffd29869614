/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A peer: gemm of the CPU's own BLAS library, through CBLAS; of a batch, and of
 * groups, one call for each product.  CBLAS has no bias, which is added
 * afterwards.
 */
#include <config.h>

#include <limits.h>
#include <stdbool.h>

#include "cblas/cblas.h"
#include "cpu.h"
#include "matmul/batch.h"

typedef void sgemm_fn (int order, int trans_a, int trans_b, int m, int n, int k,
                       float alpha, const float *a, int lda, const float *b,
                       int ldb, float beta, float *c, int ldc);
typedef void dgemm_fn (int order, int trans_a, int trans_b, int m, int n, int k,
                       double alpha, const double *a, int lda, const double *b,
                       int ldb, double beta, double *c, int ldc);

static bool
fits_int (const gk_matmul *p)
{
  return p->m <= INT_MAX && p->n <= INT_MAX && p->k <= INT_MAX
         && p->lda <= INT_MAX && p->ldb <= INT_MAX && p->ldc <= INT_MAX;
}

int
matmul_cpu_blas_prepare (const gk_host *host, const gk_device *device,
                         const void *problem, const gk_value *values,
                         void **state)
{
  static const char *const functions[] = { "cblas_sgemm", "cblas_dgemm", NULL };
  struct cblas *blas;
  int r;

  (void)device;
  (void)values;
  if (!fits_int (problem)) {
    host->error (host, "CBLAS counts in int: a size is over %d", INT_MAX);
    return GK_SKIP;
  }
  r = cblas_open (host, functions, &blas);
  if (r == GK_OK)
    *state = blas;
  return r;
}

static void
multiply_one (const gk_matmul *p, const struct cblas *blas)
{
  const int order
      = p->layout_c == GK_ROW_MAJOR ? CBLAS_ROW_MAJOR : CBLAS_COL_MAJOR;
  const int a
      = p->layout_a == p->layout_c ? CBLAS_NO_TRANSPOSE : CBLAS_TRANSPOSE;
  const int b
      = p->layout_b == p->layout_c ? CBLAS_NO_TRANSPOSE : CBLAS_TRANSPOSE;
  const int m = (int)p->m, n = (int)p->n, k = (int)p->k;
  const int lda = (int)p->lda, ldb = (int)p->ldb, ldc = (int)p->ldc;

  if (p->dtype != GK_F64)
    ((sgemm_fn *)cblas_function (blas, 0)) (order, a, b, m, k, n,
                                            (float)p->alpha, p->a, lda, p->b,
                                            ldb, (float)p->beta, p->c, ldc);
  else
    ((dgemm_fn *)cblas_function (blas, 1)) (order, a, b, m, k, n, p->alpha,
                                            p->a, lda, p->b, ldb, p->beta, p->c,
                                            ldc);
}

/* Adds the bias to each line of C. */
static void
add_bias (const gk_matmul *p)
{
  const bool by_rows = p->layout_c == GK_ROW_MAJOR;
  const int64_t lines = by_rows ? p->m : p->k;
  const int64_t length = by_rows ? p->k : p->m;
  const double *doubles = p->bias;
  const float *floats = p->bias;

  for (int64_t i = 0; i < lines; i++)
    for (int64_t j = 0; j < length; j++)
      if (p->dtype == GK_F64)
        ((double *)p->c)[i * p->ldc + j] += doubles[j];
      else
        ((float *)p->c)[i * p->ldc + j] += floats[j];
}

int
matmul_cpu_blas (const gk_host *host, const void *problem, void *state,
                 void *stream)
{
  const gk_matmul *p = problem;

  (void)host;
  (void)stream;
  for (int64_t z = 0; z < matmul_products (p); z++) {
    const gk_matmul one = matmul_product (p, z);

    if (one.m > 0 && one.k > 0)
      multiply_one (&one, state);
    if (one.bias != NULL)
      add_bias (&one);
  }
  return GK_OK;
}
