/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-blas, a peer: OpenBLAS's omatcopy, B = alpha op(A) with alpha = 1.  It
 * multiplies, so its results are verified by value.
 */
#include <config.h>

#include <limits.h>

#include "cblas/cblas.h"
#include "variants.h"

typedef void somatcopy_fn (int order, int trans, int rows, int cols,
                           float alpha, const float *a, int lda, float *b,
                           int ldb);
typedef void domatcopy_fn (int order, int trans, int rows, int cols,
                           double alpha, const double *a, int lda, double *b,
                           int ldb);

int
transpose_cpu_blas_prepare (const gk_host *host, const gk_device *device,
                            const void *problem, const gk_value *values,
                            void **state)
{
  static const char *const functions[]
      = { "cblas_somatcopy", "cblas_domatcopy", NULL };
  const gk_transpose *p = problem;
  struct cblas *blas;
  int r;

  (void)device, (void)values;
  if (p->rows > INT_MAX || p->src_pitch > INT_MAX || p->dst_pitch > INT_MAX) {
    host->error (host, "CBLAS counts in int: a size is over %d", INT_MAX);
    return GK_SKIP;
  }
  r = cblas_open (host, functions, &blas);
  if (r == GK_OK)
    *state = blas;
  return r;
}

int
transpose_cpu_blas (const gk_host *host, const void *problem, void *state,
                    void *stream)
{
  const gk_transpose *p = problem;
  const struct cblas *blas = state;
  const int rows = (int)p->rows, cols = (int)p->cols;
  const int lda = (int)p->src_pitch, ldb = (int)p->dst_pitch;

  (void)host, (void)stream;
  if (p->element == sizeof (float))
    ((somatcopy_fn *)cblas_function (blas, 0)) (CBLAS_ROW_MAJOR,
                                                CBLAS_TRANSPOSE, rows, cols, 1,
                                                p->src, lda, p->dst, ldb);
  else
    ((domatcopy_fn *)cblas_function (blas, 1)) (CBLAS_ROW_MAJOR,
                                                CBLAS_TRANSPOSE, rows, cols, 1,
                                                p->src, lda, p->dst, ldb);
  return GK_OK;
}
