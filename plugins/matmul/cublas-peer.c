/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cuBLAS as a variant: the yardstick on the GPU.  In f64 it uses the tensor
 * cores, which multiply twice as fast as the units that a kernel written in
 * plain CUDA reaches.
 */
#include <config.h>

#include "cublas/cublas.h"
#include "cuda/variant.h"
#include "options.h"

gk_variant matmul_cublas_variant (void);

struct state {
  cublas *blas;
  struct cublas_product product;
};

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  struct state *s = host->alloc (host, sizeof *s);
  int r;

  (void)values;
  if (s == NULL)
    return GK_FAIL;
  s->blas = NULL;
  r = cublas_product_make (host, problem, &s->product);
  if (r == GK_OK)
    r = cublas_open (host, &s->blas);
  if (r == GK_OK)
    r = cublas_take_workspace (host, cublas_workspace_of (device), s->blas);
  if (r != GK_OK) {
    cublas_close (host, s->blas);
    host->free (host, s);
    return r;
  }
  cublas_set_settings (s->blas, s->product.math, "algorithm default");
  *state = s;
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const struct state *s = state;

  (void)problem;
  return cublas_matmul (host, s->blas, stream, &s->product);
}

static void
release (const gk_host *host, void *state)
{
  struct state *s = state;

  cublas_close (host, s->blas);
  host->free (host, s);
}

static const char *
library (const gk_host *host, void *state)
{
  const struct state *s = state;

  return cublas_library (host, s->blas);
}

gk_variant
matmul_cublas_variant (void)
{
  gk_variant v = cuda_variant ("cublas",
                               "gemm of NVIDIA's cuBLAS; f32 in full "
                               "precision, 16 bits with sums in f32",
                               launch);

  v.flags = GK_PEER;
  v.dtypes = MATMUL_CUBLAS_DTYPES;
  v.layouts = MATMUL_LAYOUTS;
  v.prepare = prepare;
  v.release = release;
  v.library = library;
  return v;
}
