/* SPDX-License-Identifier: BSD-3-Clause */
#include "cp-async.cuh"

struct fma_kernel
cp_async_find_f32_columns (int tile)
{
  return cp_async_kernel_of_tile<float, 0, 1> (tile);
}
