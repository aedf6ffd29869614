/* SPDX-License-Identifier: BSD-3-Clause */
#include "cp-async.cuh"

struct fma_kernel
cp_async_find_f32 (int tile)
{
  return cp_async_kernel_of_tile<float> (tile);
}

struct fma_kernel
cp_async_find_f32_update (int tile)
{
  return cp_async_kernel_of_tile<float, 1> (tile);
}
