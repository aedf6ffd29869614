/* SPDX-License-Identifier: BSD-3-Clause
 *
 * All kernels of small for one type.  There is a source file per type.
 */
#ifndef MATMUL_SMALL_KERNELS_CUH
#define MATMUL_SMALL_KERNELS_CUH

#include "small.cuh"

template <class S>
static struct small_kernel
small_kernel_of_shape (void)
{
  return { small_matmul<S>, S::rows, S::cols, S::launched, S::shared };
}

template <enum mma_type type, bool mn_major_x, bool mn_major_y, bool transposed,
          int high, int wide>
static struct small_kernel
small_kernel_of_depth (const struct small_choice &c)
{
  if (c.depth > 1)
    return c.whole ? small_kernel_of_shape<
               small_shape<type, mn_major_x, mn_major_y, transposed, high, wide,
                           2, true>> ()
                   : small_kernel_of_shape<
                       small_shape<type, mn_major_x, mn_major_y, transposed,
                                   high, wide, 2, false>> ();
  return c.whole ? small_kernel_of_shape<small_shape<
             type, mn_major_x, mn_major_y, transposed, high, wide, 1, true>> ()
                 : small_kernel_of_shape<
                     small_shape<type, mn_major_x, mn_major_y, transposed, high,
                                 wide, 1, false>> ();
}

template <enum mma_type type, bool mn_major_x, bool mn_major_y, bool transposed>
static struct small_kernel
small_kernel_of_tile (const struct small_choice &c)
{
  switch (c.tile) {
  case SMALL_64x32:
    return small_kernel_of_depth<type, mn_major_x, mn_major_y, transposed, 4,
                                 4> (c);
  case SMALL_32x32:
    return small_kernel_of_depth<type, mn_major_x, mn_major_y, transposed, 2,
                                 4> (c);
  default:
    /* Of MN-major bytes, a thread has four lines in a word. */
    return small_kernel_of_depth < type, mn_major_x, mn_major_y, transposed, 2,
           mn_major_y && (type == MMA_S8 || type == MMA_U8) ? 4 : 2 > (c);
  }
}

/* Transposed if only B is MN-major. */
template <enum mma_type type>
static struct small_kernel
small_kernel_of (const struct small_choice &c)
{
  if (c.mn_major_a)
    return c.mn_major_b ? small_kernel_of_tile<type, true, true, false> (c)
                        : small_kernel_of_tile<type, true, false, false> (c);
  return c.mn_major_b ? small_kernel_of_tile<type, true, false, true> (c)
                      : small_kernel_of_tile<type, false, false, false> (c);
}

#endif /* MATMUL_SMALL_KERNELS_CUH */
