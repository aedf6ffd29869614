/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The rasterization order: in which order blocks take the tiles of a matrix.
 *
 * Blocks start in the order of their number, x first.  About a thousand run at
 * a time.  If they lie in one row of tiles they write a narrow strip of dst
 * from its top to its bottom: as many pieces of memory as dst has rows, all in
 * different pages.  In a band some tiles high they make a patch, as wide as it
 * is high, and both sides are read and written in longer pieces.
 */
#ifndef TRANSPOSE_RASTER_CUH
#define TRANSPOSE_RASTER_CUH

#include <stdint.h>

#include "move/kernel.cuh"

/* By how many tiles blocks that are neighbours along x, y and z are apart.  So
 * a kernel needs no case for each order: what comes before its first load is
 * time in which memory waits. */
struct raster_step {
  int row_x, row_y, row_z, col_x, col_y;
};

struct raster {
  dim3 grid;
  struct raster_step step;
};

/* Each dimension but x has 16 bits: the longer side lies along x where
 * otherwise it would not fit.  (Both can't be so long in any memory.) */
static inline struct raster
raster_over (int64_t tiles_down, int64_t tiles_across, int64_t band)
{
  if (band > tiles_down)
    band = tiles_down;
  /* As many bands, all about as high: else the last is mostly beyond the end.
   */
  if (band > 0)
    band = move_parts (tiles_down, move_parts (tiles_down, band));
  if (band > 0 && tiles_across <= MOVE_MAX_GRID_Y
      && move_parts (tiles_down, band) <= MOVE_MAX_GRID_Y)
    return { dim3 ((unsigned)band, (unsigned)tiles_across,
                   (unsigned)move_parts (tiles_down, band)),
             { 1, 0, (int)band, 0, 1 } };
  if (tiles_down > MOVE_MAX_GRID_Y)
    return { dim3 ((unsigned)tiles_down, (unsigned)tiles_across),
             { 1, 0, 0, 0, 1 } };
  return { dim3 ((unsigned)tiles_across, (unsigned)tiles_down),
           { 0, 1, 0, 1, 0 } };
}

/* The tile of a block.  Below the last row of tiles lie blocks without one. */
static inline __device__ int
raster_row (const struct raster_step &step)
{
  return (int)blockIdx.x * step.row_x + (int)blockIdx.y * step.row_y
         + (int)blockIdx.z * step.row_z;
}

static inline __device__ int
raster_col (const struct raster_step &step)
{
  return (int)blockIdx.x * step.col_x + (int)blockIdx.y * step.col_y;
}

#endif /* TRANSPOSE_RASTER_CUH */
