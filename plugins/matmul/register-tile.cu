/* SPDX-License-Identifier: BSD-3-Clause
 *
 * With a thread an element, each multiplication needs two reads of shared
 * memory, and these, not the arithmetic, set the pace.  Here each thread keeps
 * 8x8 elements of C in registers: the 8 + 8 values that it reads serve 64
 * multiplications, eight times fewer reads for each.  A block of 256 threads
 * makes a tile of 128x128, so that what it loads from memory is used 128 times.
 *
 * What else it takes to keep the arithmetic busy:
 * - reads and writes of 16 bytes, a quarter of the instructions (in memory
 *   where rows are aligned to that, in shared memory always);
 * - A is stored transposed, so that a thread's values of one column of A lie
 *   side by side; rows there are 16 bytes longer than the tile, else the stores
 *   of a warp would fall on few banks;
 * - two tiles each of A and B: while one is used the next is loaded, first into
 *   registers, where it may arrive late, and one barrier a step is enough.
 *
 * The way has been common knowledge since V. Volkov and J. Demmel,
 * "Benchmarking GPUs to tune dense linear algebra" (2008); the libraries'
 * kernels are built so.
 */
#include "matmul/cuda.h"
#include "matmul/row-major.h"
#include "matmul/tiles.cuh"

namespace
{

enum {
  TILE = 128,           /* rows and columns of C in a block */
  SIDE = 8,             /* and in a thread */
  ACROSS = TILE / SIDE, /* threads along a side of the tile */
  THREADS = ACROSS * ACROSS
};

/* What is read or written at once. */
template <typename T> struct alignas (16) vector {
  enum { N = 16 / sizeof (T) };
  T x[N];
};

/* One step takes this many columns of A and rows of B: 64 bytes of a row of A,
 * or less of 4-byte elements that are loaded one by one, as the addresses of
 * more would not fit in the registers. */
template <typename T, bool WHOLE>
constexpr int inner = WHOLE ? 64 / sizeof (T) : 8;

template <typename T, bool WHOLE> struct tiles {
  enum { N = vector<T>::N };
  alignas (16) T a[inner<T, WHOLE>][TILE + N]; /* transposed */
  alignas (16) T b[inner<T, WHOLE>][TILE];
};

/* The elements [col, col + N) of a row, zero outside of the matrix.  WHOLE:
 * rows begin at multiples of 16 bytes and end there. */
template <typename T, bool WHOLE>
__device__ vector<T>
fetch (const T *matrix, int64_t rows, int64_t cols, int64_t ld, int64_t row,
       int64_t col)
{
  const T *at = matrix + row * ld + col;
  vector<T> v = {};

  if (WHOLE) {
    if (row < rows && col < cols)
      v = *reinterpret_cast<const vector<T> *> (at);
  } else {
#pragma unroll
    for (int e = 0; e < vector<T>::N; e++)
      if (row < rows && col + e < cols)
        v.x[e] = at[e];
  }
  return v;
}

/* A thread's part of one step, on its way from memory to shared memory. */
template <typename T, bool WHOLE> struct in_flight {
  enum {
    N = vector<T>::N,
    A_ROW = inner<T, WHOLE> / N, /* vectors in a row of the tile of A */
    B_ROW = TILE / N,            /* and of B */
    PER_THREAD = TILE * A_ROW / THREADS
  };
  vector<T> a[PER_THREAD], b[PER_THREAD];

  __device__ void
  load (const gk_matmul &p, tile_start tile, int64_t l)
  {
    const T *pa = static_cast<const T *> (p.a);
    const T *pb = static_cast<const T *> (p.b);

#pragma unroll
    for (int s = 0; s < PER_THREAD; s++) {
      const int i = threadIdx.x + s * THREADS;

      a[s] = fetch<T, WHOLE> (pa, p.m, p.n, p.lda, tile.row + i / A_ROW,
                              l + i % A_ROW * N);
      b[s] = fetch<T, WHOLE> (pb, p.n, p.k, p.ldb, l + i / B_ROW,
                              tile.col + i % B_ROW * N);
    }
  }

  __device__ void
  store (tiles<T, WHOLE> &to) const
  {
#pragma unroll
    for (int s = 0; s < PER_THREAD; s++) {
      const int i = threadIdx.x + s * THREADS;

#pragma unroll
      for (int e = 0; e < N; e++)
        to.a[i % A_ROW * N + e][i / A_ROW] = a[s].x[e];
      *reinterpret_cast<vector<T> *> (&to.b[i / B_ROW][i % B_ROW * N]) = b[s];
    }
  }
};

/* A thread's rows, and columns likewise, are groups of N neighbours, a group
 * in each of SIDE / N equal parts of the tile: then the vectors that the
 * threads of a warp read at once lie side by side. */
template <typename T>
__device__ int
place (int thread, int group)
{
  return group * ACROSS * vector<T>::N + thread * vector<T>::N;
}

/* SIDE values of one row of a tile in shared memory. */
template <typename T>
__device__ void
read_side (const T *line, int thread, T side[SIDE])
{
#pragma unroll
  for (int g = 0; g < SIDE / vector<T>::N; g++)
    *reinterpret_cast<vector<T> *> (&side[g * vector<T>::N])
        = *reinterpret_cast<const vector<T> *> (&line[place<T> (thread, g)]);
}

template <typename T, bool WHOLE>
__device__ void
multiply_add (const tiles<T, WHOLE> &from, int down, int right,
              T sum[SIDE][SIDE])
{
#pragma unroll
  for (int l = 0; l < inner<T, WHOLE>; l++) {
    alignas (16) T a[SIDE];
    alignas (16) T b[SIDE];

    read_side (from.a[l], down, a);
    read_side (from.b[l], right, b);
#pragma unroll
    for (int r = 0; r < SIDE; r++)
#pragma unroll
      for (int c = 0; c < SIDE; c++)
        sum[r][c] += a[r] * b[c];
  }
}

/* N neighbours of one row to C. */
template <typename T, bool WHOLE>
__device__ void
put (const gk_matmul &p, int64_t row, int64_t col, const T *sum)
{
  T *at = static_cast<T *> (p.c) + row * p.ldc + col;

  if (row >= p.m)
    return;
  if (WHOLE) {
    if (col < p.k)
      *reinterpret_cast<vector<T> *> (at)
          = *reinterpret_cast<const vector<T> *> (sum);
  } else {
#pragma unroll
    for (int e = 0; e < vector<T>::N; e++)
      if (col + e < p.k)
        at[e] = sum[e];
  }
}

/* Two blocks on a multiprocessor where the registers allow it: one computes
 * while the other waits.  Sums of 8 bytes leave room for one only. */
template <typename T, bool WHOLE>
__global__ void
__launch_bounds__ (THREADS, sizeof (T) == 4 ? 2 : 1)
    register_tile (const gk_matmul p)
{
  enum { N = vector<T>::N };
  __shared__ tiles<T, WHOLE> shared[2];
  const tile_start tile = tile_of_block (p.k, TILE, TILE);
  /* A warp covers 4 threads down and 8 to the right, as near to a square as
   * can be: fewest different values to read. */
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int down = warp / 2 * 4 + lane / 8, right = warp % 2 * 8 + lane % 8;
  in_flight<T, WHOLE> next;
  alignas (16) T sum[SIDE][SIDE] = {};
  int now = 0;

  next.load (p, tile, 0);
  next.store (shared[0]);
  __syncthreads ();
  for (int64_t l = inner<T, WHOLE>; l < p.n; l += inner<T, WHOLE>, now ^= 1) {
    next.load (p, tile, l);
    multiply_add (shared[now], down, right, sum);
    next.store (shared[now ^ 1]);
    __syncthreads ();
  }
  multiply_add (shared[now], down, right, sum);

#pragma unroll
  for (int r = 0; r < SIDE; r++)
#pragma unroll
    for (int g = 0; g < SIDE / N; g++)
      put<T, WHOLE> (p, tile.row + place<T> (down, r / N) + r % N,
                     tile.col + place<T> (right, g), &sum[r][g * N]);
}

template <typename T>
void
launch (const gk_matmul &p, cudaStream_t stream)
{
  const int n = vector<T>::N;
  const unsigned blocks = tiles_in (p.m, p.k, TILE, TILE);
  const bool whole = p.n % n == 0 && p.k % n == 0 && p.lda % n == 0
                     && p.ldb % n == 0 && p.ldc % n == 0;

  if (whole)
    register_tile<T, true><<<blocks, THREADS, 0, stream>>> (p);
  else
    register_tile<T, false><<<blocks, THREADS, 0, stream>>> (p);
}

} /* namespace */

extern "C" int
matmul_register_tile (const gk_host *host, const void *problem, void *state,
                      void *stream)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const cudaStream_t s = static_cast<cudaStream_t> (stream);

  (void)state;
  if (p.dtype == GK_I32)
    launch<uint32_t> (p, s);
  else if (p.dtype == GK_F32)
    launch<float> (p, s);
  else
    launch<double> (p, s);
  return launched (host, "register-tile");
}
