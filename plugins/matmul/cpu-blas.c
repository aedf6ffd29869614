/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CPU's own library as a peer, opened at run time through CBLAS, the C
 * interface that all of them have: a plugin need not be built against one.
 */
#include <config.h>

#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

#include "cpu.h"

/* CBLAS's enumerators. */
enum { ROW_MAJOR = 101, COL_MAJOR = 102, NO_TRANSPOSE = 111 };

typedef void sgemm_fn (int order, int trans_a, int trans_b, int m, int n, int k,
                       float alpha, const float *a, int lda, const float *b,
                       int ldb, float beta, float *c, int ldc);
typedef void dgemm_fn (int order, int trans_a, int trans_b, int m, int n, int k,
                       double alpha, const double *a, int lda, const double *b,
                       int ldb, double beta, double *c, int ldc);

struct cblas {
  void *library;
  sgemm_fn *sgemm;
  dgemm_fn *dgemm;
};

static const char *const names[] = {
  /* Fedora's builds with threads, then what everyone else calls it. */
  "libopenblasp.so.0",
  "libopenblaso.so.0",
  "libopenblas.so.0",
  "libcblas.so.3",
  "libblas.so.3",
  "libmkl_rt.so",
};

static bool
open_library (const gk_host *host, const char *name, struct cblas *blas)
{
  /* RTLD_NODELETE: the library has threads, which outlive a dlclose. */
  blas->library = dlopen (name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (blas->library == NULL)
    return false;
  blas->sgemm = (sgemm_fn *)dlsym (blas->library, "cblas_sgemm");
  blas->dgemm = (dgemm_fn *)dlsym (blas->library, "cblas_dgemm");
  if (blas->sgemm != NULL && blas->dgemm != NULL) {
    host->log (host, "CBLAS from %s", name);
    return true;
  }
  dlclose (blas->library);
  return false;
}

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
  const char *asked = getenv ("GKHOST_CBLAS");
  struct cblas *blas;
  bool ok = false;

  (void)device;
  (void)values;
  if (!fits_int (problem)) {
    host->error (host, "CBLAS counts in int: a size is over %d", INT_MAX);
    return GK_SKIP;
  }
  blas = host->alloc (host, sizeof *blas);
  if (blas == NULL)
    return GK_FAIL;
  if (asked != NULL && asked[0] != '\0')
    ok = open_library (host, asked, blas);
  else
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !ok; i++)
      ok = open_library (host, names[i], blas);
  if (!ok) {
    host->error (host, asked != NULL && asked[0] != '\0'
                           ? "GKHOST_CBLAS names no library with a CBLAS"
                           : "no CBLAS was found; install OpenBLAS, or set "
                             "GKHOST_CBLAS to the path of one");
    host->free (host, blas);
    return GK_SKIP;
  }
  *state = blas;
  return GK_OK;
}

int
matmul_cpu_blas (const gk_host *host, const void *problem, void *state,
                 void *stream)
{
  const gk_matmul *p = problem;
  const struct cblas *blas = state;
  const int order = p->layout == GK_ROW_MAJOR ? ROW_MAJOR : COL_MAJOR;
  const int m = (int)p->m, n = (int)p->n, k = (int)p->k;
  const int lda = (int)p->lda, ldb = (int)p->ldb, ldc = (int)p->ldc;

  (void)host;
  (void)stream;
  if (p->dtype == GK_F32)
    blas->sgemm (order, NO_TRANSPOSE, NO_TRANSPOSE, m, k, n, 1, p->a, lda, p->b,
                 ldb, 0, p->c, ldc);
  else
    blas->dgemm (order, NO_TRANSPOSE, NO_TRANSPOSE, m, k, n, 1, p->a, lda, p->b,
                 ldb, 0, p->c, ldc);
  return GK_OK;
}

void
matmul_cpu_blas_release (const gk_host *host, void *state)
{
  struct cblas *blas = state;

  dlclose (blas->library);
  host->free (host, blas);
}
