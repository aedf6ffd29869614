/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CPU's own library as a peer, through CBLAS.
 */
#include <config.h>

#include <limits.h>
#include <stdbool.h>

#include "cblas/cblas.h"
#include "cpu.h"

typedef void sgemm_fn (int order, int trans_a, int trans_b, int m, int n, int k,
                       float alpha, const float *a, int lda, const float *b,
                       int ldb, float beta, float *c, int ldc);
typedef void dgemm_fn (int order, int trans_a, int trans_b, int m, int n, int k,
                       double alpha, const double *a, int lda, const double *b,
                       int ldb, double beta, double *c, int ldc);

struct state {
  struct cblas *blas;
  sgemm_fn *sgemm;
  dgemm_fn *dgemm;
};

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
  struct state *s;
  int r;

  (void)device;
  (void)values;
  if (!fits_int (problem)) {
    host->error (host, "CBLAS counts in int: a size is over %d", INT_MAX);
    return GK_SKIP;
  }
  s = host->alloc (host, sizeof *s);
  if (s == NULL)
    return GK_FAIL;
  r = cblas_open (host, functions, &s->blas);
  if (r != GK_OK) {
    host->free (host, s);
    return r;
  }
  s->sgemm = (sgemm_fn *)cblas_function (s->blas, functions[0]);
  s->dgemm = (dgemm_fn *)cblas_function (s->blas, functions[1]);
  *state = s;
  return GK_OK;
}

int
matmul_cpu_blas (const gk_host *host, const void *problem, void *state,
                 void *stream)
{
  const gk_matmul *p = problem;
  const struct state *s = state;
  const int order
      = p->layout == GK_ROW_MAJOR ? CBLAS_ROW_MAJOR : CBLAS_COL_MAJOR;
  const int m = (int)p->m, n = (int)p->n, k = (int)p->k;
  const int lda = (int)p->lda, ldb = (int)p->ldb, ldc = (int)p->ldc;

  (void)host;
  (void)stream;
  if (p->dtype == GK_F32)
    s->sgemm (order, CBLAS_NO_TRANSPOSE, CBLAS_NO_TRANSPOSE, m, k, n, 1, p->a,
              lda, p->b, ldb, 0, p->c, ldc);
  else
    s->dgemm (order, CBLAS_NO_TRANSPOSE, CBLAS_NO_TRANSPOSE, m, k, n, 1, p->a,
              lda, p->b, ldb, 0, p->c, ldc);
  return GK_OK;
}

void
matmul_cpu_blas_release (const gk_host *host, void *state)
{
  struct state *s = state;

  cblas_close (host, s->blas);
  host->free (host, s);
}
