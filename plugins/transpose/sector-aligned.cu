/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sector-aligned: tiles whose edges follow the sectors of memory, for rows of
 * any alignment.
 *
 * Memory is written in sectors of 32 bytes.  Where the pitch is odd, each row
 * of dst starts at another place in a sector, and the straight edge of a tile
 * cuts a sector in nearly every row: one block writes a part of it, its
 * neighbour the rest, each as a separate write to L2; and where the sector is
 * evicted between the two, memory is read to complete it.
 *
 * Here a tile's part of each row of dst begins at a sector, up to 31 bytes
 * before the straight edge, so a single warp writes each sector.  The cost is
 * on the other side, where it is small: those elements are in up to 7 more rows
 * of src (with 4-byte elements), which the block above reads too, so they are
 * in the cache.  `align` switches this off, to measure its gain.
 *
 * Elements are moved one by one, 32 consecutive ones at a time; all reads of a
 * thread are in flight before the first is used.  A row of the tile in shared
 * memory is an odd number of words long, so that a column uses all banks.
 */
#include <cuda_runtime.h>

#include "cuda/prepared.cuh"
#include "make.h"
#include "move/kernel.cuh"
#include "raster.cuh"
#include "tunables.h"

static const int lanes = 32, warps = 8;

template <typename T, int rows_> struct shape {
  static const int rows = rows_;
  static const int sector = 32 / sizeof (T); /* elements of a sector */
  static const int more = sector - 1;        /* rows above the tile */
  /* Single bytes make narrow pieces, so a tile has more columns, as registers
   * allow. */
  static const int cols = sizeof (T) == 1 && rows <= 64 ? 128
                          : sizeof (T) <= 4             ? 64
                                                        : 32;
  static const int word = sizeof (T) < 4 ? 4 / sizeof (T) : 1; /* elements */
  /* An odd number of words, or of elements where these are larger. */
  static const int pitch = ((rows + more + word - 1) / word | 1) * word;
  static const int bytes = cols * pitch * (int)sizeof (T);
};

template <typename T> struct sector_aligned_task {
  const T *src;
  T *dst;
  int64_t src_pitch, dst_pitch, rows, cols;
  int start; /* offset of dst in its sector, in elements */
  bool align;
  struct raster_step raster;
};

template <typename T, int rows_>
static __global__ void
__launch_bounds__ (lanes *warps)
    sector_aligned_transpose (const struct sector_aligned_task<T> task)
{
  typedef shape<T, rows_> S;
  extern __shared__ uint4 memory[];
  T (*tile)[S::pitch] = (T (*)[S::pitch])memory;
  const int x = (int)(threadIdx.x % lanes), y = (int)(threadIdx.x / lanes);
  const int64_t top = (int64_t)raster_row (task.raster) * S::rows;
  const int64_t left = (int64_t)raster_col (task.raster) * S::cols;
  const int64_t up = top - S::more; /* the first row that may be read */
  const int count = (S::rows + S::more + warps - 1) / warps;
  T held[S::cols / lanes][count];

  if (top - (task.align ? S::more : 0) >= task.rows)
    return;

  /* Rows [first, end) of src, relative to up. */
  const int first = up < 0 ? (int)-up : task.align ? 0 : S::more;
  const int end = (int)(task.rows - up < S::rows + S::more ? task.rows - up
                                                           : S::rows + S::more);
  const T *src = task.src + (up + y) * task.src_pitch + left + x;

#pragma unroll
  for (int k = 0; k < count; k++) {
    const int i = y + k * warps;

#pragma unroll
    for (int c = 0; c < S::cols / lanes; c++)
      if (i >= first && i < end && left + x + c * lanes < task.cols)
        held[c][k] = src[k * warps * task.src_pitch + c * lanes];
      else
        held[c][k] = T ();
  }
  /* No store to shared memory, and so no wait, between the loads. */
  __syncwarp ();
#pragma unroll
  for (int k = 0; k < count; k++)
#pragma unroll
    for (int c = 0; c < S::cols / lanes; c++)
      if (y + k * warps < S::rows + S::more)
        tile[x + c * lanes][y + k * warps] = held[c][k];
  __syncthreads ();

#pragma unroll 2
  for (int j = y; j < S::cols; j += warps) {
    const int64_t col = left + j;
    /* Elements from the start of the sector to the straight edge. */
    const int back
        = task.align
              ? (int)((task.start + col * task.dst_pitch) & (S::sector - 1))
              : 0;
    T *dst = task.dst + col * task.dst_pitch + top - back;

    if (col < task.cols)
#pragma unroll
      for (int k = 0; k < S::rows; k += lanes) {
        const int64_t row = top - back + k + x;

        if (row >= 0 && row < task.rows && k + x < S::rows)
          dst[k + x] = tile[j][S::more - back + k + x];
      }
  }
}

template <typename T, int rows>
static int
sector_aligned_make (const gk_host *host, const gk_transpose *p,
                     const struct transpose_plan *plan, void **state)
{
  typedef shape<T, rows> S;
  const int64_t down = p->rows + (plan->align ? S::more : 0);
  const struct raster raster = raster_over (
      move_parts (down, S::rows), move_parts (p->cols, S::cols), plan->band);
  const struct sector_aligned_task<T> task = {
    (const T *)p->src, (T *)p->dst, p->src_pitch, p->dst_pitch, p->rows, p->cols
        ,
        (int)((uintptr_t)p->dst % 32 / sizeof (T)), plan->align, raster.step
  };
  struct prepared_shape shape = {};

  shape.grid = raster.grid;
  shape.block = lanes * warps;
  shape.shared = S::bytes;
  return prepared_make (host, sector_aligned_transpose<T, rows>, shape, task,
                        state);
}

extern "C" int
transpose_sector_aligned_make (const gk_host *host, const gk_transpose *p,
                               const struct transpose_plan *plan, void **state)
{
  return move_by_element (p->element, [=] (auto zero) {
    typedef decltype (zero) T;

    return plan->tile == 128
               ? sector_aligned_make<T, 128> (host, p, plan, state)
               : sector_aligned_make<T, 64> (host, p, plan, state);
  });
}

static int
sector_aligned_prepare (const gk_host *host, const gk_device *,
                        const void *problem, const gk_value *values,
                        void **state)
{
  struct transpose_plan plan = {};

  plan.tile = values[0].i == 0 ? 64 : 128;
  plan.band = (int)values[1].i;
  plan.align = values[2].i;
  return transpose_sector_aligned_make (host, (const gk_transpose *)problem,
                                        &plan, state);
}

extern "C" gk_variant
transpose_sector_aligned_variant (void)
{
  static const char *const rows[] = { "64", "128", NULL };
  static const gk_option options[] = {
    cuda_choice ("tile_rows",
                 "rows of a tile: with more, a smaller part of them is read "
                 "twice; with fewer, there are more blocks",
                 "rows", rows, 1),
    transpose_band (),
    cuda_switch ("align",
                 "begin each part of a destination row at a sector of 32 "
                 "bytes, at the cost of up to a sector of rows read twice",
                 1)
  };
  return prepared_variant (sector_aligned_prepare, options, GK_COUNT (options));
}
