/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kernels of cp-async.cu.
 */
#ifndef MATMUL_CP_ASYNC_CUH
#define MATMUL_CP_ASYNC_CUH

#include "cuda/cp-async.cuh"
#include "cuda/pdl.cuh"
#include "fma-add.cuh"
#include "tiles.cuh"

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800

/* Copies a part of an operand to shared memory element by element, with zeros
 * for what is outside of the matrix.  A line here is a row of the tile in
 * shared memory, also of a row-major B: `width` elements, `bytes` from one to
 * the next.  chunks: the number that the swizzle permutes; 1: no swizzle.
 * alike: as fma_swizzle's.  col_major: the matrix is column-major, so that
 * neighbours in memory are of the next line. */
template <typename S, int lines, int width, int bytes, int chunks, int alike,
          bool col_major>
static __device__ __forceinline__ void
cp_async_elements (uint32_t to, const typename S::type *from, int64_t pitch,
                   int64_t lines_left, int64_t width_left, int thread)
{
  const int size = (int)sizeof (typename S::type);
  const int near = col_major ? lines : width, far = col_major ? width : lines;
  const int across = near < S::group ? near : (int)S::group;
  const int down = S::group / across;
  const int near_left
      = (int)min (col_major ? lines_left : width_left, (int64_t)near);
  const int far_left
      = (int)min (col_major ? width_left : lines_left, (int64_t)far);

#pragma unroll
  for (int part = 0; part < near; part += across) {
    const int i = part + thread % across;
    const typename S::type *at = from + i + thread / across * pitch;

#pragma unroll 8
    for (int j = thread / across; j < far; j += down, at += down * pitch) {
      const int line = col_major ? i : j, x = col_major ? j : i;

      cp_async_element<size> (
          to + line * bytes
              + (x / S::n ^ fma_swizzle<chunks, alike> (line)) * 16
              + x % S::n * size,
          at, i < near_left && j < far_left);
    }
  }
}

/* Copies a part of an operand that touches an edge of the matrix, by 16 bytes
 * where its lines are aligned. */
template <typename S, int lines, int width, int bytes, int chunks,
          int alike = 8 / chunks>
static __device__ __forceinline__ void
cp_async_edge (uint32_t to, const typename S::type *from, int64_t pitch,
               int64_t lines_left, int64_t width_left, bool aligned, int thread)
{
  const int size = (int)sizeof (typename S::type);
  const int per_line = width / S::n;

  if (!aligned) {
    cp_async_elements<S, lines, width, bytes, chunks, alike, false> (
        to, from, pitch, lines_left, width_left, thread);
    return;
  }
#pragma unroll 1
  for (int i = thread; i < lines * per_line; i += S::group) {
    const int line = i / per_line, c = i % per_line;
    const int64_t left
        = line < lines_left ? max (width_left - c * S::n, int64_t (0)) : 0;

    cp_async_part (to + line * bytes
                       + (c ^ fma_swizzle<chunks, alike> (line)) * 16,
                   left > 0 ? from + line * pitch + c * S::n : from,
                   (int)min (left, int64_t (S::n)) * size);
  }
}

/* Copies such a part from line `line` and element `x` on.  Blocks of one warp
 * read column-major operands, too. */
template <typename S, int lines, int width, int bytes, int chunks>
static __device__ __forceinline__ void
cp_async_part_of (uint32_t to, const typename S::type *first, int64_t line,
                  int64_t x, int64_t pitch, int64_t lines_left,
                  int64_t width_left, bool aligned, bool col_major, int thread)
{
  if constexpr (S::alone)
    if (col_major) {
      cp_async_elements<S, lines, width, bytes, chunks, 8 / chunks, true> (
          to, first + x * pitch + line, pitch, lines_left, width_left, thread);
      return;
    }
  cp_async_edge<S, lines, width, bytes, chunks> (to, first + line * pitch + x,
                                                 pitch, lines_left, width_left,
                                                 aligned, thread);
}

/* The addresses that a thread loads from in steps without edges.  Its group
 * takes one step in `slices`. */
template <typename S> struct cp_async_source {
  const typename S::type *a, *b; /* this thread's first vectors */
  int whole; /* steps before this one have no edge, and rows are aligned */
};

/* Rows of A and B that a group's threads load with one copy each. */
template <typename S> struct cp_async_pass {
  enum {
    vectors_b = S::cols / S::n, /* of a row */
    a = S::group / S::chunks,
    b = S::group / (S::col_major_b ? (int)S::chunks : (int)vectors_b)
  };
};

template <typename S>
static __device__ __forceinline__ struct cp_async_source<S>
cp_async_begin (const struct fma_task &task, struct tile_start tile, int step,
                int thread) {
  const int across = cp_async_pass<S>::vectors_b;
  const int64_t inner = int64_t (step) * S::inner;
  const bool col_major = S::alone && (task.col_major_a || task.col_major_b);
  const bool inside = tile.row + S::rows <= task.rows
                      && tile.col + S::cols <= task.cols && task.aligned
                      && !col_major;

  return { static_cast<const typename S::type *> (task.a)
               + (tile.row + thread / S::chunks) * task.lda + inner
               + thread % S::chunks * S::n,
           static_cast<const typename S::type *> (task.b)
               + (S::col_major_b ? (tile.col + thread / S::chunks) * task.ldb
                                       + inner + thread % S::chunks * S::n
                                 : (inner + thread / across) * task.ldb
                                       + tile.col + thread % across * S::n),
           inside ? (int)(task.inner / S::inner) : 0 };
}

/* A column-major B's part of a step without edges. */
template <typename S>
static __device__ __forceinline__ void
cp_async_load_columns (const struct fma_task &task,
                       struct cp_async_source<S> &source, uint32_t to,
                       int thread)
{
  const int down = cp_async_pass<S>::b;

#pragma unroll
  for (int i = 0; i < S::cols / down; i++) {
    const int line = thread / S::chunks + i * down;
    const int c = thread % S::chunks ^ fma_swizzle<S::chunks, 4> (line);

    cp_async_vector (to + line * S::line + c * 16,
                     source.b + i * down * task.ldb);
  }
}

template <typename S>
static __device__ __forceinline__ void
cp_async_load_whole (const struct fma_task &task,
                     struct cp_async_source<S> &source, uint32_t to, int thread)
{
  const int down_a = cp_async_pass<S>::a, down_b = cp_async_pass<S>::b;
  const int row = thread / S::chunks, c = thread % S::chunks;
  const uint32_t at
      = to + row * S::line + (c ^ fma_swizzle<S::chunks> (row)) * 16;
  const int across = cp_async_pass<S>::vectors_b;
  const int in_b = S::alone ? thread / across * S::row_b + thread % across * 16
                            : thread * 16;

  static_assert (down_a % 8 == 0, "one swizzle for all rows of a thread");
#pragma unroll
  for (int i = 0; i < S::rows / down_a; i++)
    cp_async_vector (at + i * down_a * S::line,
                     source.a + i * down_a * task.lda);
  if constexpr (S::col_major_b)
    cp_async_load_columns<S> (task, source, to + S::a_bytes, thread);
  else
#pragma unroll
    for (int i = 0; i < S::inner / down_b; i++)
      cp_async_vector (to + S::a_bytes + i * down_b * S::row_b + in_b,
                       source.b + i * down_b * task.ldb);
}

template <typename S>
static __device__ __forceinline__ void
cp_async_load_edges (const struct fma_task &task, struct tile_start tile,
                     int step, uint32_t to, int thread)
{
  using type = typename S::type;
  const int64_t inner = int64_t (step) * S::inner;
  const int64_t left = task.inner - inner;

  cp_async_part_of<S, S::rows, S::inner, S::line, S::chunks> (
      to, static_cast<const type *> (task.a), tile.row, inner, task.lda,
      task.rows - tile.row, left, task.aligned, task.col_major_a, thread);
  if constexpr (S::col_major_b)
    cp_async_edge<S, S::cols, S::inner, S::line, S::chunks, 4> (
        to + S::a_bytes,
        static_cast<const type *> (task.b) + tile.col * task.ldb + inner,
        task.ldb, task.cols - tile.col, left, task.aligned, thread);
  else
    cp_async_part_of<S, S::inner, S::cols, S::row_b, 1> (
        to + S::a_bytes, static_cast<const type *> (task.b), inner, tile.col,
        task.ldb, left, task.cols - tile.col, task.aligned, task.col_major_b,
        thread);
}

/* Starts one step's copies of both operands. */
template <typename S>
static __device__ __forceinline__ void
cp_async_load (const struct fma_task &task, struct cp_async_source<S> &source,
               struct tile_start tile, int step, uint32_t to, int thread)
{
  if (step < source.whole)
    cp_async_load_whole<S> (task, source, to, thread);
  else
    cp_async_load_edges<S> (task, tile, step, to, thread);
  source.a += S::inner * S::slices;
  source.b += S::col_major_b ? S::inner * S::slices
                             : S::inner * S::slices * task.ldb;
}

/* Waits until the next step has arrived, for all threads of the group: all
 * groups of copies but the latest stages - 2. */
template <typename S>
static __device__ __forceinline__ void
cp_async_arrived (int stages, int slice)
{
  if (stages == 2)
    cp_async_wait<0> ();
  else if (stages == 3)
    cp_async_wait<1> ();
  else
    cp_async_wait<2> ();
  if (S::slices == 1)
    __syncthreads ();
  else
    asm volatile("bar.sync %0, %1;"
                 :
                 : "r"(1 + slice), "n"((int)S::group)
                 : "memory");
}

/* Adds a group's steps, begin and every `slices`-th from there, to a thread's
 * sums. */
template <typename S>
static __device__ __forceinline__ void
cp_async_multiply (
    const struct fma_task &task, struct tile_start tile, int begin, int end,
    int slice, unsigned char *memory,
    fma_vector<typename S::type> (&sums)[S::thread_rows][S::vectors])
{
  const int thread = threadIdx.x % S::group;
  const struct fma_position p = fma_find_position<S> (thread);
  const int in_a = p.row * S::line + fma_swizzle<S::chunks> (p.row) * 16;
  const int in_b
      = S::a_bytes
        + (S::col_major_b
               ? p.col * S::line + fma_swizzle<S::chunks, 4> (p.col) * 16
               : p.col * (int)sizeof (typename S::type));
  const uint32_t shared = cp_async_shared (memory);
  struct cp_async_source<S> source
      = cp_async_begin<S> (task, tile, begin, thread);
  struct fma_fragments<S> f;
  int now = 0; /* the offset of the stage that is being multiplied */

  for (int i = 0; i < task.stages; i++) {
    const int step = begin + i * S::slices;

    if (step < end)
      cp_async_load<S> (task, source, tile, step, shared + i * S::stage,
                        thread);
    cp_async_commit ();
  }
  if (begin >= end)
    return;
  /* Before the loop one more group of copies is in flight. */
  cp_async_arrived<S> (task.stages + 1, slice);
  fma_read_a<S> (memory + in_a, f);
  if constexpr (S::col_major_b)
    f.b[0][0] = fma_read_column<S> (memory, in_b, 0);
  else
    fma_read_b<S> (memory + in_b, f.b[0]);
#pragma unroll 1
  for (int step = begin; step < end; step += S::slices) {
    int b = now + in_b;

#pragma unroll 2
    for (int c = 0; c < S::chunks; c++) {
      int a = now + (in_a ^ (c + 1) * 16);

      if constexpr (S::col_major_b) {
        fma_begin_columns<S> (memory, b, f, sums);
        b = now + (in_b ^ (c + 1) * 16);
      } else {
        fma_begin_chunk<S> (memory + b, f, sums);
        b += S::n * S::row_b;
      }
      if (c == S::chunks - 1) {
        const int next = step + task.stages * S::slices;
        const int last = now;

        now = now + S::stage < task.stages * S::stage ? now + S::stage : 0;
        a = now + in_a;
        b = now + in_b;
        /* Behind this barrier all threads have the rest of the last stage in
         * registers, so that it can be filled. */
        cp_async_arrived<S> (task.stages, slice);
        if (next < end)
          cp_async_load<S> (task, source, tile, next, shared + last, thread);
        cp_async_commit ();
      }
      if constexpr (S::col_major_b)
        fma_end_columns<S> (memory, a, b, f, sums);
      else
        fma_end_chunk<S> (memory + a, memory + b, f, sums);
    }
  }
}
#endif

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
/* Stores the sums of a block of one warp where rows of C do not begin at
 * multiples of 16 bytes: through shared memory, so that a copy has neighbours
 * of a row. */
template <typename S>
static __device__ __forceinline__ void
cp_async_store_lines (
    const struct fma_task &task, struct tile_start tile, unsigned char *memory,
    const fma_vector<typename S::type> (&sums)[S::thread_rows][S::vectors])
{
  using type = typename S::type;
  const struct fma_position p = fma_find_position<S> (threadIdx.x);
  type *const c = static_cast<type *> (task.c) + tile.row * task.ldc + tile.col;
  const int across = S::cols < S::threads ? S::cols : S::threads;
  const int down = (int)min (task.rows - tile.row, (int64_t)S::rows);

  __syncthreads ();
#pragma unroll
  for (int i = 0; i < S::thread_rows * S::vectors; i++)
    *reinterpret_cast<fma_vector<type> *> (
        memory + (p.row + i / S::vectors * 8) * S::row_b
        + (p.col + i % S::vectors * 4 * S::n) * sizeof (type))
        = sums[i / S::vectors][i % S::vectors];
  __syncthreads ();
  for (int i = threadIdx.x / across; i < down; i += S::threads / across)
#pragma unroll
    for (int j = threadIdx.x % across; j < S::cols; j += across)
      if (tile.col + j < task.cols)
        c[i * task.ldc + j] = *reinterpret_cast<const type *> (
            memory + i * S::row_b + j * sizeof (type));
}

/* The first step of one of the blocks that share a tile's: they have equally
 * many, and the first ones what is left, one each. */
static __device__ __forceinline__ int
cp_async_first_step (const struct fma_task &task, int split)
{
  const int each = (int)divide_by ((uint32_t)task.steps, task.of_splits);

  return each * split + min (split, task.steps - each * task.splits);
}

template <typename S>
static __device__ __forceinline__ struct tile_start
cp_async_find_tile (const struct fma_task &task)
{
  const struct bands_position at = bands_position (
      &task.bands, (int)divide_by (blockIdx.x, task.of_splits));

  return { (int64_t)at.down * S::rows, (int64_t)at.across * S::cols };
}

/* A block's tile. */
template <typename S>
static __device__ __forceinline__ void
cp_async_tile (const typename S::task &task)
{
  extern __shared__ __align__ (128) unsigned char memory[];

  pdl_wait_only ();

  const struct tile_start tile = cp_async_find_tile<S> (task);
  const int split = fma_rank (task);
  const int slice = (int)threadIdx.x / S::group;
  const int begin = cp_async_first_step (task, split);
  const int end = cp_async_first_step (task, split + 1);
  fma_vector<typename S::type> sums[S::thread_rows][S::vectors] = {};

  cp_async_multiply<S> (task, tile, begin + slice, end, slice,
                        memory + slice * task.stages * S::stage, sums);
  if (S::slices > 1 || task.splits > 1)
    fma_add_up<S> (task, memory, tile.row, tile.col, sums);
  else if (S::alone && !task.aligned_c)
    cp_async_store_lines<S> (task, tile, memory, sums);
  else
    fma_store_tile<S> (task, tile.row, tile.col, threadIdx.x, sums);
}
#endif

template <typename S>
static __global__ void
__launch_bounds__ (S::threads, S::blocks)
    cp_async (const typename S::task batch)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  const typename S::task task = batch_product (batch);

  cp_async_tile<S> (task);
#else
  (void)batch;
#endif
}

/* Blocks in z are of groups; blocks behind the rows of theirs end at once. */
template <typename S>
static __global__ void
__launch_bounds__ (S::threads, S::blocks)
    cp_async_of_groups (const struct fma_groups groups)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  pdl_wait_only ();
  const int64_t first = __ldg (&groups.lines[blockIdx.z]);
  struct fma_task task = batch_product (groups.task);

  task.rows = __ldg (&groups.lines[blockIdx.z + 1]) - first;
  task.a = static_cast<const typename S::type *> (task.a) + first * task.lda;
  task.c = static_cast<typename S::type *> (task.c) + first * task.ldc;
  if (cp_async_find_tile<S> (task).row < task.rows)
    cp_async_tile<S> (task);
#else
  (void)groups;
#endif
}

template <typename S>
static const void *
cp_async_kernel_of_groups (void)
{
  if constexpr (S::updated || S::alone)
    return nullptr;
  else
    return (const void *)cp_async_of_groups<S>;
}

template <typename S>
static struct fma_kernel
cp_async_kernel (void)
{
  return { (const void *)cp_async<S>,
           S::rows,
           S::cols,
           S::inner,
           S::slices,
           S::threads,
           S::slices * S::stage,
           S::slices * S::rows * S::row_b,
           S::blocks,
           cp_async_kernel_of_groups<S> () };
}

/* Kernels of one warp for a type, without alpha, beta and bias.  fma_shape's
 * numbers: a thread's rows, vectors of a row; warps down, across; slices; bytes
 * of a row of A; blocks. */
template <typename T, int updated>
static struct fma_kernel
cp_async_kernel_of_warp (int tile)
{
  enum { blocks = sizeof (T) == 4 ? 16 : 12 };

  if constexpr (!updated)
    switch (tile) {
    case FMA_WARP_64x64:
      return cp_async_kernel<fma_shape<T, 8, 4, 1, 1, 1, 64, 8>> ();
    case FMA_WARP_32x64:
      return cp_async_kernel<fma_shape<T, 4, 4, 1, 1, 1, 64, 12>> ();
    case FMA_WARP_32x32:
      return cp_async_kernel<fma_shape<T, 4, 2, 1, 1, 1, 64, blocks>> ();
    case FMA_WARP_16x64:
      return cp_async_kernel<fma_shape<T, 2, 4, 1, 1, 1, 64, blocks>> ();
    case FMA_WARP_16x16:
      return cp_async_kernel<fma_shape<T, 2, 1, 1, 1, 1, 64, 24>> ();
    }
  return {};
}

/* Kernels for a type.  Elements of 8 bytes halve the columns. */
template <typename T, int updated = 0, int col_major_b = 0>
static struct fma_kernel
cp_async_kernel_of_tile (int tile)
{
  switch (tile) {
  case FMA_AUTO:
  case FMA_128x256:
    return cp_async_kernel<
        fma_shape<T, 8, 4, 2, 4, 1, 128, 1, updated, col_major_b>> ();
  case FMA_128x128:
    return cp_async_kernel<
        fma_shape<T, 8, 4, 2, 2, 1, 128, 2, updated, col_major_b>> ();
  case FMA_128x64:
    return cp_async_kernel<
        fma_shape<T, 8, 4, 2, 1, 4, 64, 1, updated, col_major_b>> ();
  case FMA_64x64:
    return cp_async_kernel<
        fma_shape<T, 8, 4, 1, 1, 8, 64, 1, updated, col_major_b>> ();
  case FMA_64x32:
    return cp_async_kernel<
        fma_shape<T, 8, 2, 1, 1, 8, 64, 1, updated, col_major_b>> ();
  case FMA_32x32:
    return cp_async_kernel<
        fma_shape<T, 4, 2, 1, 1, 8, 64, 1, updated, col_major_b>> ();
  case FMA_32x16:
    return cp_async_kernel<
        fma_shape<T, 4, 1, 1, 1, 8, 64, 1, updated, col_major_b>> ();
  case FMA_MANY_96x64:
    return cp_async_kernel<
        fma_shape<T, 6, 2, 2, 2, 1, 64, 3, updated, col_major_b>> ();
  case FMA_MANY_64x64:
    return cp_async_kernel<
        fma_shape<T, 4, 2, 2, 2, 1, 64, 4, updated, col_major_b>> ();
  case FMA_MANY_32x64:
    return cp_async_kernel<
        fma_shape<T, 4, 2, 1, 2, 1, 64, 8, updated, col_major_b>> ();
  default:
    return cp_async_kernel_of_warp<T, updated> (tile);
  }
}

#endif /* MATMUL_CP_ASYNC_CUH */
