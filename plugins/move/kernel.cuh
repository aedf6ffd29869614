/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Grids, offsets and element types of the kernels of copy and transpose.
 */
#ifndef MOVE_KERNEL_CUH
#define MOVE_KERNEL_CUH

#include <stdint.h>

#include "cuda/launched.cuh"

/* The largest grid that every device supports. */
#define MOVE_MAX_GRID_X INT64_C (2147483647)
#define MOVE_MAX_GRID_Y INT64_C (65535)

static inline int64_t
move_parts (int64_t n, int64_t part)
{
  return n / part + (n % part != 0);
}

/* Returns a grid for a kernel with a grid-stride loop, which computes all of a
 * matrix whatever the grid's size. */
static inline dim3
move_stride_grid (int64_t rows, int64_t cols, int64_t down, int64_t across)
{
  const int64_t x = move_parts (cols, across), y = move_parts (rows, down);

  return dim3 ((unsigned)(x < MOVE_MAX_GRID_X ? x : MOVE_MAX_GRID_X),
               (unsigned)(y < MOVE_MAX_GRID_Y ? y : MOVE_MAX_GRID_Y));
}

static inline bool
move_is_short (int64_t rows, int64_t pitch)
{
  const int64_t most = (INT64_C (1) << 31) - (INT64_C (1) << 24);

  return rows < most && pitch < most && rows <= most / pitch;
}

/* True when 32 bits suffice for the offsets of both matrices' elements,
 * including those of blocks that extend past their ends. */
static inline bool
move_short_offsets (int64_t src_rows, int64_t src_pitch, int64_t dst_rows,
                    int64_t dst_pitch)
{
  return move_is_short (src_rows, src_pitch)
         && move_is_short (dst_rows, dst_pitch);
}

/* Calls f with a zero of the type for offsets: 32 bits where these suffice,
 * since a product of 64 bits takes several instructions, and pointers computed
 * from it twice the registers. */
template <typename F>
static inline int
move_by_offset (bool is_short, F f)
{
  return is_short ? f ((int)0) : f ((int64_t)0);
}

/* Calls f with a zero of the unsigned type of an element's size.  The type must
 * be known when the kernel is compiled: each size has loads and stores of its
 * own. */
template <typename F>
static inline int
move_by_element (uint32_t element, F f)
{
  switch (element) {
  case 1:
    return f ((unsigned char)0);
  case 2:
    return f ((unsigned short)0);
  case 4:
    return f ((unsigned int)0);
  case 8:
    return f ((unsigned long long)0);
  default:
    return f (uint4 ());
  }
}

/* Both: calls f with a zero of each type. */
template <typename F>
static inline int
move_by_type (uint32_t element, bool is_short, F f)
{
  return move_by_element (element, [=] (auto zero) {
    return move_by_offset (is_short,
                           [=] (auto offset) { return f (zero, offset); });
  });
}

#endif /* MOVE_KERNEL_CUH */
