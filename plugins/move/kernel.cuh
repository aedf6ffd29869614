/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the kernels of copy and transpose have in common around a launch.
 */
#ifndef MOVE_KERNEL_CUH
#define MOVE_KERNEL_CUH

#include <stdint.h>

#include "cuda/launched.cuh"

/* The largest grid that every device takes.  A kernel walks on by the size of
 * the grid, so that a smaller grid than the matrix needs computes it all the
 * same. */
#define MOVE_MAX_GRID_X INT64_C (2147483647)
#define MOVE_MAX_GRID_Y INT64_C (65535)

static inline int64_t
move_parts (int64_t n, int64_t part)
{
  return n / part + (n % part != 0);
}

/* Blocks of down x across elements over a matrix: columns lie along x, since
 * blocks start in this order and rows are what memory likes to read. */
static inline dim3
move_grid (int64_t rows, int64_t cols, int64_t down, int64_t across)
{
  const int64_t x = move_parts (cols, across), y = move_parts (rows, down);

  return dim3 ((unsigned)(x < MOVE_MAX_GRID_X ? x : MOVE_MAX_GRID_X),
               (unsigned)(y < MOVE_MAX_GRID_Y ? y : MOVE_MAX_GRID_Y));
}

/* Calls f with a zero of the unsigned type that is as large as an element.
 * The type must be known when the kernel is compiled: each size has loads and
 * stores of its own. */
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

#endif /* MOVE_KERNEL_CUH */
