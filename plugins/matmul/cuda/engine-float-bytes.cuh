/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Floats of 8 bits: the kernels that the four pairs of types have, and no other
 * type.  Those that move their sums (engine-moved.cuh) and compute alpha A B +
 * beta C + bias (engine-update.cuh), too, are shapes of their own: the sums
 * that the epilogue reads are f32 in both.
 */
#ifndef MATMUL_ENGINE_FLOAT_BYTES_CUH
#define MATMUL_ENGINE_FLOAT_BYTES_CUH

#include "engine-kernels.cuh"

/* The shape of numbers in steps, with more added to their sums.  Tiles are not
 * divided, as each part of a sum would add C again. */
template <enum wgmma_type type, int consumers, int cols, int wide_c>
struct engine_shape_of_updated_steps
    : engine_shape<type, consumers, 1, cols, 0, 0, 0, 0, ENGINE_STEPS, wide_c> {
  using steps = engine_shape<type, consumers, 1, cols, 0, 0, 0, 0, ENGINE_STEPS,
                             wide_c>;
  static const bool updated = true, splits = false;
  static const int fixed = steps::fixed + consumers * cols * 4; /* the bias */
};

template <enum wgmma_type type, int wide_c>
static struct engine_kernel
engine_kernel_of_updated_steps (int tile)
{
  switch (tile) {
  case ENGINE_128x128:
    return engine_kernel_of<
        engine_shape_of_updated_steps<type, 2, 128, wide_c>> ();
  case ENGINE_64x128:
    return engine_kernel_of<
        engine_shape_of_updated_steps<type, 1, 128, wide_c>> ();
  case ENGINE_64x64:
    return engine_kernel_of<
        engine_shape_of_updated_steps<type, 1, 64, wide_c>> ();
  default:
    return {};
  }
}

template <enum wgmma_type type>
static struct engine_kernel
engine_kernel_of_float_bytes (int tile, const struct engine_traits &traits)
{
  if (!traits.moved || !traits.updated)
    return engine_kernel_of_either<type> (tile, traits);
  if (traits.mn_major_a || traits.batched || traits.ping_pong)
    return {};
  return traits.wide_c ? engine_kernel_of_updated_steps<type, 1> (tile)
                       : engine_kernel_of_updated_steps<type, 0> (tile);
}

#endif /* MATMUL_ENGINE_FLOAT_BYTES_CUH */
