/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine-kernels.cuh"

/* A box of C is 128 columns of bytes. */
struct engine_kernel
engine_find_f64 (int tile, struct engine_traits order)
{
  if (order.ping_pong)
    return tile == ENGINE_128x128 ? engine_kernel_of_residues<2, 128, 2, 1> ()
                                  : engine_kernel{};
  switch (tile) {
  case ENGINE_128x256:
    return engine_kernel_of_residues<1, 256> ();
  case ENGINE_128x128:
    return engine_kernel_of_residues<1, 128> ();
  case ENGINE_64x128:
    return engine_kernel_of_residues<1, 128, 1> ();
  default:
    return {};
  }
}
