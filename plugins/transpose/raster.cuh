/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The rasterization order: the order in which blocks process the tiles of a
 * matrix.
 *
 * Blocks start in the order of their index, x first.  About a thousand run at a
 * time.  If these are in one row of tiles, they write a narrow strip of dst
 * from its top to its bottom: as many pieces of memory as dst has rows, all in
 * different pages.  In a band some tiles high they cover a patch, as wide as it
 * is high, and read and write longer pieces on both sides.
 */
#ifndef TRANSPOSE_RASTER_CUH
#define TRANSPOSE_RASTER_CUH

#include <stdint.h>

#include "move/kernel.cuh"

/* The distance, in tiles, between blocks that are neighbours along x, y and z.
 * So kernels need no branch for each order: memory is idle during instructions
 * before the first load. */
struct raster_step {
  int row_x, row_y, row_z, col_x, col_y;
};

struct raster {
  dim3 grid;
  struct raster_step step;
};

/* All dimensions except x have 16 bits, so x gets the longer side where it
 * would not fit otherwise.  (No memory is large enough for both to be so
 * long.) */
static inline struct raster
raster_over (int64_t tiles_down, int64_t tiles_across, int64_t band)
{
  if (band > tiles_down)
    band = tiles_down;
  /* Makes the bands equally high: otherwise the last might be mostly beyond the
   * end. */
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

/* Return the tile of a block.  Blocks below the last row of tiles have none. */
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
