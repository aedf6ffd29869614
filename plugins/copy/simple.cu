/* SPDX-License-Identifier: BSD-3-Clause
 *
 * simple: one element per thread, in blocks of 32x32 threads.
 *
 * Threads with consecutive threadIdx.x access consecutive elements, so the 32
 * reads of a warp fall into a few lines of memory and are served as one (they
 * coalesce); so do its writes.  That is the one thing that a kernel must get
 * right.  What it wastes: each element costs the start of a thread and an index
 * computation, and no thread has more than one read in flight.
 *
 * A block occupies its place on a multiprocessor until its last warp has
 * finished.  Two blocks of 1024 threads fill a multiprocessor; of blocks with
 * 256 threads (`block` = 32x8) eight do, and one that ends makes room sooner.
 */
#include <cuda_runtime.h>

#include "cuda/variant.h"
#include "matrix.cuh"

static const int across = 32; /* threads of a block along a row, and across
                                 rows: */
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

  /* Computing the addresses first loads their parameters together with
   * blockIdx. */
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
  static const gk_option options[]
      = { cuda_choice ("block",
                       "threads per block: more small blocks fit a "
                       "multiprocessor, and one that ends makes room sooner",
                       "threads", blocks, 0) };
  gk_variant v = cuda_variant (simple_launch);

  v.options = options;
  v.n_options = GK_COUNT (options);
  v.prepare = simple_prepare;
  return v;
}
