/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine-kernels.cuh"

struct engine_kernel
engine_find_tf32 (int tile, struct engine_order order)
{
  if (!order.across_a)
    return engine_kernel_of_tile<WGMMA_TF32, 0, 0> (tile);
  return order.turned ? engine_kernel_of_tile<WGMMA_TF32, 1, 0, 1> (tile)
                      : engine_kernel_of_tile<WGMMA_TF32, 1, 0> (tile);
}
