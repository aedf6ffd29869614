/* SPDX-License-Identifier: BSD-3-Clause */
#include "cp-async.cuh"

struct fma_kernel
cp_async_find_i32 (int tile)
{
  return cp_async_kernel_of_tile<uint32_t> (tile);
}
