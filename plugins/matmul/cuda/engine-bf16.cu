/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine-kernels.cuh"

struct engine_kernel
engine_find_bf16 (int tile, struct engine_traits order)
{
  return engine_kernel_either_way<WGMMA_BF16> (tile, order);
}
