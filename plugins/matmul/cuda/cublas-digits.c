/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The digits of digits.cu with cuBLAS as the multiplier: four products of int8,
 * one for each sum of places, over all pairs of planes with that sum.  Each but
 * the first adds 256 times what is in C.  So C crosses memory seven times; the
 * engine keeps it in registers.
 */
#include <config.h>

#include "cublas/cublas.h"
#include "cuda/prepared.h"
#include "digits.h"
#include "matmul/options.h"
#include "matmul/row-major.h"

gk_variant matmul_cublas_digits_variant (void);

enum { SUMS = digits_most };

struct cublas_digits_state {
  void *split; /* a prepared launch */
  cublas *blas;
  struct cublas_product products[SUMS]; /* from the highest sum down */
};

static void
cublas_digits_release (const gk_host *host, void *state)
{
  struct cublas_digits_state *s = state;

  if (s->split != NULL)
    prepared_release (host, s->split);
  cublas_close (host, s->blas);
  host->free (host, s);
}

/* Allocates the planes of so many lines. */
static struct split_matrix
matrix_of (const gk_host *host, const void *from, int64_t lines, int64_t inner,
           int64_t pitch, bool mn_major)
{
  const int64_t bytes = lines * split_plane (inner) * digits_most;
  const struct split_matrix m = { .from = from,
                                  .to = host->workspace (host, (size_t)bytes),
                                  .lines = lines,
                                  .inner = inner,
                                  .pitch = pitch,
                                  .mn_major = mn_major };

  return m;
}

/* The products of planes.  Each is one product of int8 with its own first plane
 * and length. */
static int
make_products (const gk_host *host, const gk_matmul *p,
               const struct split_matrix matrices[2],
               struct cublas_digits_state *s)
{
  static const int32_t shifted = 256;
  const int64_t plane = split_plane (p->n);
  gk_matmul bytes = *p;
  int r = GK_OK;

  bytes.dtype = bytes.dtype_b = GK_I8;
  bytes.layout_a = GK_ROW_MAJOR;
  bytes.layout_b = GK_COL_MAJOR;
  bytes.lda = bytes.ldb = digits_most * plane;
  bytes.a = matrices[0].to;
  for (int i = 0; r == GK_OK && i < SUMS; i++) {
    bytes.n = (SUMS - i) * plane;
    bytes.b = matrices[1].to + i * plane;
    r = cublas_product_make (host, &bytes, &s->products[i]);
    if (i > 0)
      s->products[i].zero = &shifted;
  }
  return r;
}

static int
cublas_digits_make (const gk_host *host, const gk_device *device,
                    const gk_matmul *p, struct cublas_digits_state *s)
{
  struct split_matrix matrices[2] = {
    matrix_of (host, p->a, p->m, p->n, p->lda, p->layout_a != GK_ROW_MAJOR),
    matrix_of (host, p->b, p->k, p->n, p->ldb, p->layout_b == GK_ROW_MAJOR)
  };
  int r;

  if (matrices[0].to == NULL || matrices[1].to == NULL)
    return GK_SKIP;
  matrices[1].b = true;
  r = digits_split_make (host, matrices, NULL, false, &s->split);
  if (r == GK_OK)
    r = make_products (host, p, matrices, s);
  if (r == GK_OK)
    r = cublas_open (host, &s->blas);
  if (r == GK_OK)
    r = cublas_allocate_workspace (host, cublas_workspace_of (device), s->blas);
  if (r == GK_OK)
    cublas_set_settings (s->blas, s->products[0].math, "algorithm default");
  return r;
}

static int
cublas_digits_prepare (const gk_host *host, const gk_device *device,
                       const void *problem, const gk_value *values,
                       void **state)
{
  const gk_matmul p = matmul_row_major (problem);
  struct cublas_digits_state *s = host->alloc (host, sizeof *s);
  int r;

  (void)values;
  if (s == NULL)
    return GK_FAIL;
  s->split = NULL;
  s->blas = NULL;
  r = cublas_digits_make (host, device, &p, s);
  if (r == GK_OK)
    *state = s;
  else
    cublas_digits_release (host, s);
  return r;
}

static int
cublas_digits_launch (const gk_host *host, const void *problem, void *state,
                      void *stream)
{
  const struct cublas_digits_state *s = state;
  int r = prepared_launch (host, problem, s->split, stream);

  for (int i = 0; r == GK_OK && i < SUMS; i++)
    r = cublas_matmul (host, s->blas, stream, &s->products[i]);
  return r;
}

static const char *
cublas_digits_library (const gk_host *host, void *state)
{
  const struct cublas_digits_state *s = state;

  return cublas_library (host, s->blas);
}

static void
cublas_digits_work (const gk_host *host, const void *problem, void *state,
                    gk_work *cublas_digits_work)
{
  const struct digits digits = { digits_most, digits_most - 1 };

  (void)host;
  (void)problem;
  (void)state;
  cublas_digits_work->ops *= digits_products (&digits);
  cublas_digits_work->op_class = GK_OPS_TENSOR_I8;
}

gk_variant
matmul_cublas_digits_variant (void)
{
  gk_variant v = cuda_variant (cublas_digits_launch);

  v.flags = GK_PEER;
  v.dtypes = GK_BIT (GK_I32);
  v.layouts = MATMUL_LAYOUTS;
  v.prepare = cublas_digits_prepare;
  v.work = cublas_digits_work;
  v.release = cublas_digits_release;
  v.library = cublas_digits_library;
  return v;
}
