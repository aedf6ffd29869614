/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The common parts of register-tile-vector and register-tile: tiles in shared
 * memory that are accessed by vectors of 16 bytes, and a thread's part of the
 * copies and of the sums.
 */
#ifndef MATMUL_VECTOR_TILE_CUH
#define MATMUL_VECTOR_TILE_CUH

#include "matmul/cuda/cuda.h"
#include "matmul/row-major.h"
#include "matmul/cuda/tiles.cuh"

namespace
{

enum {
  TILE = 128,           /* rows and columns of C in a block */
  SIDE = 8,             /* and in a thread */
  ACROSS = TILE / SIDE, /* threads along a side of the tile */
  THREADS = ACROSS * ACROSS
};

/* One access. */
template <typename T> struct alignas (16) vector {
  enum { N = 16 / sizeof (T) };
  T x[N];
};

/* One step loads this many columns of A and rows of B: 64 bytes of a row. */
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

/* A thread's part of an operand's tile, in registers between global and shared
 * memory. */
template <typename T> struct in_flight {
  enum {
    N = vector<T>::N,
    A_ROW = inner<T> / N, /* vectors in a row of the tile of A */
    B_ROW = TILE / N,     /* and of B */
    PER_THREAD = TILE * A_ROW / THREADS
  };
  vector<T> v[PER_THREAD];

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
  store_b (tiles<T> &to) const
  {
#pragma unroll
    for (int s = 0; s < PER_THREAD; s++) {
      const int i = threadIdx.x + s * THREADS;

      *reinterpret_cast<vector<T> *> (&to.b[i / B_ROW][i % B_ROW * N]) = v[s];
    }
  }
};

/* The addresses that a thread loads from, step after step.  Rows of A below the
 * last are replaced by the last, as their sums are not stored; along the inner
 * dimension, what is outside has to be zero. */
template <typename T, bool WHOLE> struct source {
  using part = in_flight<T>;
  const T *from_a[part::PER_THREAD], *from_b[part::PER_THREAD];
  int b_left; /* columns */

  __device__
  source (const gk_matmul &p, tile_start tile)
  {
    const T *pa = static_cast<const T *> (p.a);
    const T *pb = static_cast<const T *> (p.b);

    /* THREADS is a multiple of B_ROW: always the same columns. */
    b_left = static_cast<int> (min (p.k - tile.col, int64_t (TILE)))
             - static_cast<int> (threadIdx.x % part::B_ROW * part::N);
#pragma unroll
    for (int s = 0; s < part::PER_THREAD; s++) {
      const int i = threadIdx.x + s * THREADS;
      const int64_t row = min (tile.row + i / part::A_ROW, p.m - 1);

      from_a[s] = pa + row * p.lda + i % part::A_ROW * part::N;
      from_b[s]
          = pb + i / part::B_ROW * p.ldb + tile.col + i % part::B_ROW * part::N;
    }
  }

  /* Loads the next step; `left` of the inner dimension are left. */
  __device__ void
  load_a (int left, part &to)
  {
#pragma unroll
    for (int s = 0; s < part::PER_THREAD; s++) {
      const int i = threadIdx.x + s * THREADS;

      to.v[s] = fetch<T, WHOLE> (from_a[s], left - i % part::A_ROW * part::N);
      from_a[s] += inner<T>;
    }
  }

  __device__ void
  load_b (int left, int64_t ldb, part &to)
  {
#pragma unroll
    for (int s = 0; s < part::PER_THREAD; s++) {
      const int i = threadIdx.x + s * THREADS;

      to.v[s]
          = fetch<T, WHOLE> (from_b[s], i / part::B_ROW < left ? b_left : 0);
      from_b[s] += inner<T> * ldb;
    }
  }
};

/* A thread's position among those of the tile.  A warp covers 4 threads down
 * and 8 to the right, as near to a square as possible, so that it reads the
 * fewest different values. */
struct thread_position {
  int down, right;
};

__device__ inline thread_position
find_thread_position (void)
{
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

  return { warp / 2 * 4 + lane / 8, warp % 2 * 8 + lane % 8 };
}

/* A thread's rows, and columns likewise, are groups of N neighbours, a group in
 * each of SIDE / N equal parts of the tile: then the vectors that the threads
 * of a warp read at once are contiguous. */
template <typename T>
__device__ int
group_offset (int thread, int group)
{
  return group * ACROSS * vector<T>::N + thread * vector<T>::N;
}

/* Reads SIDE values of one row of a tile in shared memory. */
template <typename T>
__device__ void
read_fragment (const T *line, int thread, T side[SIDE])
{
#pragma unroll
  for (int g = 0; g < SIDE / vector<T>::N; g++)
    *reinterpret_cast<vector<T> *> (&side[g * vector<T>::N])
        = *reinterpret_cast<const vector<T> *> (
            &line[group_offset<T> (thread, g)]);
}

/* Adds the products of the tiles' rows from begin to end to a thread's sums. */
template <typename T>
__device__ void
multiply_add (const tiles<T> &from, int begin, int end, thread_position at,
              T sum[SIDE][SIDE])
{
#pragma unroll
  for (int l = begin; l < end; l++) {
    alignas (16) T a[SIDE];
    alignas (16) T b[SIDE];

    read_fragment (from.a[l], at.down, a);
    read_fragment (from.b[l], at.right, b);
#pragma unroll
    for (int r = 0; r < SIDE; r++)
#pragma unroll
      for (int c = 0; c < SIDE; c++)
        sum[r][c] += a[r] * b[c];
  }
}

/* Stores N neighbours of one row of C. */
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

/* Stores a thread's sums. */
template <typename T, bool WHOLE>
__device__ void
put_all (const gk_matmul &p, tile_start tile, thread_position at,
         const T sum[SIDE][SIDE])
{
  enum { N = vector<T>::N };

#pragma unroll
  for (int r = 0; r < SIDE; r++)
#pragma unroll
    for (int g = 0; g < SIDE / N; g++)
      put<T, WHOLE> (p, tile.row + group_offset<T> (at.down, r / N) + r % N,
                     tile.col + group_offset<T> (at.right, g), &sum[r][g * N]);
}

/* Whether rows of all matrices begin at multiples of 16 bytes and end there. */
template <typename T>
bool
is_whole (const gk_matmul &p)
{
  const int n = vector<T>::N;

  return p.n % n == 0 && p.k % n == 0 && p.lda % n == 0 && p.ldb % n == 0
         && p.ldc % n == 0;
}

/* The kernels of a rung, by type: for whole problems, and for others. */
struct vector_kernels {
  void (*of_i32[2]) (gk_matmul), (*of_f32[2]) (gk_matmul),
      (*of_f64[2]) (gk_matmul);
};

/* For a variant's launch. */
inline int
vector_launch (const gk_host *host, const void *problem, void *stream,
               const vector_kernels &kernels)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const unsigned blocks = tiles_in (p.m, p.k, TILE, TILE);
  void (*const kernel) (gk_matmul)
      = p.dtype == GK_I32   ? kernels.of_i32[!is_whole<uint32_t> (p)]
        : p.dtype == GK_F32 ? kernels.of_f32[!is_whole<float> (p)]
                            : kernels.of_f64[!is_whole<double> (p)];

  kernel<<<blocks, THREADS, 0, static_cast<cudaStream_t> (stream)>>> (p);
  return cuda_launched (host, cudaGetLastError ());
}

} /* namespace */

#endif /* MATMUL_VECTOR_TILE_CUH */
