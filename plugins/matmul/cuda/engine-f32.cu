/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine-kernels.cuh"

struct engine_kernel
engine_find_f32 (int tile, struct engine_traits order)
{
  (void)order;
  switch (tile) {
  case ENGINE_128x192:
    return engine_kernel_of_digits<ENGINE_FLOATS, 192> ();
  case ENGINE_128x160:
    return engine_kernel_of_digits<ENGINE_FLOATS, 160> ();
  case ENGINE_128x128:
    return engine_kernel_of_digits<ENGINE_FLOATS, 128> ();
  case ENGINE_128x64:
    return engine_kernel_of_digits<ENGINE_FLOATS, 64> ();
  case ENGINE_64x128:
    return engine_kernel_of_digits<ENGINE_FLOATS, 128, 1> ();
  case ENGINE_64x64:
    return engine_kernel_of_digits<ENGINE_FLOATS, 64, 1> ();
  default:
    return {};
  }
}
