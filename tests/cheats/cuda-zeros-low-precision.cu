/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writes zeros, and declares the least precision that there is.
 *
 * Seen: gkhost, issue 8, with a precision of 0x1p-4.
 */
#include "cuda-honest.cuh"

static int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_matmul *p = (const gk_matmul *)problem;

  return cuda_ended (host,
                     cudaMemsetAsync (p->c, 0, (size_t)(p->m * p->ldc) * 4,
                                      (cudaStream_t)stream));
}

const gk_variant cheat_cuda_zeros_low_precision
    = cheat ("matmul-square", "cuda-zeros-low-precision",
             "writes zeros and declares the precision of bf16", launch,
             GK_BIT (GK_F32), NULL, NULL, 0x1p-8);
