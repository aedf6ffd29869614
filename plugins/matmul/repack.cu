/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A block takes a square of 64 x 64 elements: it reads along the rows of the
 * source and writes along those of the destination, 16 bytes a thread, with the
 * square in shared memory in between.
 */
#include <cuda_runtime.h>

#include "cuda/pdl.cuh"
#include "cuda/prepared.cuh"
#include "repack.h"

enum { SIDE = 64, THREADS = 256 };

struct task {
  struct repack_matrix matrices[2];
  int64_t first; /* squares of the first matrix */
};

static __host__ __device__ int64_t
squares_over (int64_t length)
{
  return (length + SIDE - 1) / SIDE;
}

template <typename T>
static __global__ void
__launch_bounds__ (THREADS)
    repack (const __grid_constant__ struct task task)
{
  enum { V = 16 / sizeof (T) };
  /* An odd number of words from row to row: those of a column are on different
   * banks. */
  __shared__ T square[SIDE][SIDE + 4 / sizeof (T)];
  const bool second = blockIdx.x >= task.first;
  const struct repack_matrix &m = task.matrices[second];
  const int64_t n = blockIdx.x - (second ? task.first : 0);
  const int64_t across = squares_over (m.cols);
  const int64_t row = n / across * SIDE, col = n % across * SIDE;
  const T *from = static_cast<const T *> (m.from);
  const int x = threadIdx.x % SIDE;

  pdl_wait ();
#pragma unroll
  for (int y = threadIdx.x / SIDE; y < SIDE; y += THREADS / SIDE) {
    const int64_t r = row + (m.transpose ? x : y);
    const int64_t c = col + (m.transpose ? y : x);

    if (r < m.rows && c < m.cols)
      square[m.transpose ? x : y][m.transpose ? y : x]
          = from[m.transpose ? c * m.from_pitch + r : r * m.from_pitch + c];
  }
  __syncthreads ();
#pragma unroll
  for (int i = threadIdx.x; i < SIDE * SIDE / V; i += THREADS) {
    const int y = i / (SIDE / V), begin = i % (SIDE / V) * V;
    alignas (16) T v[V];

#pragma unroll
    for (int e = 0; e < V; e++)
      v[e] = square[y][begin + e];
    if (row + y < m.rows && col + begin < m.pitch)
      *reinterpret_cast<uint4 *> (static_cast<T *> (m.to)
                                  + (row + y) * m.pitch + col + begin)
          = *reinterpret_cast<const uint4 *> (v);
  }
}

template <typename T>
static int
make (const gk_host *host, const struct task &task, int64_t blocks,
      void **state)
{
  struct prepared_shape shape = {};

  shape.grid = dim3 ((unsigned)blocks);
  shape.block = dim3 (THREADS);
  return prepared_make (host, repack<T>, shape, task, state);
}

extern "C" int
repack_make (const gk_host *host, const struct repack_matrix *matrices, int n,
             uint32_t element, void **state)
{
  struct task task = {};
  int64_t blocks = 0;

  for (int i = 0; i < n; i++) {
    task.matrices[i] = matrices[i];
    if (i == 1)
      task.first = blocks;
    blocks += squares_over (matrices[i].rows) * squares_over (matrices[i].cols);
  }
  if (n == 1)
    task.first = blocks;
  if (blocks >= INT64_C (1) << 31) {
    host->error (host, "the operands have more tiles than a grid takes blocks; "
                       "make the sizes smaller");
    return GK_SKIP;
  }
  if (element == 1)
    return make<uint8_t> (host, task, blocks, state);
  return element == 2 ? make<uint16_t> (host, task, blocks, state)
                      : make<uint32_t> (host, task, blocks, state);
}
