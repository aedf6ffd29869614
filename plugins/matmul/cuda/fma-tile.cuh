/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A tile of C on CUDA cores: what a thread has of it, how the operands' tiles
 * lie in shared memory, and how they are multiplied.  How they come there is
 * the caller's.
 *
 * A thread has 8 x 16 sums (of 4 bytes; 8 x 8 of 8), so that 24 numbers that
 * are read serve 128 multiplications.  The 32 threads of a warp stand 8 down
 * and 4 across.
 *
 * B lies as in memory, row after row.  A does, too: transposing it would take a
 * copy for each element.  Instead a thread reads 16 bytes along each of its
 * rows, which are several steps along the inner dimension: no more reads than
 * of a transposed tile.  As its values of the last of these steps are used up,
 * row by row, the next 16 bytes of that row take their place, so that they need
 * no second set of registers.
 *
 * Bank conflicts: 16-byte chunks of a row of A are XOR-swizzled by the row's
 * number, so that eight rows' chunks of the same steps are in different banks.
 * A warp's read of 16 bytes a thread is done in two passes instead of four
 * where neighbouring lanes, or those two apart, read the same: so lane bit 0
 * goes across and bit 1 down.
 *
 * The idea of the interleaved lanes is CUTLASS's, that of the swizzle is what
 * TMA does for wgmma.
 */
#ifndef MATMUL_FMA_TILE_CUH
#define MATMUL_FMA_TILE_CUH

#include "fma.h"

/* What is read or written at once. */
template <typename T> struct alignas (16) fma_vector {
  T x[16 / sizeof (T)];
};

/* down x across warps make the tile, all of them `slices` times: each time for
 * other steps along the inner dimension.  line: bytes of a row of A that are
 * loaded in one step.  blocks: of them, on a multiprocessor. */
template <typename T, int thread_rows_, int vectors_, int down_, int across_,
          int slices_, int line_, int blocks_>
struct fma_shape {
  using type = T;
  enum {
    n = 16 / sizeof (T), /* elements of a vector */
    thread_rows = thread_rows_,
    vectors = vectors_, /* of a row of a thread's sums */
    thread_cols = vectors * n,
    across = across_,
    rows = down_ * 8 * thread_rows,
    cols = across * 4 * thread_cols,
    group = 32 * down_ * across, /* threads that share a stage */
    slices = slices_,
    threads = group * slices,
    line = line_,
    chunks = line / 16,
    inner = chunks * n,
    row_b = cols * (int)sizeof (T),
    a_bytes = rows * line,
    stage = a_bytes + inner * row_b,
    blocks = blocks_
  };
};

/* By which a chunk of this row of A is elsewhere. */
template <int chunks>
static __device__ __forceinline__ int
fma_swizzle (int row)
{
  return row / (8 / chunks) % chunks;
}

/* A thread's first row and column in the tile.  Its rows are 8 apart, its
 * vectors of a row 4 vectors. */
struct fma_position {
  int row, col;
};

template <typename S>
static __device__ __forceinline__ struct fma_position
fma_find_position (int thread)
{
  const int lane = thread % 32, warp = thread / 32;

  return { warp / S::across * 8 * S::thread_rows + lane / 2 % 8,
           (warp % S::across * 4 * S::vectors + lane % 2 + lane / 16 * 2)
               * S::n };
}

/* What a thread holds for the next multiplications: n steps of A's rows, and
 * one step of B's columns while another one comes. */
template <typename S> struct fma_fragments {
  fma_vector<typename S::type> a[S::thread_rows];
  fma_vector<typename S::type> b[2][S::vectors];
};

template <typename S>
static __device__ __forceinline__ fma_vector<typename S::type>
fma_read (const unsigned char *from)
{
  return *reinterpret_cast<const fma_vector<typename S::type> *> (from);
}

template <typename S>
static __device__ __forceinline__ void
fma_read_a (const unsigned char *from, struct fma_fragments<S> &f)
{
#pragma unroll
  for (int i = 0; i < S::thread_rows; i++)
    f.a[i] = fma_read<S> (from + i * 8 * S::line);
}

template <typename S>
static __device__ __forceinline__ void
fma_read_b (const unsigned char *from, fma_vector<typename S::type> *b)
{
#pragma unroll
  for (int j = 0; j < S::vectors; j++)
    b[j] = fma_read<S> (from + j * 64);
}

/* Row i's part of a step.  Columns go to and fro, so that at the turn both
 * factors of one multiplication are among those of the next. */
template <typename S>
static __device__ __forceinline__ void
fma_row (const struct fma_fragments<S> &f, int e, int i,
         fma_vector<typename S::type> *sums)
{
#pragma unroll
  for (int k = 0; k < S::thread_cols; k++) {
    const int j = i % 2 == 0 ? k : S::thread_cols - 1 - k;

    sums[j / S::n].x[j % S::n]
        += f.a[i].x[e] * f.b[e % 2][j / S::n].x[j % S::n];
  }
}

/* All steps of a chunk but the last; row e + 1 of B's tile is at b + row_b. */
template <typename S>
static __device__ __forceinline__ void
fma_begin_chunk (
    const unsigned char *b, struct fma_fragments<S> &f,
    fma_vector<typename S::type> (&sums)[S::thread_rows][S::vectors])
{
#pragma unroll
  for (int e = 0; e < S::n - 1; e++) {
    fma_read_b<S> (b + (e + 1) * S::row_b, f.b[(e + 1) % 2]);
#pragma unroll
    for (int i = 0; i < S::thread_rows; i++)
      fma_row<S> (f, e, i, sums[i]);
  }
}

/* The last, and the reads of the next chunk. */
template <typename S>
static __device__ __forceinline__ void
fma_end_chunk (const unsigned char *a, const unsigned char *b,
               struct fma_fragments<S> &f,
               fma_vector<typename S::type> (&sums)[S::thread_rows][S::vectors])
{
  fma_read_b<S> (b, f.b[0]);
#pragma unroll
  for (int i = 0; i < S::thread_rows; i++) {
    fma_row<S> (f, S::n - 1, i, sums[i]);
    f.a[i] = fma_read<S> (a + i * 8 * S::line);
  }
}

/* n neighbours of one row to C. */
template <typename S>
static __device__ __forceinline__ void
fma_store (const struct fma_task &task, int64_t row, int64_t col,
           const fma_vector<typename S::type> &sums)
{
  typename S::type *at
      = static_cast<typename S::type *> (task.c) + row * task.ldc + col;

  if (row >= task.rows || col >= task.cols)
    return;
  if (task.aligned_c && col + S::n <= task.cols)
    *reinterpret_cast<fma_vector<typename S::type> *> (at) = sums;
  else
#pragma unroll
    for (int e = 0; e < S::n; e++)
      if (col + e < task.cols)
        at[e] = sums.x[e];
}

/* A thread's sums; row and col: the tile's first. */
template <typename S>
static __device__ __forceinline__ void
fma_store_tile (
    const struct fma_task &task, int64_t row, int64_t col, int thread,
    const fma_vector<typename S::type> (&sums)[S::thread_rows][S::vectors])
{
  const struct fma_position p = fma_find_position<S> (thread);

#pragma unroll
  for (int i = 0; i < S::thread_rows; i++)
#pragma unroll
    for (int j = 0; j < S::vectors; j++)
      fma_store<S> (task, row + p.row + i * 8, col + p.col + j * 4 * S::n,
                    sums[i][j]);
}

#endif /* MATMUL_FMA_TILE_CUH */
