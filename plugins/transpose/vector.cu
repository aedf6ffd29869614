/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vector: loads and stores of 16 bytes everywhere: from src, to and from shared
 * memory, to dst.
 *
 * A vector is the elements in 16 bytes: V of them, four where an element has 4
 * bytes.  A thread reads V vectors, one below the other, which is a square of
 * VxV elements, and transposes it in its registers; then each of its vectors is
 * a part of a row of dst.  Shared memory only collects the vectors of one row,
 * so that rows are written in pieces as long as those that were read.
 *
 * What changes from `shared-rows`: a quarter of the instructions move the same
 * bytes (with 4-byte elements), and each thread has 64 bytes in flight instead
 * of 16.  4096x4096 f32 takes 32.8 us instead of 35.2 (H200).
 *
 * Shared memory serves 16 bytes to eight threads at a time, which must use
 * eight different groups of four banks.  Eight consecutive threads write to the
 * same column in rows V apart: all in one group.  Padding can't spread them,
 * since its length, a whole number of vectors, counts V times.  So the index in
 * the row is permuted instead, by an XOR swizzle: in the rows of square s,
 * vector c is stored at c ^ (s & 7).  Reads follow a row, where any permutation
 * uses all groups.
 */
#include <cuda_runtime.h>

#include "cuda/prepared.cuh"
#include "move/kernel.cuh"
#include "plan.h"
#include "register-transpose.cuh"
#include "swizzle.cuh"

struct vector_task {
  const char *src;
  char *dst;
  int64_t src_pitch, dst_pitch; /* bytes */
  int rows, cols;               /* elements */
};

/* Constants for a size of element.  Single bytes make large squares: a tile of
 * as many vectors would not fit in shared memory. */
template <typename T> struct shape {
  static const int v = 16 / sizeof (T);             /* elements of a vector */
  static const int side = sizeof (T) == 1 ? 8 : 16; /* vectors of a tile's
                                                       side */
  static const int elements = side * v;             /* elements of a tile's
                                                       side */
};

/* Stores a vector, or its part before the end of a row of dst. */
template <typename T>
static __device__ __forceinline__ void
store_element (char *to, uint4 vector, int left)
{
  union {
    uint4 all;
    T element[shape<T>::v];
  } part;

  part.all = vector;
  if (left >= shape<T>::v)
    *(uint4 *)to = vector;
  else
#pragma unroll
    for (int e = 0; e < shape<T>::v; e++)
      if (e < left)
        ((T *)to)[e] = part.element[e];
}

template <typename T>
static __global__ void
__launch_bounds__ (shape<T>::side *shape<T>::side)
    vector_transpose (const struct vector_task task)
{
  typedef shape<T> S;
  __shared__ uint4 tile[S::elements * S::side];
  const int top = (int)(blockIdx.y + blockIdx.z * gridDim.y) * S::elements;
  const int left = (int)blockIdx.x * S::elements;
  const int x = threadIdx.x, y = threadIdx.y;
  /* This thread's square of src, and its first vector of dst. */
  const int row = top + y * S::v, col = left + x * S::v;
  const int to_row = left + y, to_col = top + x * S::v;
  const char *src = task.src + row * task.src_pitch + col * (int64_t)sizeof (T);
  char *dst = task.dst + to_row * task.dst_pitch + to_col * (int64_t)sizeof (T);
  union chunk in[S::v], out[S::v];

  /* A vector that crosses the end of a row is read whole: padding follows,
   * otherwise the next row would not be aligned. */
#pragma unroll
  for (int k = 0; k < S::v; k++) {
    in[k].all = uint4 ();
    if (row + k < task.rows && col < task.cols)
      in[k].all = *(const uint4 *)(src + k * task.src_pitch);
  }
  register_transpose<T> (in, out);
#pragma unroll
  for (int k = 0; k < S::v; k++)
    tile[swizzled_index (x * S::v + k, y, S::v, S::side)] = out[k].all;
  __syncthreads ();
#pragma unroll
  for (int k = 0; k < S::v; k++)
    if (to_row + k * S::side < task.cols)
      store_element<T> (
          dst + k * S::side * task.dst_pitch,
          tile[swizzled_index (y + k * S::side, x, S::v, S::side)],
          task.rows - to_col);
}

/* Matrices higher than a grid continue along z. */
static dim3
grid_over (int64_t tiles_down, int64_t tiles_across)
{
  const int64_t high
      = tiles_down < MOVE_MAX_GRID_Y ? tiles_down : MOVE_MAX_GRID_Y;

  return dim3 ((unsigned)tiles_across, (unsigned)high,
               (unsigned)move_parts (tiles_down, high));
}

static int
vector_prepare (const gk_host *host, const gk_device *, const void *problem,
                const gk_value *, void **state)
{
  const gk_transpose *p = (const gk_transpose *)problem;

  if (transpose_vector_fits (host, p) != GK_OK)
    return GK_SKIP;
  return move_by_element (p->element, [=] (auto zero) {
    typedef decltype (zero) T;
    typedef shape<T> S;
    const struct vector_task task = { (const char *)p->src,
                                      (char *)p->dst,
                                      p->src_pitch * (int64_t)sizeof (T),
                                      p->dst_pitch * (int64_t)sizeof (T),
                                      (int)p->rows,
                                      (int)p->cols };
    struct prepared_shape shape = {};

    shape.grid = grid_over (move_parts (p->rows, S::elements),
                            move_parts (p->cols, S::elements));
    shape.block = dim3 (S::side, S::side);
    return prepared_make (host, vector_transpose<T>, shape, task, state);
  });
}

extern "C" gk_variant
transpose_vector_variant (void)
{
  return prepared_variant (vector_prepare, NULL, 0);
}
