/* SPDX-License-Identifier: BSD-3-Clause
 *
 * In which order blocks walk over the tiles of a matrix.
 *
 * Blocks start in the order of their number, x first.  About a thousand run at
 * a time.  If they lie in one row of tiles they write a narrow strip of dst
 * from its top to its bottom: as many pieces of memory as dst has rows, all in
 * different pages.  In a band some tiles high they make a patch, as wide as it
 * is high, and both sides are read and written in longer pieces.
 */
#ifndef TRANSPOSE_WALK_CUH
#define TRANSPOSE_WALK_CUH

#include <stdint.h>

#include "move/kernel.cuh"

struct walk {
  dim3 grid;
  bool down; /* x counts tiles down, else across */
};

/* Each dimension but x has 16 bits: the longer side lies along x where
 * otherwise it would not fit.  (Both can't be so long in any memory.) */
static inline struct walk
walk_over (int64_t tiles_down, int64_t tiles_across, int64_t band)
{
  struct walk walk = { dim3 (), false };

  if (band > tiles_down)
    band = tiles_down;
  if (band > 0 && tiles_across <= MOVE_MAX_GRID_Y
      && move_parts (tiles_down, band) <= MOVE_MAX_GRID_Y) {
    walk.down = true;
    walk.grid = dim3 ((unsigned)band, (unsigned)tiles_across,
                      (unsigned)move_parts (tiles_down, band));
  } else if (tiles_down > MOVE_MAX_GRID_Y) {
    walk.down = true;
    walk.grid = dim3 ((unsigned)tiles_down, (unsigned)tiles_across);
  } else
    walk.grid = dim3 ((unsigned)tiles_across, (unsigned)tiles_down);
  return walk;
}

static inline __device__ int64_t
walk_row (bool down)
{
  return down ? (int64_t)blockIdx.z * gridDim.x + blockIdx.x : blockIdx.y;
}

static inline __device__ int64_t
walk_col (bool down)
{
  return down ? blockIdx.y : blockIdx.x;
}

#endif /* TRANSPOSE_WALK_CUH */
