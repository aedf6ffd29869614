/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine-kernels.cuh"

struct engine_kernel
engine_find_u8 (int tile, struct engine_traits order)
{
  return engine_kernel_fetched<WGMMA_U8> (tile, order);
}
