/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cublas, a peer: geam of NVIDIA's library, C = alpha op(A) + beta op(B), with
 * alpha = 1 and beta = 0.  It multiplies, so its results are verified by value.
 */
#include <config.h>

#include <gkhost/transpose.h>

#include "cublas/cublas.h"
#include "cuda/variant.h"

gk_variant transpose_cublas_variant (void);

static int
transpose_cublas_prepare (const gk_host *host, const gk_device *device,
                          const void *problem, const gk_value *values,
                          void **state)
{
  const gk_transpose *p = problem;
  cublas *blas;
  int r;

  (void)device, (void)values;
  r = cublas_transpose_fits (host, p->dtype, p->rows, p->cols, p->src_pitch,
                             p->dst_pitch);
  if (r == GK_OK)
    r = cublas_open (host, &blas);
  if (r == GK_OK)
    *state = blas;
  return r;
}

static int
transpose_cublas_launch (const gk_host *host, const void *problem, void *state,
                         void *stream)
{
  const gk_transpose *p = problem;

  return cublas_transpose (host, state, stream, p->dtype, p->rows, p->cols,
                           p->src, p->src_pitch, p->dst, p->dst_pitch);
}

static void
transpose_cublas_release (const gk_host *host, void *state)
{
  cublas_close (host, state);
}

gk_variant
transpose_cublas_variant (void)
{
  gk_variant v = cuda_variant (transpose_cublas_launch);

  v.flags = GK_PEER;
  v.dtypes = GK_BIT (GK_I32) | GK_BIT (GK_I64) | GK_BIT (GK_F32)
             | GK_BIT (GK_F64) | GK_BIT (GK_C64) | GK_BIT (GK_C128);
  v.precision = 0x1p-53;
  v.prepare = transpose_cublas_prepare;
  v.release = transpose_cublas_release;
  v.library = cublas_library;
  return v;
}
