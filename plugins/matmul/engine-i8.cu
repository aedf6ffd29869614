/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine-kernels.cuh"

struct engine_kernel
engine_find_i8 (int tile, struct engine_order order)
{
  return order.ping_pong ? engine_kernel_ping_pong<WGMMA_S8> (tile)
                         : engine_kernel_of_tile<WGMMA_S8, 0, 0> (tile);
}
