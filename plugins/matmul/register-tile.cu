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
 * - double buffering, two tiles each of A and B: while one is used the next is
 *   loaded, first into registers, where it may arrive late, and one barrier a
 *   step is enough.  A and B take turns, each for half a step, as there are
 *   registers for one.
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

/* One step takes this many columns of A and rows of B: 64 bytes of a row. */
template <typename T> constexpr int inner = 64 / sizeof (T);

template <typename T> struct tiles {
  enum { N = vector<T>::N };
  alignas (16) T a[inner<T>][TILE + N]; /* transposed */
  alignas (16) T b[inner<T>][TILE];
};

/* N neighbours of a row of which `left` are inside of the matrix; zero for the
 * others.  WHOLE: rows begin at multiples of 16 bytes and end there. */
template <typename T, bool WHOLE>
__device__ vector<T>
fetch (const T *at, int left)
{
  vector<T> v = {};

  if (WHOLE) {
    if (left > 0)
      v = *reinterpret_cast<const vector<T> *> (at);
  } else {
#pragma unroll
    for (int e = 0; e < vector<T>::N; e++)
      if (e < left)
        v.x[e] = at[e];
  }
  return v;
}

/* A thread's part of one step, on its way from memory to shared memory.  Rows
 * of A below the last are taken from the last, as what comes of them is not
 * written; along the inner dimension, what is outside has to be zero. */
template <typename T, bool WHOLE> struct in_flight {
  enum {
    N = vector<T>::N,
    INNER = inner<T>,
    A_ROW = INNER / N, /* vectors in a row of the tile of A */
    B_ROW = TILE / N,  /* and of B */
    PER_THREAD = TILE * A_ROW / THREADS
  };
  const T *from_a[PER_THREAD], *from_b[PER_THREAD];
  int b_left; /* columns */
  vector<T> v[PER_THREAD];

  __device__
  in_flight (const gk_matmul &p, tile_start tile)
  {
    const T *pa = static_cast<const T *> (p.a);
    const T *pb = static_cast<const T *> (p.b);

    /* THREADS is a multiple of B_ROW: always the same columns. */
    b_left = static_cast<int> (min (p.k - tile.col, int64_t (TILE)))
             - static_cast<int> (threadIdx.x % B_ROW * N);
#pragma unroll
    for (int s = 0; s < PER_THREAD; s++) {
      const int i = threadIdx.x + s * THREADS;
      const int64_t row = min (tile.row + i / A_ROW, p.m - 1);

      from_a[s] = pa + row * p.lda + i % A_ROW * N;
      from_b[s] = pb + i / B_ROW * p.ldb + tile.col + i % B_ROW * N;
    }
  }

  /* Of the next step; `left` of the inner dimension are left. */
  __device__ void
  load_a (int left)
  {
#pragma unroll
    for (int s = 0; s < PER_THREAD; s++) {
      const int i = threadIdx.x + s * THREADS;

      v[s] = fetch<T, WHOLE> (from_a[s], left - i % A_ROW * N);
      from_a[s] += INNER;
    }
  }

  __device__ void
  store_a (tiles<T> &to) const
  {
#pragma unroll
    for (int s = 0; s < PER_THREAD; s++) {
      const int i = threadIdx.x + s * THREADS;

#pragma unroll
      for (int e = 0; e < N; e++)
        to.a[i % A_ROW * N + e][i / A_ROW] = v[s].x[e];
    }
  }

  __device__ void
  load_b (int left, int64_t ldb)
  {
#pragma unroll
    for (int s = 0; s < PER_THREAD; s++) {
      const int i = threadIdx.x + s * THREADS;

      v[s] = fetch<T, WHOLE> (from_b[s], i / B_ROW < left ? b_left : 0);
      from_b[s] += INNER * ldb;
    }
  }

  __device__ void
  store_b (tiles<T> &to) const
  {
#pragma unroll
    for (int s = 0; s < PER_THREAD; s++) {
      const int i = threadIdx.x + s * THREADS;

      *reinterpret_cast<vector<T> *> (&to.b[i / B_ROW][i % B_ROW * N]) = v[s];
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

template <typename T>
__device__ void
multiply_add (const tiles<T> &from, int half, int down, int right,
              T sum[SIDE][SIDE])
{
  enum { HALF = inner<T> / 2 };

#pragma unroll
  for (int l = half * HALF; l < (half + 1) * HALF; l++) {
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
  __shared__ tiles<T> shared[2];
  const tile_start tile = tile_of_block (p.k, TILE, TILE);
  /* A warp covers 4 threads down and 8 to the right, as near to a square as
   * can be: fewest different values to read. */
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int down = warp / 2 * 4 + lane / 8, right = warp % 2 * 8 + lane % 8;
  in_flight<T, WHOLE> next (p, tile);
  alignas (16) T sum[SIDE][SIDE] = {};
  int now = 0;
  /* Counted in int, as every register counts; the inner dimension of more than
   * 2^31 steps would need more memory than any device has. */
  const int steps = static_cast<int> (tiles_over (p.n, inner<T>));
  const int tail = static_cast<int> (p.n - int64_t (steps - 1) * inner<T>);

  next.load_a (steps > 1 ? inner<T> : tail);
  next.store_a (shared[0]);
  next.load_b (steps > 1 ? inner<T> : tail, p.ldb);
  next.store_b (shared[0]);
  __syncthreads ();
  /* The last step loads nothing more, and leaves zeros that nobody reads. */
  for (int step = 1; step <= steps; step++, now ^= 1) {
    const int left = step < steps - 1 ? inner<T> : step < steps ? tail : 0;

    next.load_a (left);
    multiply_add (shared[now], 0, down, right, sum);
    next.store_a (shared[now ^ 1]);
    next.load_b (left, p.ldb);
    multiply_add (shared[now], 1, down, right, sum);
    next.store_b (shared[now ^ 1]);
    __syncthreads ();
  }

#pragma unroll
  for (int r = 0; r < SIDE; r++)
#pragma unroll
    for (int g = 0; g < SIDE / N; g++)
      put<T, WHOLE> (p, tile.row + place<T> (down, r / N) + r % N,
                     tile.col + place<T> (right, g), &sum[r][g * N]);
}

template <typename T>
void
launch_of (const gk_matmul &p, cudaStream_t stream)
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

static int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const cudaStream_t s = static_cast<cudaStream_t> (stream);

  if (p.dtype == GK_I32)
    launch_of<uint32_t> (p, s);
  else if (p.dtype == GK_F32)
    launch_of<float> (p, s);
  else
    launch_of<double> (p, s);
  return cuda_launched (host, cudaGetLastError ());
}

extern "C" gk_variant
matmul_register_tile_variant (void)
{
  return matmul_cuda_variant (
      "register-tile",
      "each thread keeps 8x8 sums in registers: 64 multiplications for each 16 "
      "reads of shared memory; double buffering",
      launch);
}
