/* SPDX-License-Identifier: BSD-3-Clause */
#include "cp-async.cuh"

struct fma_kernel
cp_async_find_f64 (int tile)
{
  return cp_async_kernel_of_tile<double> (tile);
}

struct fma_kernel
cp_async_find_f64_update (int tile)
{
  return cp_async_kernel_of_tile<double, 1> (tile);
}
