/* SPDX-License-Identifier: BSD-3-Clause
 *
 * small: the shortest time from the launch to the first load, and from there to
 * the last store.
 *
 * A small problem can't fill the device, so neither bytes in flight nor
 * instructions per byte matter.  What matters is the latency of one pass:
 * index, load, barrier, store.  So there is one pass with one element per
 * thread (or four, with tiles of 32x32), no loop, and offsets of 32 bits where
 * they suffice: a product of 64 bits takes several dependent instructions.
 * Small tiles spread the problem over all multiprocessors.
 */
#include <cuda_runtime.h>

#include "cuda/pdl.cuh"
#include "cuda/prepared.cuh"
#include "make.h"
#include "move/kernel.cuh"
#include "raster.cuh"
#include "tunables.h"

template <typename T, typename Offset> struct small_transpose_task {
  const T *src;
  T *dst;
  Offset src_pitch, dst_pitch, rows, cols;
  struct raster_step raster;
};

template <typename T, typename Offset, int side>
static __global__ void __launch_bounds__ (256)
    small_transpose (const struct small_transpose_task<T, Offset> task)
{
  const int lines = 256 / side; /* rows of the tile that are moved at a time */
  __shared__ T tile[side][side + 1];
  const int x = (int)(threadIdx.x % side), y = (int)(threadIdx.x / side);
  const Offset top = (Offset)raster_row (task.raster) * side;
  const Offset left = (Offset)raster_col (task.raster) * side;
  T held[side / lines];

  pdl_wait ();
#pragma unroll
  for (int k = 0; k < side / lines; k++) {
    const Offset row = top + y + k * lines;

    if (row < task.rows && left + x < task.cols)
      held[k] = task.src[row * task.src_pitch + left + x];
    else
      held[k] = T ();
  }
#pragma unroll
  for (int k = 0; k < side / lines; k++)
    tile[y + k * lines][x] = held[k];
  __syncthreads ();
#pragma unroll
  for (int k = 0; k < side / lines; k++) {
    const Offset col = left + y + k * lines;

    if (col < task.cols && top + x < task.rows)
      task.dst[col * task.dst_pitch + top + x] = tile[x][y + k * lines];
  }
}

template <typename T, typename Offset, int side>
static int
small_make (const gk_host *host, const gk_transpose *p, bool pdl, void **state)
{
  const struct raster raster
      = raster_over (move_parts (p->rows, side), move_parts (p->cols, side), 0);
  const struct small_transpose_task<T, Offset> task = {
    (const T *)p->src, (T *)p->dst, (Offset)p->src_pitch, (Offset)p->dst_pitch,
        (Offset)p->rows, (Offset)p->cols, raster.step
  };
  struct prepared_shape shape = {};

  shape.grid = raster.grid;
  shape.block = 256;
  shape.pdl = pdl;
  return prepared_make (host, small_transpose<T, Offset, side>, shape, task,
                        state);
}

extern "C" int
transpose_small_make (const gk_host *host, const gk_transpose *p, int tile,
                      bool pdl, void **state)
{
  return move_by_type (
      p->element,
      move_short_offsets (p->rows, p->src_pitch, p->cols, p->dst_pitch),
      [=] (auto zero, auto offset) {
        typedef decltype (zero) T;
        typedef decltype (offset) Offset;

        return tile == 16 ? small_make<T, Offset, 16> (host, p, pdl, state)
                          : small_make<T, Offset, 32> (host, p, pdl, state);
      });
}

static int
small_prepare (const gk_host *host, const gk_device *, const void *problem,
               const gk_value *values, void **state)
{
  return transpose_small_make (host, (const gk_transpose *)problem,
                               values[0].i == 0 ? 16 : 32, values[1].i, state);
}

extern "C" gk_variant
transpose_small_variant (void)
{
  static const char *const tiles[] = { "16", "32", NULL };
  static const gk_option options[] = {
    cuda_choice ("small_tile",
                 "rows and columns of a tile: small ones spread a small matrix "
                 "over all multiprocessors, large ones need fewer blocks",
                 "elements", tiles, 0),
    transpose_pdl ()
  };
  return prepared_variant (small_prepare, options, GK_COUNT (options));
}
