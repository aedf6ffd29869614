/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is left when a matrix is small: the time from the launch to the first
 * load, and from there to the last store.
 *
 * A small problem can't fill the device, so bytes under way and instructions
 * for each byte don't matter.  What counts is one way through: index, load,
 * barrier, store.  So an element a thread (or four, with tiles of 32x32), no
 * loop, and offsets of 32 bits where they suffice: a product of 64 bits takes
 * several instructions, one after the other.  Small tiles spread the problem
 * over all multiprocessors.
 */
#include <cuda_runtime.h>

#include "launch.cuh"
#include "plan.h"
#include "variants-cuda.h"
#include "walk.cuh"

template <typename T, typename Index> struct small_task {
  const T *src;
  T *dst;
  Index src_pitch, dst_pitch, rows, cols;
  struct walk_step step;
};

template <typename T, typename Index, int side>
static __global__ void __launch_bounds__ (256)
    small (const struct small_task<T, Index> task)
{
  const int lines = 256 / side; /* of the tile that are moved at a time */
  __shared__ T tile[side][side + 1];
  const int x = (int)(threadIdx.x % side), y = (int)(threadIdx.x / side);
  const Index top = (Index)walk_row (task.step) * side;
  const Index left = (Index)walk_col (task.step) * side;
  T held[side / lines];

  launch_wait ();
#pragma unroll
  for (int k = 0; k < side / lines; k++) {
    const Index row = top + y + k * lines;

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
    const Index col = left + y + k * lines;

    if (col < task.cols && top + x < task.rows)
      task.dst[col * task.dst_pitch + top + x] = tile[x][y + k * lines];
  }
}

template <typename T, typename Index, int side>
static int
run (const gk_host *host, const gk_transpose *p,
     const struct transpose_plan *plan, void *stream)
{
  const struct walk walk = walk_over (move_parts (p->rows, side),
                                      move_parts (p->cols, side), plan->band);
  const struct small_task<T, Index> task = {
    (const T *)p->src, (T *)p->dst, (Index)p->src_pitch, (Index)p->dst_pitch,
        (Index)p->rows, (Index)p->cols, walk.step
  };

  return launch_overlapped (host, small<T, Index, side>, walk.grid, 256, 0,
                            plan->overlap, stream, task);
}

/* Whether 32 bits hold all offsets, those of the tiles at the edges too. */
static bool
is_short (const gk_transpose *p)
{
  const int64_t most = INT64_C (1) << 31;

  return p->rows + 32 <= most / p->src_pitch
         && p->cols + 32 <= most / p->dst_pitch && p->rows < most - 32
         && p->cols < most - 32;
}

extern "C" int
transpose_small_run (const gk_host *host, const gk_transpose *p,
                     const struct transpose_plan *plan, void *stream)
{
  return move_by_element (p->element, [=] (auto zero) {
    typedef decltype (zero) T;

    if (!is_short (p))
      return run<T, int64_t, 32> (host, p, plan, stream);
    return plan->tile == 16 ? run<T, int, 16> (host, p, plan, stream)
                            : run<T, int, 32> (host, p, plan, stream);
  });
}

extern "C" bool
transpose_can_overlap (void)
{
  return launch_can_overlap ((const void *)small<unsigned, int, 16>);
}

extern "C" int
transpose_small_prepare (const gk_host *host, const gk_device *, const void *,
                         const gk_value *values, void **state)
{
  struct transpose_plan *plan
      = (struct transpose_plan *)host->alloc (host, sizeof *plan);

  if (!plan)
    return GK_FAIL;
  *plan = transpose_plan ();
  plan->kernel = TRANSPOSE_SMALL;
  plan->tile = values[0].i == 0 ? 16 : 32;
  plan->overlap = values[1].i && transpose_can_overlap ();
  *state = plan;
  return GK_OK;
}
