/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine-float-bytes.cuh"

struct engine_kernel
engine_find_e5m2 (int tile, struct engine_traits traits)
{
  return engine_kernel_of_float_bytes<WGMMA_E5M2> (tile, traits);
}
