/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the CUDA variants of both families share.
 */
#ifndef MATMUL_CUDA_H
#define MATMUL_CUDA_H

#include "cuda/variant.h"
#include "matmul/options.h"

#ifdef __cplusplus
extern "C" {
#endif

/* For prepare of every kernel in this folder.  A grid has up to 2^31 - 1 blocks
 * in x, but 65535 in y and z: so tiles are numbered along x, and this checks
 * that there are not too many. */
int matmul_cuda_prepare (const gk_host *host, const gk_device *device,
                         const void *problem, const gk_value *values,
                         void **state);

#ifdef __cplusplus
}
#endif

/* A kernel of plain loops, for elements of 32 and 64 bits, as a variant of
 * either family. */
static inline gk_variant
matmul_cuda_variant (int (*launch) (const gk_host *, const void *, void *,
                                    void *))
{
  gk_variant v = cuda_variant (launch);

  v.dtypes = MATMUL_PLAIN_DTYPES;
  v.prepare = matmul_cuda_prepare;
  return v;
}

#endif
