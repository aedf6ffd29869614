/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kernel of mma-sync.cu.
 *
 * A stage has an operand's layout in memory, in chunks of 16 bytes: rows of 128
 * bytes of a K-major operand, 64 rows of all lines of the tile of an MN-major
 * one.  Both ldmatrix (eight rows of one chunk) and the copies (chunks of one
 * row) should hit all banks: so a chunk's index in its row is XORed with the
 * row, modulo 8 (the swizzle).
 */
#ifndef MATMUL_MMA_SYNC_CUH
#define MATMUL_MMA_SYNC_CUH

#include "batch.cuh"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "cuda/cp-async.cuh"
#include "cuda/mbarrier.cuh"
#include "cuda/mma.cuh"
#include "cuda/pdl.cuh"
#include "cuda/stage.cuh"
#include "tiles.cuh"

enum {
  MMA_SYNC_ROWS = 128, /* of a block's tile of C */
  MMA_SYNC_COLS = 256,
  MMA_SYNC_SIDE = 64, /* rows and columns of a warp's part of it */
  MMA_SYNC_ACROSS = MMA_SYNC_COLS / MMA_SYNC_SIDE, /* warps */
  MMA_SYNC_THREADS = MMA_SYNC_ROWS / MMA_SYNC_SIDE * MMA_SYNC_ACROSS * 32,
  MMA_SYNC_INNER = 128, /* bytes of a step along the inner dimension */
  MMA_SYNC_SLICES = 4,  /* of a step: an instruction multiplies 32 bytes */
  MMA_SYNC_BLOCKS = 4,  /* of a warp's side, 16 lines each */
  MMA_SYNC_A_BYTES = MMA_SYNC_ROWS * MMA_SYNC_INNER,
  MMA_SYNC_STAGE = MMA_SYNC_A_BYTES + MMA_SYNC_COLS * MMA_SYNC_INNER,
  MMA_SYNC_LEAST_STAGES = 2,
  MMA_SYNC_MOST_STAGES = 4
};

/* Its lines are rows of A, or columns of B. */
struct mma_sync_operand {
  const unsigned char *at;
  int64_t pitch; /* bytes from one row in memory to the next */
  int lines;
  bool aligned; /* rows in memory begin at multiples of 16 bytes */
};

struct mma_sync_task {
  struct mma_sync_operand a, b;
  void *c;
  int64_t ldc;
  int inner; /* elements */
  int steps, stages;
  struct batch_strides strides;
};

struct mma_sync_groups {
  struct mma_sync_task task; /* with addresses of the first group */
  const int32_t *lines;      /* gk_matmul's group_lines */
};

static __host__ __device__ constexpr int
mma_sync_element (enum mma_type type)
{
  return type == MMA_TF32 ? 4 : type == MMA_BF16 || type == MMA_F16 ? 2 : 1;
}

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800

/* How a block's threads copy one operand of a stage: each copies a chunk in
 * every apart-th row. */
template <int lines_, bool mn_major_, int element_> struct mma_sync_copy {
  enum {
    lines = lines_,
    mn_major = mn_major_,
    element = element_,
    of_step = MMA_SYNC_INNER / element,                          /* elements */
    rows = mn_major ? of_step : lines,                           /* in memory */
    chunks = (mn_major ? lines * element : MMA_SYNC_INNER) / 16, /* of a row */
    apart = MMA_SYNC_THREADS / chunks,
    copies = rows / apart
  };
};

/* The address of a thread's first chunk of the first step. */
template <class C>
static __device__ __forceinline__ const unsigned char *
mma_sync_from (const struct mma_sync_operand &o, int line)
{
  const int row = threadIdx.x / C::chunks, chunk = threadIdx.x % C::chunks;

  return o.at + (C::mn_major ? row : line + row) * o.pitch
         + (C::mn_major ? int64_t (line) * C::element : 0) + chunk * 16;
}

/* The distance to that of the next step, in bytes. */
template <class C>
static __device__ __forceinline__ int64_t
mma_sync_stride (const struct mma_sync_operand &o)
{
  return C::mn_major ? C::of_step * o.pitch : int64_t (MMA_SYNC_INNER);
}

/* The chunk's offset in a stage. */
template <class C>
static __device__ __forceinline__ int
mma_sync_stage_offset (void)
{
  const int row = threadIdx.x / C::chunks, chunk = threadIdx.x % C::chunks;

  static_assert (C::apart % 8 == 0, "one swizzle for all rows of a thread");
  return (row * C::chunks + (chunk ^ row % 8)) * 16;
}

/* Steps before this one touch no edge. */
template <class C>
static __device__ __forceinline__ int
mma_sync_whole (const struct mma_sync_operand &o, int line, int inner)
{
  return o.aligned && line + C::lines <= o.lines ? inner / C::of_step : 0;
}

/* Copy i of a step without edges. */
template <class C>
static __device__ __forceinline__ void
mma_sync_copy_whole (const struct mma_sync_operand &o,
                     const unsigned char *from, unsigned char *to, int i)
{
  cp_async_vector (cp_async_shared (to) + i * MMA_SYNC_THREADS * 16,
                   from + i * C::apart * o.pitch);
}

/* Copies 16 bytes element by element; `bytes` of them are inside. */
template <int element>
static __device__ __forceinline__ void
mma_sync_copy_elements (unsigned char *to, const unsigned char *from, int bytes)
{
  uint4 chunk = {};
  unsigned char *const b = reinterpret_cast<unsigned char *> (&chunk);

#pragma unroll
  for (int e = 0; e < 16; e += element)
    if (e < bytes)
      memcpy (b + e, __builtin_assume_aligned (from + e, element), element);
  *reinterpret_cast<uint4 *> (to) = chunk;
}

/* All copies of any step; what is outside of the matrix becomes zero. */
template <class C>
static __device__ __forceinline__ void
mma_sync_copy_edges (const struct mma_sync_operand &o, int line, int step,
                     int inner, const unsigned char *from, unsigned char *to)
{
  const int row = threadIdx.x / C::chunks, chunk = threadIdx.x % C::chunks;
  const int lines_left = o.lines - line, inner_left = inner - step * C::of_step;
  const int rows_left = C::mn_major ? inner_left : lines_left;
  const int of_chunk = 16 / C::element;
  const int left = (C::mn_major ? lines_left : inner_left) - chunk * of_chunk;
  const int bytes = min (max (left, 0), of_chunk) * C::element;

  if (o.aligned)
#pragma unroll
    for (int i = 0; i < C::copies; i++) {
      const int b = row + i * C::apart < rows_left ? bytes : 0;

      cp_async_part (cp_async_shared (to) + i * MMA_SYNC_THREADS * 16,
                     b > 0 ? from + i * C::apart * o.pitch : o.at, b);
    }
  else
#pragma unroll 1
    for (int i = 0; i < C::copies; i++)
      mma_sync_copy_elements<C::element> (
          to + i * MMA_SYNC_THREADS * 16, from + i * C::apart * o.pitch,
          row + i * C::apart < rows_left ? bytes : 0);
}

/* The offset in an operand's stage of the first row that this lane gives to
 * ldmatrix, of a warp's lines from `line` on.  Of the four matrices of an
 * instruction, two are eight lines further (further_lines), two 16 bytes along
 * the inner dimension (further_inner). */
template <class C>
static __device__ __forceinline__ int
mma_sync_fragment (int line, int further_lines, int further_inner)
{
  const int row = threadIdx.x % 8;

  if (C::mn_major)
    return ((further_inner * 8 + row) * C::chunks
            + ((line / 8 + further_lines) ^ row))
           * 16;
  return ((line + further_lines * 8 + row) * C::chunks + (further_inner ^ row))
         * 16;
}

/* Reads 16 lines x 32 bytes of the inner dimension, of this block and slice.
 * XOR, not +: these bits of the address hold the chunk XORed with the row, and
 * stages begin at multiples of 1024 bytes. */
template <class C>
static __device__ __forceinline__ void
mma_sync_read (uint32_t at, int block, int slice, uint32_t *to)
{
  if (C::mn_major)
    mma_load_transposed (to, (at ^ block * 32) + slice * 16 * C::chunks * 16);
  else
    mma_load_matrices (to, (at ^ slice * 32) + block * 16 * C::chunks * 16);
}

/* A warp's fragments of one slice. */
struct mma_sync_fragments {
  uint32_t a[MMA_SYNC_BLOCKS][4], b[MMA_SYNC_BLOCKS][4];
};

template <class A, class B>
static __device__ __forceinline__ void
mma_sync_read_all (uint32_t at_a, uint32_t at_b, int slice,
                   struct mma_sync_fragments &to)
{
#pragma unroll
  for (int i = 0; i < MMA_SYNC_BLOCKS; i++)
    mma_sync_read<A> (at_a, i, slice, to.a[i]);
#pragma unroll
  for (int i = 0; i < MMA_SYNC_BLOCKS; i++)
    mma_sync_read<B> (at_b, i, slice, to.b[i]);
}

struct mma_sync_sums {
  uint32_t c[MMA_SYNC_BLOCKS][2 * MMA_SYNC_BLOCKS][4];
};

/* Multiplies block i of its rows. */
template <enum mma_type type>
static __device__ __forceinline__ void
mma_sync_multiply (const struct mma_sync_fragments &f, int i,
                   struct mma_sync_sums &sums)
{
#pragma unroll
  for (int j = 0; j < 2 * MMA_SYNC_BLOCKS; j++)
    mma_of_32_bytes<type> (sums.c[i][j], f.a[i], f.b[j / 2] + j % 2 * 2);
}

/* Converts a sum to C's type. */
template <enum mma_type type>
static __device__ __forceinline__ auto
mma_sync_rounded (uint32_t sum)
{
  if constexpr (type == MMA_BF16 || type == MMA_E4M3)
    return __bfloat16_as_ushort (__float2bfloat16_rn (__uint_as_float (sum)));
  else if constexpr (type == MMA_F16)
    return __half_as_ushort (__float2half_rn (__uint_as_float (sum)));
  else
    return sum;
}

/* Stores two neighbours of one row.  inside: both are inside, at a multiple of
 * their size.  They are one number then: of a struct the compiler may store
 * each element by itself. */
template <enum mma_type type>
static __device__ __forceinline__ void
mma_sync_put (const struct mma_sync_task &task, int row, int col, bool inside,
              const uint32_t *sum)
{
  using element = decltype (mma_sync_rounded<type> (0));
  const element pair[2] = { mma_sync_rounded<type> (sum[0]),
                            mma_sync_rounded<type> (sum[1]) };
  element *const at = static_cast<element *> (task.c) + row * task.ldc + col;

  if (inside && sizeof pair == 4)
    *reinterpret_cast<uint32_t *> (at) = pair[0] | uint32_t (pair[1]) << 16;
  else if (inside)
    *reinterpret_cast<uint64_t *> (at) = pair[0] | uint64_t (pair[1]) << 32;
  else
    for (int e = 0; e < 2; e++)
      if (row < task.a.lines && col + e < task.b.lines)
        at[e] = pair[e];
}

/* Stores a warp's sums; row, col: the tile's first. */
template <enum mma_type type>
static __device__ __forceinline__ void
mma_sync_put_all (const struct mma_sync_task &task, int row, int col,
                  const struct mma_sync_sums &sums)
{
  const bool inside = task.ldc % 2 == 0 && row + MMA_SYNC_ROWS <= task.a.lines
                      && col + MMA_SYNC_COLS <= task.b.lines;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

  row += warp / MMA_SYNC_ACROSS * MMA_SYNC_SIDE + lane / 4;
  col += warp % MMA_SYNC_ACROSS * MMA_SYNC_SIDE + lane % 4 * 2;
#pragma unroll
  for (int i = 0; i < MMA_SYNC_BLOCKS; i++)
#pragma unroll
    for (int r = 0; r < 2; r++)
#pragma unroll
      for (int j = 0; j < 2 * MMA_SYNC_BLOCKS; j++)
        mma_sync_put<type> (task, row + i * 16 + r * 8, col + j * 8, inside,
                            sums.c[i][j] + r * 2);
}

/* Each stage's mbarriers: full, at which all threads arrive when their copies
 * have landed, and empty, at which all warps arrive. */
struct mma_sync_barriers {
  uint64_t full[MMA_SYNC_MOST_STAGES], empty[MMA_SYNC_MOST_STAGES];
};

/* A thread's walk through the steps. */
template <class A, class B> struct mma_sync_way {
  const unsigned char *a, *b;  /* the addresses of its next copies, */
  unsigned char *to_a, *to_b;  /* and their targets in the first stage */
  uint32_t from_a, from_b;     /* where it reads fragments there */
  struct stage_turn next, now; /* the stage to fill, and the one to read */
};

template <class A, class B>
static __device__ __forceinline__ struct mma_sync_way<A, B>
mma_sync_begin (const struct mma_sync_task &task, int row, int col,
                unsigned char *memory) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int line_a = warp / MMA_SYNC_ACROSS * MMA_SYNC_SIDE;
  const int line_b = warp % MMA_SYNC_ACROSS * MMA_SYNC_SIDE;
  const uint32_t shared = cp_async_shared (memory);

  return { mma_sync_from<A> (task.a, row),
           mma_sync_from<B> (task.b, col),
           memory + mma_sync_stage_offset<A> (),
           memory + MMA_SYNC_A_BYTES + mma_sync_stage_offset<B> (),
           shared + mma_sync_fragment<A> (line_a, lane / 8 % 2, lane / 16),
           shared + MMA_SYNC_A_BYTES
               + mma_sync_fragment<B> (line_b, lane / 16, lane / 8 % 2),
           { 0, 1 },
           { 0, 0 } };
}

/* Called behind a step's copies: arrives, and goes on to the next stage.
 * Copies through registers do not signal: then the thread waits for its
 * cp.async copies, and arrives itself. */
template <class A, class B>
static __device__ __forceinline__ void
mma_sync_filled (const struct mma_sync_task &task,
                 struct mma_sync_barriers &barriers, bool by_registers,
                 struct mma_sync_way<A, B> &w)
{
  uint64_t *const full = &barriers.full[w.next.stage];

  if (by_registers) {
    cp_async_commit ();
    cp_async_wait<0> ();
    mbarrier_arrive (full);
  } else
    mbarrier_arrive_behind_copies (full);
  w.a += mma_sync_stride<A> (task.a);
  w.b += mma_sync_stride<B> (task.b);
  stage_next (w.next, task.stages);
}

/* Fills a stage with a step that may have edges, or be behind the last. */
template <class A, class B>
static __device__ __forceinline__ void
mma_sync_fill (const struct mma_sync_task &task, int row, int col, int step,
               struct mma_sync_barriers &barriers, struct mma_sync_way<A, B> &w)
{
  const int stage = w.next.stage * MMA_SYNC_STAGE;

  mbarrier_wait (&barriers.empty[w.next.stage], w.next.phase);
  if (step < task.steps) {
    mma_sync_copy_edges<A> (task.a, row, step, task.inner, w.a, w.to_a + stage);
    mma_sync_copy_edges<B> (task.b, col, step, task.inner, w.b, w.to_b + stage);
  }
  mma_sync_filled (task, barriers, !task.a.aligned || !task.b.aligned, w);
}

/* One of the copies of a step without edges: the one scheduled behind block i
 * of a slice. */
template <class A, class B>
static __device__ __forceinline__ void
mma_sync_copy_one (const struct mma_sync_task &task,
                   const struct mma_sync_way<A, B> &w, int slice, int i)
{
  const int n = slice * MMA_SYNC_BLOCKS + i;
  const int stage = w.next.stage * MMA_SYNC_STAGE;

  static_assert (A::copies + B::copies
                     == (MMA_SYNC_SLICES - 1) * MMA_SYNC_BLOCKS,
                 "in all slices but the last, before which a stage is read");
  if (n < A::copies)
    mma_sync_copy_whole<A> (task.a, w.a, w.to_a + stage, n);
  else
    mma_sync_copy_whole<B> (task.b, w.b, w.to_b + stage, n - A::copies);
}

/* Signals that the warp has read a stage, which is then filled again.  No
 * ldmatrix may still be in flight: it would read the next contents.  The last
 * one is of B, and block 0 of the last slice needs it: so this is called behind
 * that block's multiplications.  The empty asm uses their sums, so that the
 * compiler can't move them behind the signal. */
static __device__ __forceinline__ void
mma_sync_release (uint64_t *empty, const struct mma_sync_sums &sums)
{
#pragma unroll
  for (int j = 0; j < 2 * MMA_SYNC_BLOCKS; j++)
    asm volatile("" : : "r"(sums.c[0][j][0]));
  __syncwarp ();
  if (threadIdx.x % 32 == 0)
    mbarrier_arrive (empty);
}

/* One step.  fills: it starts another step's copies, one behind every eight
 * multiplications, so that the next slice's fragments do not queue behind all
 * of them. */
template <enum mma_type type, bool fills, class A, class B>
static __device__ __forceinline__ void
mma_sync_step (const struct mma_sync_task &task,
               struct mma_sync_barriers &barriers, struct mma_sync_way<A, B> &w,
               struct mma_sync_fragments (&f)[2], struct mma_sync_sums &sums)
{
  const int last = MMA_SYNC_SLICES - 1, read = w.now.stage;

#pragma unroll
  for (int s = 0; s < MMA_SYNC_SLICES; s++) {
    if (s == last) {
      stage_next (w.now, task.stages);
      mbarrier_wait (&barriers.full[w.now.stage], w.now.phase);
    }
    mma_sync_read_all<A, B> (w.from_a + w.now.stage * MMA_SYNC_STAGE,
                             w.from_b + w.now.stage * MMA_SYNC_STAGE,
                             (s + 1) % MMA_SYNC_SLICES, f[(s + 1) % 2]);
    if (fills && s == 0)
      mbarrier_wait (&barriers.empty[w.next.stage], w.next.phase);
#pragma unroll
    for (int i = 0; i < MMA_SYNC_BLOCKS; i++) {
      mma_sync_multiply<type> (f[s % 2], i, sums);
      if (s == last && i == 0)
        mma_sync_release (&barriers.empty[read], sums);
      if (fills && s < last)
        mma_sync_copy_one (task, w, s, i);
    }
    if (fills && s == last - 1)
      mma_sync_filled (task, barriers, false, w);
  }
}

#endif

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
/* A block's tile. */
template <enum mma_type type, bool mn_major_a, bool mn_major_b>
static __device__ __forceinline__ void
mma_sync_tile (const struct mma_sync_task &task)
{
  using A = mma_sync_copy<MMA_SYNC_ROWS, mn_major_a, mma_sync_element (type)>;
  using B = mma_sync_copy<MMA_SYNC_COLS, mn_major_b, mma_sync_element (type)>;
  extern __shared__ __align__ (1024) unsigned char memory[];
  __shared__ struct mma_sync_barriers barriers;
  const struct tile_start tile
      = tile_of_block (task.b.lines, MMA_SYNC_ROWS, MMA_SYNC_COLS);
  const int row = (int)tile.row, col = (int)tile.col;
  const int whole = min (mma_sync_whole<A> (task.a, row, task.inner),
                         mma_sync_whole<B> (task.b, col, task.inner));
  /* A stage is filled again a step after it was read, so that a fast warp does
   * not wait for the slowest; with two stages it is filled at once. */
  const int before = max (task.stages - 2, 1);
  struct mma_sync_way<A, B> w = mma_sync_begin<A, B> (task, row, col, memory);
  struct mma_sync_fragments f[2];
  struct mma_sync_sums sums = {};
  int ahead = 0; /* the step that is copied next */

  if (threadIdx.x < MMA_SYNC_MOST_STAGES) {
    mbarrier_init_one (&barriers.full[threadIdx.x], MMA_SYNC_THREADS);
    mbarrier_init_one (&barriers.empty[threadIdx.x], MMA_SYNC_THREADS / 32);
  }
  __syncthreads ();
#pragma unroll 1
  for (; ahead < before; ahead++)
    mma_sync_fill (task, row, col, ahead, barriers, w);
  mbarrier_wait (&barriers.full[0], 0);
  mma_sync_read_all<A, B> (w.from_a, w.from_b, 0, f[0]);

#pragma unroll 1
  for (; ahead < whole; ahead++)
    mma_sync_step<type, true> (task, barriers, w, f, sums);
#pragma unroll 1
  for (; ahead < task.steps + before; ahead++) {
    mma_sync_fill (task, row, col, ahead, barriers, w);
    mma_sync_step<type, false> (task, barriers, w, f, sums);
  }
  mma_sync_put_all<type> (task, row, col, sums);
}
#endif

template <enum mma_type type, bool mn_major_a, bool mn_major_b>
static __global__ void
__launch_bounds__ (MMA_SYNC_THREADS) mma_sync (const struct mma_sync_task batch)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  const struct mma_sync_task task = batch_operands_product (batch);

  pdl_wait ();
  mma_sync_tile<type, mn_major_a, mn_major_b> (task);
#else
  (void)batch;
#endif
}

/* Blocks in z are of groups; blocks behind the rows of theirs end at once. */
template <enum mma_type type, bool mn_major_a, bool mn_major_b>
static __global__ void
__launch_bounds__ (MMA_SYNC_THREADS)
    mma_sync_of_groups (const struct mma_sync_groups groups)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  pdl_wait ();
  const int64_t first = __ldg (&groups.lines[blockIdx.z]);
  struct mma_sync_task task = batch_operands_product (groups.task);

  task.a.lines = (int)(__ldg (&groups.lines[blockIdx.z + 1]) - first);
  task.a.at += first * (mn_major_a ? mma_sync_element (type) : task.a.pitch);
  task.c = static_cast<unsigned char *> (task.c)
           + first * task.ldc * (int)sizeof (mma_sync_rounded<type> (0));
  if (tile_of_block (task.b.lines, MMA_SYNC_ROWS, MMA_SYNC_COLS).row
      < task.a.lines)
    mma_sync_tile<type, mn_major_a, mn_major_b> (task);
#else
  (void)groups;
#endif
}

#endif /* MATMUL_MMA_SYNC_CUH */
