/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The list of dmma's kernels that load by cp.async.
 */
#include "dmma-cp-async.cuh"

/* With fewer stages, a copy would go to a stage that is being read. */
enum { LEAST_STAGES = 4 };

template <class S>
static struct dmma_kernel
kernel_of_shape (void)
{
  return { (const void *)dmma_cp_async<S>,
           S::rows,
           S::cols,
           S::step,
           S::threads,
           S::threads / 32,
           S::blocks,
           LEAST_STAGES,
           S::stage,
           S::exchange,
           256,
           dmma_copy_a<S>::apart,
           dmma_copy_b<S>::apart };
}

/* With alpha, beta and bias, and for batches, there are a tile for large C and
 * one for small ones, and for batches one for very small ones. */
template <bool mn_major_a, bool mn_major_b, enum dmma_form form>
static struct dmma_kernel
kernel_of_tile (int tile)
{
  if (tile == DMMA_128x128)
    return kernel_of_shape<
        dmma_shape<128, 128, 32, 64, 1, 1, mn_major_a, mn_major_b, form>> ();
  if (tile == DMMA_64x64)
    return kernel_of_shape<
        dmma_shape<64, 64, 32, 32, 2, 1, mn_major_a, mn_major_b, form>> ();
  if constexpr (form != DMMA_UPDATED)
    if (tile == DMMA_32x32)
      return kernel_of_shape<
          dmma_shape<32, 32, 32, 32, 4, 1, mn_major_a, mn_major_b, form>> ();
  /* Warps have at least 32 columns, so that there is no 32 x 16. */
  if constexpr (form == DMMA_PLAIN)
    switch (tile) {
    case DMMA_128x64:
      return kernel_of_shape<
          dmma_shape<128, 64, 32, 64, 1, 2, mn_major_a, mn_major_b>> ();
    case DMMA_64x32:
      return kernel_of_shape<
          dmma_shape<64, 32, 32, 32, 2, 1, mn_major_a, mn_major_b>> ();
    }
  return {};
}

struct dmma_kernel
dmma_by_cp_async (const gk_matmul *p, int tile)
{
  return dmma_by_layout (p, [=] (auto a, auto b) {
    const bool mn_a = decltype (a)::mn, mn_b = decltype (b)::mn;

    switch (dmma_form_of (p)) {
    case DMMA_BATCHED:
      return kernel_of_tile<mn_a, mn_b, DMMA_BATCHED> (tile);
    case DMMA_UPDATED:
      return kernel_of_tile<mn_a, mn_b, DMMA_UPDATED> (tile);
    default:
      return kernel_of_tile<mn_a, mn_b, DMMA_PLAIN> (tile);
    }
  });
}
