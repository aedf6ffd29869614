/* SPDX-License-Identifier: BSD-3-Clause
 *
 * f32 products by bf16 tensor cores (bf16x6.cu): the kernel.
 *
 * A number x is the sum of three of bf16: x0 is x rounded, x1 what x0 lacks,
 * rounded, and x2 the rest, which is exact, as 24 bits are three times 8.  Each
 * is a plane of the operand's tile in shared memory.  Of the nine products of
 * planes the six with places that add up to 2 or less are multiplied: the
 * others are below 2^-23 of |a||b| in sum.
 *
 * Two roles, as in the rungs of bf16:
 *
 *   producers read numbers to registers, split them there, and write the
 * planes, swizzled as wgmma reads them.  So any layout and any pitch will do,
 * and what is outside of a matrix becomes 0; consumers, a warpgroup for each 64
 * rows, multiply.
 *
 * wgmma adds in f32, but cuts off where FFMA rounds, which would add up.  So
 * the sums of a step are moved to others, by ordinary additions, and within a
 * step the small products come first.
 */
#ifndef MATMUL_BF16X6_CUH
#define MATMUL_BF16X6_CUH

#include <string.h>

#include "bf16x6.h"
#include "cuda/cluster.cuh"
#include "cuda/cp-async.cuh"
#include "cuda/mbarrier.cuh"
#include "cuda/only-if.cuh"
#include "cuda/stage.cuh"
#include "cuda/wgmma.cuh"

enum { BF16X6_PLANES = 3, BF16X6_MOST_STAGES = 3 };

/* bf16 has f32's exponents, but 16 bits fewer below the least: numbers are
 * multiplied by 2^16 before they are split, and sums by 2^-32. */
#define BF16X6_SCALE 65536.0F
#define BF16X6_UNSCALE (1 / 65536.0F / 65536.0F)

/* Bytes of a plane of so many lines: boxes of 64 have 128 for each. */
static __host__ __device__ constexpr int
bf16x6_plane (int lines)
{
  return (lines + 63) / 64 * 8192;
}

/* The mbarriers of each stage: it has been written; it has been multiplied. */
struct bf16x6_barriers {
  uint64_t full[BF16X6_MOST_STAGES], empty[BF16X6_MOST_STAGES];
};

/* A tile of a kernel: so many warpgroups multiply 64 rows each, others produce,
 * with this many registers a thread (0: as many as all start with); blocks: of
 * a multiprocessor. */
template <int consumers_, int cols_, int producers_, int stages_, int ahead_,
          int blocks_, int consumer_registers_, int producer_registers_>
struct bf16x6_shape {
  static const int consumers = consumers_, producers = producers_;
  static const int rows = consumers * 64, cols = cols_;
  static const int stages = stages_, ahead = ahead_, blocks = blocks_;
  static const int consumer_registers = consumer_registers_;
  static const int producer_registers = producer_registers_;
  static const int producer_threads = producers * 128;
  static const int threads = (consumers + producers) * 128;
  static const int sums = cols / 2; /* of a consumer's thread */
  /* Bytes: of A in a stage, of a stage, and of B before it is split. */
  static const int a_bytes = rows * bf16x6_step * 4;
  static const int stage = a_bytes + BF16X6_PLANES * bf16x6_plane (cols);
  static const int kept = cols * bf16x6_step * 4;
  static const int shared = stages * stage + ahead * kept;
  static_assert (shared >= (rows + 8) * cols * 4
                     && shared >= (cols + 8) * rows * 4,
                 "sums fit in the stages");
};

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* Rounds two numbers to a pair, the first one in the lower half, and leaves
 * what was cut off. */
static __device__ __forceinline__ uint32_t
bf16x6_cut (float &x, float &y)
{
  uint32_t pair;

  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(y), "f"(x));
  x -= __uint_as_float (pair << 16);
  y -= __uint_as_float (pair & 0xffff0000);
  return pair;
}

/* What a producer's thread copies of an operand's steps, as it is: fours, which
 * are neighbours in memory.  A K-major operand has rows of 64 numbers, 16
 * fours, for each line of the tile; an MN-major one has 64 rows of all lines.
 *
 * Of operands that are not whole numbers are copied one by one, but as a warp's
 * neighbours, so that a copy of all is of few lines: a thread has every 16th of
 * a row, or so, and four of the warp have what one splits. */
template <typename S, int mn_major, int lines, bool whole> struct bf16x6_fours {
  static const int in_row = mn_major ? lines / 4 : 16;
  static const int rows = S::producer_threads / in_row; /* at a time */
  static const int n = (mn_major ? 64 : lines) / rows;

  int row, at;       /* of the thread's first four in the tile */
  const float *from; /* the first number of the step, ... */
  int64_t pitch;
  int rows_left, left; /* ... and what the matrix has from there on */

  /* line, inner: where the tile's step begins. */
  __device__ __forceinline__
  bf16x6_fours (const struct bf16x6_operand &o, int line, int inner,
                int all_inner)
  {
    const int thread = threadIdx.x % S::producer_threads;

    row = thread / in_row;
    at = thread % in_row;
    const int y = (mn_major ? inner : line) + row;
    const int x = (mn_major ? line : inner) + (whole ? at * 4 : at);

    from = o.at + y * o.pitch + x;
    pitch = o.pitch;
    rows_left = (mn_major ? all_inner : o.lines) - y;
    left = (mn_major ? o.lines : all_inner) - x;
  }

  /* Copies the i-th to where `place` has the c-th four of its row; what is
   * outside of the matrix becomes 0. */
  template <typename Place>
  __device__ __forceinline__ void
  copy (int i, Place place) const
  {
    const float *const here = from + i * rows * pitch;
    const int there = i * rows < rows_left ? left : 0;

    if (whole)
      cp_async_part (place (i, at), here, there > 0 ? 16 : 0);
    else
#pragma unroll
      for (int e = 0; e < 4; e++) {
        const int x = e * in_row + at;

        cp_async_element<4> (place (i, x / 4) + x % 4 * 4, here + e * in_row,
                             there > e * in_row);
      }
  }

  __device__ __forceinline__ void
  next_step (void)
  {
    from += mn_major ? bf16x6_step * pitch : bf16x6_step;
    if (mn_major)
      rows_left -= bf16x6_step;
    else
      left -= bf16x6_step;
  }
};

/* Where the 16 bytes that are a row's c-th are in shared memory, of A: XORed,
 * so that consumers read words of four rows at a time from all banks. */
template <int mn_major, int lines>
static __device__ __forceinline__ int
bf16x6_word_at (int row, int c)
{
  const int key = mn_major ? row / 2 % 4 : row % 4;

  return row * (mn_major ? lines * 4 : 256) + (c ^ key * 2) * 16;
}

/* Starts to copy a step of A. */
template <typename S, int mn_major, bool whole>
static __device__ __forceinline__ void
bf16x6_copy_a (uint32_t to, bf16x6_fours<S, mn_major, S::rows, whole> &a)
{
#pragma unroll
  for (int i = 0; i < a.n; i++)
    a.copy (i, [=] (int i, int c) {
      return to + bf16x6_word_at<mn_major, S::rows> (a.row + i * a.rows, c);
    });
  a.next_step ();
}

/* Where producers keep the c-th four of a thread's i-th row of B until it is
 * split. */
template <typename S, int mn_major, bool whole>
static __device__ __forceinline__ uint32_t
bf16x6_kept (uint32_t kept, const bf16x6_fours<S, mn_major, S::cols, whole> &b,
             int i, int c)
{
  return kept + ((b.row + i * b.rows) * b.in_row + c) * 16;
}

/* Starts to copy a step of B. */
template <typename S, int mn_major, bool whole>
static __device__ __forceinline__ void
bf16x6_copy_b (uint32_t kept, bf16x6_fours<S, mn_major, S::cols, whole> &b)
{
#pragma unroll
  for (int i = 0; i < b.n; i++)
    b.copy (i, [=] (int i, int c) { return bf16x6_kept<S> (kept, b, i, c); });
  b.next_step ();
}

/* Splits four numbers, and writes 8 bytes of them to each plane. */
static __device__ __forceinline__ void
bf16x6_split_four (uint32_t to, uint32_t plane, float (&x)[4])
{
#pragma unroll
  for (int e = 0; e < 4; e++)
    x[e] *= BF16X6_SCALE;
#pragma unroll
  for (int place = 0; place < BF16X6_PLANES; place++) {
    const uint32_t low = bf16x6_cut (x[0], x[1]);
    const uint32_t high = bf16x6_cut (x[2], x[3]);

    asm volatile("st.shared.v2.b32 [%0], {%1, %2};"
                 :
                 : "r"(to + place * plane), "r"(low), "r"(high)
                 : "memory");
  }
}

/* Splits the thread's fours of a step of B, several at a time; half a warp
 * writes 128 bytes of a plane, to all banks. */
template <typename S, int mn_major, bool whole>
static __device__ __forceinline__ void
bf16x6_split_b (uint32_t planes, uint32_t kept,
                const bf16x6_fours<S, mn_major, S::cols, whole> &b)
{
  static const int many
      = bf16x6_fours<S, mn_major, S::cols, whole>::n % 4 == 0 ? 4 : 2;

#pragma unroll
  for (int i = 0; i < b.n; i += many) {
    float x[many][4];

#pragma unroll
    for (int j = 0; j < many; j++)
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                   : "=f"(x[j][0]), "=f"(x[j][1]), "=f"(x[j][2]), "=f"(x[j][3])
                   : "r"(bf16x6_kept<S> (kept, b, i + j, b.at)));
#pragma unroll
    for (int j = 0; j < many; j++) {
      const int row = b.row + (i + j) * b.rows;

      bf16x6_split_four (planes + b.at / 16 * 8192 + row * 128
                             + ((b.at % 16 / 2 ^ (row & 7)) << 4)
                             + b.at % 2 * 8,
                         bf16x6_plane (S::cols), x[j]);
    }
  }
}

/* The producers' part.  Copies of A are under way for as many steps as there
 * are stages, and of B for S::ahead steps, to memory of the warp's own. */
template <typename S, int mn_major_a, int mn_major_b, bool whole>
static __device__ __forceinline__ void
bf16x6_produce (const struct bf16x6_task &task, int row, int col, int first,
                int last, uint32_t memory, struct bf16x6_barriers &barriers)
{
  const uint32_t all_kept = memory + S::stages * S::stage;
  bf16x6_fours<S, mn_major_a, S::rows, whole> a (
      task.a, row, first * bf16x6_step, task.inner);
  bf16x6_fours<S, mn_major_b, S::cols, whole> b (
      task.b, col, first * bf16x6_step, task.inner);
  struct stage_turn ring = { 0, 1 };
  int kept = 0;

#pragma unroll
  for (int i = 0; i < S::ahead; i++) {
    bf16x6_copy_b<S> (all_kept + i * S::kept, b);
    cp_async_commit ();
  }
#pragma unroll 1
  for (int step = first; step < last; step++) {
    const uint32_t stage = memory + ring.stage * S::stage;
    uint64_t *const full = &barriers.full[ring.stage];
    const uint32_t own = all_kept + kept * S::kept;

    mbarrier_wait (&barriers.empty[ring.stage], ring.phase);
    bf16x6_copy_a<S> (stage, a);
    mbarrier_arrive_behind_copies (full);
    cp_async_wait<S::ahead - 1> ();
    __syncwarp ();
    bf16x6_split_b<S> (stage + S::a_bytes, own, b);
    __syncwarp ();
    if (step + S::ahead < last)
      bf16x6_copy_b<S> (own, b);
    cp_async_commit ();
    async_fence ();
    mbarrier_arrive (full);
    stage_next (ring, S::stages);
    kept = kept + 1 < S::ahead ? kept + 1 : 0;
  }
}

/* A consumer's thread has this row of its 64, and another one, for each eight
 * columns: 8 below, or the next where A is MN-major. */
static __device__ __forceinline__ int
bf16x6_row (int mn_major_a)
{
  const int warp = threadIdx.x % 128 / 32, group = threadIdx.x % 32 / 4;

  return warp * 16 + (mn_major_a ? group * 2 : group);
}

/* The fragments of A for 16 along the inner dimension, the j-th of a step.  The
 * two numbers of a register, e, are neighbours along the inner dimension; h:
 * the other row; c: 8 further along the inner dimension. Numbers are read by
 * pairs, of an MN-major A those of two rows. */
template <typename S, int mn_major>
static __device__ __forceinline__ void
bf16x6_split_rows (uint32_t from, int consumer, int j,
                   uint32_t (&a)[BF16X6_PLANES][4])
{
  const int row = consumer * 64 + bf16x6_row (mn_major);
  const int q = threadIdx.x % 4;
  float x[2][2][2]; /* c, h, e */

#pragma unroll
  for (int i = 0; i < 4; i++) {
    const int c = i / 2, s = i % 2, k = j * 16 + c * 8 + q * 2;
    const uint32_t at
        = from
          + (mn_major
                 ? bf16x6_word_at<1, S::rows> (k + s, row / 4) + row % 4 * 4
                 : bf16x6_word_at<0, S::rows> (row + s * 8, k / 4) + k % 4 * 4);

    float first, second;

    asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];"
                 : "=f"(first), "=f"(second)
                 : "r"(at));
    x[c][mn_major ? 0 : s][mn_major ? s : 0] = first;
    x[c][mn_major ? 1 : s][mn_major ? s : 1] = second;
  }
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const int c = i / 2, h = i % 2;
    float v = x[c][h][0] * BF16X6_SCALE, w = x[c][h][1] * BF16X6_SCALE;

#pragma unroll
    for (int place = 0; place < BF16X6_PLANES; place++)
      a[place][i] = bf16x6_cut (v, w);
  }
}

/* The six products of 32 along the inner dimension, the half-th of a step,
 * small ones first. */
template <typename S, int mn_major_b>
static __device__ __forceinline__ void
bf16x6_multiply (const uint32_t (&a)[2][BF16X6_PLANES][4], uint32_t cols,
                 int half, uint32_t (&sums)[S::sums])
{
  static constexpr int places[6][2]
      = { { 0, 2 }, { 1, 1 }, { 2, 0 }, { 0, 1 }, { 1, 0 }, { 0, 0 } };

  wgmma_fence ();
#pragma unroll
  for (int i = 0; i < 12; i++) {
    const int j = i % 2, *const place = places[i / 2];

    wgmma_of_registers<WGMMA_BF16, S::cols, mn_major_b> (
        sums, a[j][place[0]],
        wgmma_descriptor (cols + place[1] * bf16x6_plane (S::cols))
            + wgmma_further ((half * 2 + j) * (mn_major_b ? 2048 : 32)),
        i);
  }
  wgmma_commit ();
}

/* Two consumers take turns: one multiplies while the other splits numbers and
 * moves sums (4096^3 1.21 in place of 1.25 ms).  Named barriers 1 and 2 say
 * that it is a consumer's turn. */
static __device__ __forceinline__ void
bf16x6_await_turn (int consumer)
{
  asm volatile("bar.sync %0, 256;" : : "r"(1 + consumer) : "memory");
}

static __device__ __forceinline__ void
bf16x6_pass_turn (int consumer)
{
  asm volatile("bar.arrive %0, 256;" : : "r"(2 - consumer) : "memory");
}

/* Sums are moved every 32 products. */
template <typename S, int mn_major_a, int mn_major_b>
static __device__ __forceinline__ void
bf16x6_consume (int steps, int consumer, uint32_t memory,
                struct bf16x6_barriers &barriers, float (&sums)[S::sums])
{
  struct stage_turn ring = { 0, 0 };

#pragma unroll
  for (int i = 0; i < S::sums; i++)
    sums[i] = 0;
  if (S::consumers == 2 && consumer == 1)
    bf16x6_pass_turn (consumer);
#pragma unroll 1
  for (int step = 0; step < steps; step++) {
    const uint32_t stage = memory + ring.stage * S::stage;

    mbarrier_wait (&barriers.full[ring.stage], ring.phase);
#pragma unroll
    for (int half = 0; half < 2; half++) {
      uint32_t a[2][BF16X6_PLANES][4], now[S::sums];

      for (int i = 0; i < 2; i++)
        bf16x6_split_rows<S, mn_major_a> (stage, consumer, half * 2 + i, a[i]);
      if (S::consumers == 2)
        bf16x6_await_turn (consumer);
      bf16x6_multiply<S, mn_major_b> (a, stage + S::a_bytes, half, now);
      if (S::consumers == 2 && (consumer == 0 || half == 0 || step + 1 < steps))
        bf16x6_pass_turn (consumer);
      wgmma_wait<0> ();
      if (half == 1 && threadIdx.x % 32 == 0)
        mbarrier_arrive (&barriers.empty[ring.stage]);
#pragma unroll
      for (int i = 0; i < S::sums; i++)
        sums[i] += __uint_as_float (now[i]);
    }
    stage_next (ring, S::stages);
  }
}

/* Where a sum is in shared memory: C's rows, or, where the tile is of its
 * transpose, its columns, with eight words between that spread them over banks.
 */
template <typename S>
static __device__ __forceinline__ int
bf16x6_sum_at (bool turned, int row, int col)
{
  return turned ? col * (S::rows + 8) + row : row * (S::cols + 8) + col;
}

template <typename S, int mn_major_a>
static __device__ __forceinline__ void
bf16x6_stage_sums (float *to, bool turned, int consumer,
                   const float (&sums)[S::sums])
{
  const int row = consumer * 64 + bf16x6_row (mn_major_a);
  const int col = threadIdx.x % 4 * 2, below = mn_major_a ? 1 : 8;

#pragma unroll
  for (int i = 0; i < S::sums; i++)
    to[bf16x6_sum_at<S> (turned, row + i / 2 % 2 * below,
                         col + i / 4 * 8 + i % 2)]
        = sums[i];
}

/* An element of C in f32: for sums that are not finite, which splitting may
 * have made so. */
static __device__ __noinline__ float
bf16x6_plain (const struct bf16x6_operand &a, const struct bf16x6_operand &b,
              int mn_major_a, int mn_major_b, int inner, int row, int col)
{
  const int64_t step_a = mn_major_a ? a.pitch : 1;
  const int64_t step_b = mn_major_b ? b.pitch : 1;
  const float *x = a.at + (mn_major_a ? row : row * a.pitch);
  const float *y = b.at + (mn_major_b ? col : col * b.pitch);
  float sum = 0;

  for (int i = 0; i < inner; i++) {
    sum = fmaf (*x, *y, sum);
    x += step_a;
    y += step_b;
  }
  return sum;
}

/* Adds four neighbours of another block's memory, or of this one's. */
static __device__ __forceinline__ void
bf16x6_add_part (const float *at, int rank, float (&v)[4])
{
  float x[4];

  asm volatile("{\n"
               ".reg .b32 there;\n"
               "mapa.shared::cluster.u32 there, %4, %5;\n"
               "ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there];\n"
               "}"
               : "=f"(x[0]), "=f"(x[1]), "=f"(x[2]), "=f"(x[3])
               : "r"(async_shared (at)), "r"(rank)
               : "memory");
#pragma unroll
  for (int e = 0; e < 4; e++)
    v[e] += x[e];
}

/* An element of C, of the sum that tensor cores have of it: alpha A B + beta C
 * + bias. */
template <int mn_major_a, int mn_major_b, bool turned>
static __device__ __forceinline__ float
bf16x6_finish (const struct bf16x6_task &task, float sum, int row, int col)
{
  const float product
      = isfinite (sum)
            ? sum * BF16X6_UNSCALE
            : bf16x6_plain (task.a, task.b, mn_major_a, mn_major_b, task.inner,
                            turned ? col : row, turned ? row : col);
  const float old
      = task.beta != 0 ? task.beta * task.c[row * task.ldc + col] : 0;

  return task.alpha * product
         + (task.bias != NULL ? old + task.bias[col] : old);
}

/* Adds up the parts of a tile and stores C: each block of the cluster a share
 * of the tile. */
template <typename S, int mn_major_a, int mn_major_b, bool turned>
static __device__ __forceinline__ void
bf16x6_store (const struct bf16x6_task &task, const float *parts, int rank,
              int tile_row, int tile_col)
{
  const int width = turned ? S::rows : S::cols;
  const int height = turned ? S::cols : S::rows;
  const int rows = turned ? task.b.lines : task.a.lines;
  const int cols = turned ? task.a.lines : task.b.lines;

  for (int i = rank * S::threads + threadIdx.x; i < height * width / 4;
       i += task.splits * S::threads) {
    const int r = i / (width / 4), at = i % (width / 4) * 4;
    const int row = (turned ? tile_col : tile_row) + r;
    const int col = (turned ? tile_row : tile_col) + at;
    float *const c = task.c + row * task.ldc + col;
    float v[4] = {};

    if (row >= rows || col >= cols)
      continue;
#pragma unroll 4
    for (int from = 0; from < task.splits; from++)
      bf16x6_add_part (parts + r * (width + 8) + at, from, v);
#pragma unroll
    for (int e = 0; e < 4; e++)
      if (col + e < cols)
        v[e] = bf16x6_finish<mn_major_a, mn_major_b, turned> (task, v[e], row,
                                                              col + e);
    if (task.whole_c)
      *(float4 *)c = make_float4 (v[0], v[1], v[2], v[3]);
    else
#pragma unroll
      for (int e = 0; e < 4; e++)
        if (col + e < cols)
          c[e] = v[e];
  }
}

/* The task of this block's product. */
static __device__ __forceinline__ struct bf16x6_task
bf16x6_product (struct bf16x6_task task)
{
  task.a.at = batch_matrix (task.a.at, task.strides.a);
  task.b.at = batch_matrix (task.b.at, task.strides.b);
  task.c = batch_matrix (task.c, task.strides.c);
  return task;
}

/* Gives the registers that a producer does not need to consumers (setmaxnreg).
 */
template <typename S>
static __device__ __forceinline__ void
bf16x6_set_registers (bool producer)
{
  if constexpr (S::consumer_registers > 0) {
    if (producer)
      asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;"
                   :
                   : "n"((int)S::producer_registers));
    else
      asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;"
                   :
                   : "n"((int)S::consumer_registers));
  }
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

template <typename S, int mn_major_a, int mn_major_b, bool whole>
static __global__ void
__launch_bounds__ (S::threads, S::blocks)
    bf16x6 (const __grid_constant__ struct bf16x6_task all)
{
#if defined __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__ (1024) unsigned char memory[];
  __shared__ struct bf16x6_barriers barriers;
  const struct bf16x6_task task = bf16x6_product (all);
  const int tile = (int)divide_by (blockIdx.x, task.of_splits);
  const int rank = (int)blockIdx.x - tile * task.splits;
  const struct bands_position at = bands_position (&task.bands, tile);
  const int row = at.down * S::rows, col = at.across * S::cols;
  const int first = task.steps * rank / task.splits;
  const int last = task.steps * (rank + 1) / task.splits;
  const int group = __shfl_sync (~0U, threadIdx.x / 128, 0);
  float *const parts = reinterpret_cast<float *> (memory);

  if (threadIdx.x == 0) {
    mbarrier_init (barriers.full, S::stages, 2 * S::producer_threads);
    mbarrier_init (barriers.empty, S::stages, 4 * S::consumers);
  }
  __syncthreads ();
  if (!only_if_computes (task.only_if))
    return;
  if (group < S::producers) {
    bf16x6_set_registers<S> (true);
    bf16x6_produce<S, mn_major_a, mn_major_b, whole> (
        task, row, col, first, last, async_shared (memory), barriers);
    __syncthreads ();
  } else {
    float sums[S::sums];

    bf16x6_set_registers<S> (false);
    bf16x6_consume<S, mn_major_a, mn_major_b> (
        last - first, group - S::producers, async_shared (memory), barriers,
        sums);
    /* All stages have been read. */
    __syncthreads ();
    bf16x6_stage_sums<S, mn_major_a> (parts, task.turned, group - S::producers,
                                      sums);
  }
  if (task.splits > 1)
    cluster_sync ();
  else
    __syncthreads ();
  if (task.turned)
    bf16x6_store<S, mn_major_a, mn_major_b, true> (task, parts, rank, row, col);
  else
    bf16x6_store<S, mn_major_a, mn_major_b, false> (task, parts, rank, row,
                                                    col);
  /* Other blocks may still read this block's memory. */
  if (task.splits > 1)
    cluster_sync ();
#else
  (void)all;
#endif
}

#endif /* MATMUL_BF16X6_CUH */
