/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A tile of C on CUDA cores: a thread's part of it, the layout of the operands'
 * tiles in shared memory, and the multiplication.  The caller loads the tiles.
 *
 * A thread has 8 x 16 sums (for 4 bytes; 8 x 8 for 8), so that it reads 24
 * numbers for 128 multiplications.  The 32 threads of a warp are 8 down by 4
 * across.
 *
 * B has the layout that it has in memory, row after row.  So has A: transposing
 * it would take a copy for each element.  Instead a thread reads 16 bytes along
 * each of its rows, several elements of the inner dimension: no more reads than
 * of a transposed tile.  While it multiplies by the last of them, row by row,
 * the row's next 16 bytes replace them, so that there is one set of registers
 * for A.
 *
 * Bank conflicts: 16-byte chunks of a row of A are XOR-swizzled with the row's
 * number, so that the same chunk of eight rows is in different banks.  A warp's
 * read of 16 bytes a thread takes two passes instead of four if neighbouring
 * lanes, or those two apart, read the same address: so lane bit 0 goes across
 * (both lanes read the same of A) and bit 1 down (the same of B).
 *
 * Sources: CUTLASS for the interleaved lanes; the swizzle is the one that TMA
 * makes for wgmma.  Where a block is one warp, which reads operands of any
 * layout, rows of B are 16 bytes further apart, so that elements that follow
 * each other down B are in different banks, too.
 *
 * A column-major B (`col_major_b`) is read as A is: 16 bytes along a column,
 * several elements, are multiplied by all rows while those of the next column
 * arrive. A warp reads four columns at a time, four apart, whose chunks are
 * swizzled apart.
 */
#ifndef MATMUL_FMA_TILE_CUH
#define MATMUL_FMA_TILE_CUH

#include <type_traits>

#include "fma.h"

/* What one access reads or writes. */
template <typename T> struct alignas (16) fma_vector {
  T x[16 / sizeof (T)];
};

/* down x across warps make the tile, and there are `slices` such groups, each
 * for other steps of the inner dimension.  line: bytes of a row of A that one
 * step loads.  blocks: per multiprocessor.  updated: C = alpha A B + beta C +
 * bias.  col_major_b: the kernel reads a column-major B as it is. */
template <typename T, int thread_rows_, int vectors_, int down_, int across_,
          int slices_, int line_, int blocks_, int updated_ = 0,
          int col_major_b_ = 0>
struct fma_shape {
  using type = T;
  using task = std::conditional_t<updated_, fma_update_task, fma_task>;
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
    alone = threads == 32, /* a block is one warp */
    line = line_,
    chunks = line / 16,
    inner = chunks * n,
    col_major_b = col_major_b_,
    row_b = cols * (int)sizeof (T) + alone * 16,
    a_bytes = rows * line,
    stage = a_bytes + (col_major_b ? cols * line : inner * row_b),
    blocks = blocks_,
    updated = updated_
  };
};

/* The swizzle: the index of a chunk in this row is XORed with this.  `alike`
 * rows that follow each other have the same: of A, those that together fill all
 * banks (128 bytes); of a column-major B four, as a warp reads columns four
 * apart. */
template <int chunks, int alike = 8 / chunks>
static __device__ __forceinline__ int
fma_swizzle (int row)
{
  return row / alike % chunks;
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

/* A thread's fragments: n elements of each of its rows of A, and its part of
 * one row of B, while the next row arrives. */
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

/* Multiplies element e of row i of A by its part of a row of B.  Columns
 * alternate in direction, so that each change of rows reuses a factor. */
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

/* All elements of a chunk but the last; row e + 1 of B's tile is at b + row_b.
 */
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

/* The last element, and the reads of the next chunk. */
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

/* ---- A column-major B ---- */

/* Reads a chunk of one of a thread's columns; b: the offset of that of its
 * first column.  The next four columns of a warp are 16 behind. */
template <typename S>
static __device__ __forceinline__ fma_vector<typename S::type>
fma_read_column (const unsigned char *memory, int b, int column)
{
  const int line = column % S::n + column / S::n * 4 * S::n;
  const int swizzle = column / S::n * 4 % S::chunks;

  return fma_read<S> (memory + (b ^ swizzle * 16) + line * S::line);
}

/* Multiplies a column for the steps of a chunk.  Rows alternate in direction,
 * so that each change of steps reuses a row's sum. */
template <typename S>
static __device__ __forceinline__ void
fma_column (const struct fma_fragments<S> &f, int column,
            fma_vector<typename S::type> (&sums)[S::thread_rows][S::vectors])
{
#pragma unroll
  for (int e = 0; e < S::n; e++)
#pragma unroll
    for (int k = 0; k < S::thread_rows; k++) {
      const int i = e % 2 == 0 ? k : S::thread_rows - 1 - k;

      sums[i][column / S::n].x[column % S::n]
          += f.a[i].x[e] * f.b[column % 2][0].x[e];
    }
}

/* All columns of a chunk but the last. */
template <typename S>
static __device__ __forceinline__ void
fma_begin_columns (
    const unsigned char *memory, int b, struct fma_fragments<S> &f,
    fma_vector<typename S::type> (&sums)[S::thread_rows][S::vectors])
{
#pragma unroll
  for (int column = 0; column < S::thread_cols - 1; column++) {
    f.b[(column + 1) % 2][0] = fma_read_column<S> (memory, b, column + 1);
    fma_column<S> (f, column, sums);
  }
}

/* The last column, and the reads of the next chunk. */
template <typename S>
static __device__ __forceinline__ void
fma_end_columns (
    const unsigned char *memory, int a, int b, struct fma_fragments<S> &f,
    fma_vector<typename S::type> (&sums)[S::thread_rows][S::vectors])
{
  const int last = S::thread_cols - 1;

  f.b[0][0] = fma_read_column<S> (memory, b, 0);
#pragma unroll
  for (int i = 0; i < S::thread_rows; i++) {
#pragma unroll
    for (int e = 0; e < S::n; e++)
      sums[i][last / S::n].x[last % S::n] += f.a[i].x[e] * f.b[1][0].x[e];
    f.a[i] = fma_read<S> (memory + a + i * 8 * S::line);
  }
}

/* Reads n neighbours, of which there are `left`. */
template <typename S>
static __device__ __forceinline__ fma_vector<typename S::type>
fma_read_some (const typename S::type *from, bool aligned, int64_t left)
{
  fma_vector<typename S::type> v = {};

  if (aligned && left >= S::n)
    return *reinterpret_cast<const fma_vector<typename S::type> *> (from);
#pragma unroll
  for (int e = 0; e < S::n; e++)
    if (e < left)
      v.x[e] = from[e];
  return v;
}

/* Makes elements of C of n neighbours of one row of sums. */
template <typename S>
static __device__ __forceinline__ fma_vector<typename S::type>
fma_update (const struct fma_task &of_sums, int64_t row, int64_t col,
            const fma_vector<typename S::type> &sums)
{
  const auto &task = static_cast<const struct fma_update_task &> (of_sums);
  using number = typename S::type;
  const number *const at
      = static_cast<const number *> (task.c) + row * task.ldc + col;
  const number alpha = (number)task.alpha, beta = (number)task.beta;
  const int64_t left = row < task.rows ? task.cols - col : 0;
  fma_vector<number> old = {}, bias = {}, v;

  if (beta != 0)
    old = fma_read_some<S> (at, task.aligned_c, left);
  if (task.bias != nullptr)
    bias = fma_read_some<S> (static_cast<const number *> (task.bias) + col,
                             true, left);
#pragma unroll
  for (int e = 0; e < S::n; e++)
    v.x[e] = alpha * sums.x[e] + (beta * old.x[e] + bias.x[e]);
  return v;
}

/* Stores n neighbours of one row of C. */
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

/* Stores n neighbours of one row of sums, with what is added to them. */
template <typename S>
static __device__ __forceinline__ void
fma_finish (const struct fma_task &task, int64_t row, int64_t col,
            const fma_vector<typename S::type> &sums)
{
  if constexpr (S::updated)
    fma_store<S> (task, row, col, fma_update<S> (task, row, col, sums));
  else
    fma_store<S> (task, row, col, sums);
}

/* Stores a thread's sums; row, col: the tile's first. */
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
      fma_finish<S> (task, row + p.row + i * 8, col + p.col + j * 4 * S::n,
                     sums[i][j]);
}

#endif /* MATMUL_FMA_TILE_CUH */
