/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From a type at run time to a kernel that is compiled for it, for the factors
 * of tensor cores.
 */
#ifndef MATMUL_BY_TYPE_CUH
#define MATMUL_BY_TYPE_CUH

#include <gkhost/plugin.h>

#include "cuda/mma.cuh"
#include "cuda/wgmma.cuh"

/* A type, as mma.sync and wgmma call it. */
template <enum mma_type mma, enum wgmma_type wgmma>
struct factor_type {
  static const enum mma_type of_mma = mma;
  static const enum wgmma_type of_wgmma = wgmma;
};

/* Returns what `choose` returns for the factors' type. */
template <typename Choose>
static inline auto
choose_by_type (gk_dtype dtype, Choose choose)
{
  switch (dtype) {
  case GK_BF16:
    return choose (factor_type<MMA_BF16, WGMMA_BF16> ());
  case GK_F16:
    return choose (factor_type<MMA_F16, WGMMA_F16> ());
  case GK_TF32:
    return choose (factor_type<MMA_TF32, WGMMA_TF32> ());
  case GK_I8:
    return choose (factor_type<MMA_S8, WGMMA_S8> ());
  default:
    return choose (factor_type<MMA_U8, WGMMA_U8> ());
  }
}

#endif /* MATMUL_BY_TYPE_CUH */
