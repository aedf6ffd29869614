/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A thread an element, 32x32 of them a block.
 *
 * Threads with neighbouring threadIdx.x take neighbouring elements, so the 32
 * reads of a warp fall into the same few lines of memory and are served as one
 * (they are coalesced); the writes likewise.  That is the one thing that must
 * be right.  What it wastes: a thread is started, and an index made, for every
 * element, and no thread has more than one read in flight.
 *
 * A block keeps its place on a multiprocessor until its last warp is through.
 * Two blocks of 1024 threads fill one; of blocks with 256 (`block` = 32x8)
 * eight do, and one that ends makes room sooner.
 */
#include <cuda_runtime.h>

#include "cuda/variant.h"
#include "matrix.cuh"

static const int across = 32; /* threads of a block, and down: */
static const int downs[] = { 32, 8 };

template <typename T, typename Offset>
static __global__ void
simple_copy (const T *src, T *dst, Offset rows, Offset cols, Offset src_pitch,
             Offset dst_pitch)
{
  const Offset row = (Offset)blockIdx.y * blockDim.y + threadIdx.y;
  const Offset col = (Offset)blockIdx.x * across + threadIdx.x;

  const T *from = &src[row * src_pitch + col];
  T *to = &dst[row * dst_pitch + col];

  /* Addresses first: so their parameters are loaded while blockIdx is. */
  if (row < rows && col < cols)
    *to = *from;
}

static int
simple_prepare (const gk_host *, const gk_device *, const void *,
                const gk_value *values, void **state)
{
  *state = (void *)&downs[values[0].i];
  return GK_OK;
}

static int
simple_launch (const gk_host *host, const void *problem, void *state,
               void *stream)
{
  const gk_copy *p = (const gk_copy *)problem;
  const int down = *(const int *)state;

  return move_by_tiles (
      host, copy_matrix (p), { down, across, dim3 (across, down) }, stream,
      [] (auto zero, auto offset) {
        return simple_copy<decltype (zero), decltype (offset)>;
      });
}

extern "C" gk_variant
copy_simple_variant (void)
{
  static const char *const blocks[] = { "32x32", "32x8", NULL };
  static const gk_option options[] = { cuda_choice (
      "block",
      "threads of a block: of the smaller ones more fit a multiprocessor, and "
      "one that ends makes room sooner",
      "threads", blocks, 0) };
  gk_variant v = cuda_variant (
      "simple",
      "a thread an element; neighbours read neighbours, so 32 reads coalesce "
      "into one",
      simple_launch);

  v.options = options;
  v.n_options = GK_COUNT (options);
  v.prepare = simple_prepare;
  return v;
}
