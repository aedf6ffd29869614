/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cuBLAS as a variant: the yardstick on the GPU.  In f64 it uses the tensor
 * cores, which multiply twice as fast as the units that a kernel written in
 * plain CUDA reaches.
 */
#include <config.h>

#include "cublas/cublas.h"
#include "cuda/variant.h"

gk_variant matmul_cublas_variant (void);

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  cublas *blas;
  int r = cublas_matmul_fits (host, problem);

  (void)values;
  if (r == GK_OK)
    r = cublas_open (host, &blas);
  if (r != GK_OK)
    return r;
  r = cublas_take_workspace (host, device, blas);
  if (r != GK_OK) {
    cublas_close (host, blas);
    return r;
  }
  *state = blas;
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  return cublas_matmul (host, state, stream, problem);
}

static void
release (const gk_host *host, void *state)
{
  cublas_close (host, state);
}

gk_variant
matmul_cublas_variant (void)
{
  gk_variant v = cuda_variant (
      "cublas", "gemm of NVIDIA's cuBLAS, in full precision", launch);

  v.flags = GK_PEER;
  v.dtypes = GK_BIT (GK_F32) | GK_BIT (GK_F64);
  v.prepare = prepare;
  v.release = release;
  v.library = cublas_library;
  return v;
}
