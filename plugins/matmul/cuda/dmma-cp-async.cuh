/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kernels of dmma that load operands by cp.async, from any layout and
 * pitch, on sm_80 and later.
 *
 * mma.sync takes f64 elements of both operands one by one along the inner
 * dimension, which would be reads of 8 bytes.  But any permutation of the inner
 * dimension is right if A and B share it, and any permutation of a tile's lines
 * if C is stored accordingly.  So for each 16 lines x 8 elements, thread t of a
 * group of four, in group g of eight, takes lines 2 g and 2 g + 1, elements 2 t
 * and 2 t + 1: two reads of 16 bytes, whether the operand is K-major or
 * MN-major.
 *
 * Shared memory holds an operand in the layout that it has in memory, in pairs
 * of 16 bytes.  The eight threads that read at once are those of two g: they
 * touch two rows of pairs of a K-major operand, four of an MN-major one, every
 * other row: all begin in the same bank.  A swizzle (the XOR of a pair's index
 * with bits of its row's) spreads them over all banks; copies, which go along
 * rows, stay free of conflicts.
 *
 * Columns of C, which is row-major, are the instruction's rows: then, with all
 * matrices row-major, the fragments of both operands need no moves between
 * registers, and a thread stores pairs.
 */
#ifndef MATMUL_DMMA_CP_ASYNC_CUH
#define MATMUL_DMMA_CP_ASYNC_CUH

#include <type_traits>

#include "cuda/cp-async.cuh"
#include "cuda/mbarrier.cuh"
#include "cuda/only-if.cuh"
#include "cuda/prefetch.cuh"
#include "cuda/stage.cuh"
#include "dmma-finish.cuh"

/* The compile-time shape of a kernel.  Warps share a tile and, with warps_inner
 * > 1, each stage's steps along the inner dimension, too. */
template <int rows_, int cols_, int warp_rows_, int warp_cols_,
          int warps_inner_, int blocks_, bool mn_major_a_, bool mn_major_b_,
          enum dmma_form form_ = DMMA_PLAIN>
struct dmma_shape {
  using task = std::conditional_t<
      form_ == DMMA_UPDATED, dmma_update_task,
      std::conditional_t<form_ == DMMA_BATCHED, dmma_batch_task, dmma_task>>;
  static const enum dmma_form form = form_;
  static const bool batched = form == DMMA_BATCHED;
  static const int rows = rows_, cols = cols_; /* of a tile */
  static const int warp_rows = warp_rows_, warp_cols = warp_cols_;
  static const int warps_inner = warps_inner_;
  static const int blocks = blocks_; /* per multiprocessor, at least */
  static const bool mn_major_a = mn_major_a_, mn_major_b = mn_major_b_;
  static const bool transposed = false;
  static const enum dmma_column_layout order = DMMA_BESIDE;

  static const int warps_across = cols / warp_cols;
  static const int warps_of_tile = rows / warp_rows * warps_across;
  static const int threads_of_tile = warps_of_tile * 32;
  static const int threads = threads_of_tile * warps_inner;
  /* A warp's share of a stage is two instructions deep, so that the fragments'
   * buffers alternate at compile time. */
  static const int of_warp = 16, step = of_warp * warps_inner;
  static const int high = warp_cols / 16; /* the instruction's rows */
  static const int wide
      = warp_rows / 16; /* pairs of the instruction's columns */
  static const int a_bytes = rows * step * 8, b_bytes = cols * step * 8;
  static const int stage = a_bytes + b_bytes;
  static const int sums = high * wide * 2 * 4; /* per thread */
  static const int exchange
      = warps_inner > 1 ? threads *sums *(int)sizeof (double) : 0;
};

/* How a block's threads copy one operand of a stage: each copies a pair in
 * every apart-th row. */
template <class S, bool mn_major_, int lines_> struct dmma_copy {
  static const bool mn_major = mn_major_;
  static const int lines = lines_;
  static const int rows = mn_major ? S::step : lines; /* in memory */
  static const int pairs = (mn_major ? lines : S::step) / 2;
  static const int apart = S::threads / pairs;
  static const int copies = lines * S::step / 2 / S::threads;
};
template <class S> using dmma_copy_a = dmma_copy<S, S::mn_major_a, S::rows>;
template <class S> using dmma_copy_b = dmma_copy<S, S::mn_major_b, S::cols>;

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800

/* The swizzle: a pair's index in its row is XORed with this. */
template <bool mn_major>
static __device__ __forceinline__ constexpr int
dmma_swizzle (int row)
{
  return mn_major ? row / 2 % 4 * 2 : row / 2 % 2 * 4;
}

/* The offset in shared memory of a pair of a row of an operand, in bytes. */
template <bool mn_major>
static __device__ __forceinline__ int
dmma_at (int row, int pair, int pairs)
{
  return (row * pairs + (pair ^ dmma_swizzle<mn_major> (row))) * 16;
}

/* The next load: step `at` of a part. */
struct dmma_ahead {
  struct stream_k_walk walk;
  int at;
  int whole;                  /* steps before this one touch no edge */
  const unsigned char *a, *b; /* this thread's next pairs */
  uint32_t stage;             /* in shared memory */
};

/* The address of a thread's first pair of an operand. */
template <class C>
static __device__ __forceinline__ const unsigned char *
dmma_from (const struct dmma_operand &o, int line, int k)
{
  const int row = threadIdx.x / C::pairs, pair = threadIdx.x % C::pairs;

  return reinterpret_cast<const unsigned char *> (
      o.at
      + (C::mn_major ? (k + row) * o.pitch + line + pair * 2
                     : (line + row) * o.pitch + k + pair * 2));
}

/* Prepares to load the walk's current part. */
template <class S>
static __device__ __forceinline__ void
dmma_begin_part (const typename S::task &task, struct dmma_ahead &ahead)
{
  const struct stream_k_part &part = ahead.walk.part;
  tile_position<S::batched> place;
  int row, col;

  if (part.tile < 0)
    return;
  place = tile_position_of<S::batched> (&task.tiles, part.tile);
  row = place.down * S::rows;
  col = place.across * S::cols;
  ahead.at = part.first;
  ahead.whole = task.a.aligned && task.b.aligned
                        && row + S::rows <= task.a.lines
                        && col + S::cols <= task.b.lines
                    ? task.inner / S::step
                    : 0;
  ahead.a = dmma_from<dmma_copy_a<S>> (task.a, row, ahead.at * S::step);
  ahead.b = dmma_from<dmma_copy_b<S>> (task.b, col, ahead.at * S::step);
  if constexpr (S::batched) {
    ahead.a += place.product * task.stride_a * 8;
    ahead.b += place.product * task.stride_b * 8;
  }
}

/* Copies a pair of which `left` elements are inside. */
static __device__ __forceinline__ void
dmma_copy_edge (uint32_t to, const double *from, int left, bool aligned)
{
  if (aligned) {
    cp_async_part (to, from, left > 1 ? 16 : left > 0 ? 8 : 0);
  } else {
    cp_async_element<8> (to, from, left > 0);
    cp_async_element<8> (to + 8, left > 1 ? from + 1 : from, left > 1);
  }
}

/* Copies an operand's part of a stage, from this line and element of the inner
 * dimension on, as far as it is inside. */
template <class S, class C>
static __device__ __forceinline__ void
dmma_copy_edges (const struct dmma_operand &o, int inner, int line, int k,
                 uint32_t to)
{
#pragma unroll 1
  for (int i = threadIdx.x; i < C::pairs * C::rows; i += S::threads) {
    const int row = i / C::pairs, pair = i % C::pairs;
    const int down = (C::mn_major ? k : line) + row;
    const int right = (C::mn_major ? line : k) + pair * 2;
    const int left = down < (C::mn_major ? inner : o.lines)
                         ? (C::mn_major ? o.lines : inner) - right
                         : 0;

    dmma_copy_edge (to + dmma_at<C::mn_major> (row, pair, C::pairs),
                    left > 0 ? o.at + down * o.pitch + right : o.at, left,
                    o.aligned);
  }
}

/* Precedes the parts of a load.  Stages that have an edge are loaded here at
 * once. */
template <class S>
static __device__ __forceinline__ void
dmma_begin_load (const typename S::task &task, struct dmma_ahead &ahead,
                 uint32_t stage)
{
  tile_position<S::batched> place;

  ahead.stage = stage;
  if (ahead.walk.part.tile < 0 || ahead.at < ahead.whole)
    return;
  place = tile_position_of<S::batched> (&task.tiles, ahead.walk.part.tile);
  if constexpr (S::batched) {
    struct dmma_operand a = task.a, b = task.b;

    a.at += place.product * task.stride_a;
    b.at += place.product * task.stride_b;
    dmma_copy_edges<S, dmma_copy_a<S>> (a, task.inner, place.down * S::rows,
                                        ahead.at * S::step, stage);
    dmma_copy_edges<S, dmma_copy_b<S>> (b, task.inner, place.across * S::cols,
                                        ahead.at * S::step, stage + S::a_bytes);
    return;
  }
  dmma_copy_edges<S, dmma_copy_a<S>> (task.a, task.inner, place.down * S::rows,
                                      ahead.at * S::step, stage);
  dmma_copy_edges<S, dmma_copy_b<S>> (task.b, task.inner,
                                      place.across * S::cols,
                                      ahead.at * S::step, stage + S::a_bytes);
}

/* Copies a thread's i-th pair of an operand, from `from`, which advances to the
 * next pair, at the end to that of the next step. */
template <class C>
static __device__ __forceinline__ void
dmma_copy_pair (const unsigned char *&from, const struct dmma_operand &o,
                uint32_t to, int i)
{
  const int row = threadIdx.x / C::pairs, pair = threadIdx.x % C::pairs;
  const int further = i * C::apart;

  cp_async_vector (to
                       + (dmma_at<C::mn_major> (row, pair, C::pairs)
                          ^ dmma_swizzle<C::mn_major> (further) * 16)
                       + further * C::pairs * 16,
                   from);
  from += i < C::copies - 1 ? o.apart : o.on;
}

/* Starts one of several equal parts of a stage's load. */
template <class S>
static __device__ __forceinline__ void
dmma_load (const struct dmma_task &task, struct dmma_ahead &ahead, int part,
           int parts)
{
  const int of_a = dmma_copy_a<S>::copies;
  const int all = of_a + dmma_copy_b<S>::copies;

  if (ahead.walk.part.tile < 0 || ahead.at >= ahead.whole)
    return;
#pragma unroll
  for (int i = part * all / parts; i < (part + 1) * all / parts; i++)
    if (i < of_a)
      dmma_copy_pair<dmma_copy_a<S>> (ahead.a, task.a, ahead.stage, i);
    else
      dmma_copy_pair<dmma_copy_b<S>> (ahead.b, task.b, ahead.stage + S::a_bytes,
                                      i - of_a);
}

/* Follows the last part: the stage's barrier completes when all threads' copies
 * have arrived. */
template <class S>
static __device__ __forceinline__ void
dmma_end_load (const typename S::task &task, struct dmma_ahead &ahead,
               uint64_t *full)
{
  mbarrier_arrive_behind_copies (full);
  if (ahead.walk.part.tile < 0)
    return;
  if (++ahead.at == ahead.walk.part.end) {
    tile_walk_on<S::batched> (&task.tiles, &ahead.walk);
    dmma_begin_part<S> (task, ahead);
  }
}

/* The block's position in the ring of stages. */
struct dmma_ring {
  uint64_t *full, *empty; /* mbarriers, one of each per stage */
  struct stage_turn turn;
};

/* The offset of a thread's first pair of a warp's lines, which begin at `line`.
 */
template <class S, bool mn_major, int lines>
static __device__ __forceinline__ int
dmma_first (int line, int k)
{
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;

  return mn_major ? dmma_at<true> (k + 2 * t, line / 2 + g, lines / 2)
                  : dmma_at<false> (line + 2 * g, k / 2 + t, S::step / 2);
}

/* Reads a thread's elements of the i-th 16 lines, of the n-th 8 elements along
 * the inner dimension: x[line][element]. */
template <class S, bool mn_major, int lines>
static __device__ __forceinline__ void
dmma_read (const unsigned char *operand, int first, int i, int n,
           double (&x)[2][2])
{
  const int row = (mn_major ? lines : S::step) * 8;
  const unsigned char *const from
      = operand
        + (mn_major ? first + i * 128 + n * 8 * row
                    : (first ^ n % 2 * 64) + i * 16 * row + n / 2 * 128);

#pragma unroll
  for (int e = 0; e < 2; e++) {
    const double2 v = *reinterpret_cast<const double2 *> (from + e * row);

    x[mn_major ? 0 : e][mn_major ? e : 0] = v.x;
    x[mn_major ? 1 : e][mn_major ? e : 1] = v.y;
  }
}

/* Reads an instruction's A: columns of C ... */
template <class S>
static __device__ __forceinline__ void
dmma_read_cols (const unsigned char *stage, int first, int i, int group,
                double (&m)[4])
{
  double x[2][2];

  dmma_read<S, S::mn_major_b, S::cols> (stage + S::a_bytes, first, i, group, x);
#pragma unroll
  for (int e = 0; e < 4; e++)
    m[e] = x[e % 2][e / 2];
}

/* ... and its B: rows of C, 16 of them for two instructions. */
template <class S>
static __device__ __forceinline__ void
dmma_read_rows (const unsigned char *stage, int first, int i, int group,
                double (&n)[2][2])
{
  double x[2][2];

  dmma_read<S, S::mn_major_a, S::rows> (stage, first, i, group, x);
#pragma unroll
  for (int e = 0; e < 4; e++)
    n[e / 2][e % 2] = x[e / 2][e % 2];
}

/* A thread's fragments of the operands, and the offsets that it reads them from
 * in a stage. */
template <class S> struct dmma_fragments {
  double m[2][4];
  double n[2][S::wide][2][2];
  int first_row, first_col;
};

/* Multiplies one of the two groups of 8 elements that a warp has of a step; its
 * fragments are there but for those of m after the first.  Meanwhile it reads
 * the fragments of the next group, which may be in the next stage, and starts
 * half of a later stage's copies: group 1 the first half, group 0 of the next
 * step the second. */
template <class S>
static __device__ __forceinline__ void
dmma_multiply_group (const struct dmma_task &task, struct dmma_ahead &ahead,
                     int group, const unsigned char *stage,
                     const unsigned char *next, struct dmma_fragments<S> &f,
                     struct dmma_sums<S> &sums)
{
#pragma unroll
  for (int i = 0; i < S::high; i++) {
#pragma unroll
    for (int j = i * S::wide / S::high; j < (i + 1) * S::wide / S::high; j++)
      dmma_read_rows<S> (next, f.first_row, j, 1 - group, f.n[1 - group][j]);
    dmma_load<S> (task, ahead, (1 - group) * S::high + i, 2 * S::high);
#pragma unroll
    for (int j = 0; j < S::wide; j++) {
#pragma unroll
      for (int half = 0; half < 2; half++)
        mma_f64_k8 (sums.c[i][j][half], f.m[i % 2], f.n[group][j][half]);
      if (j == 0 && i < S::high - 1)
        dmma_read_cols<S> (stage, f.first_col, i + 1, group, f.m[(i + 1) % 2]);
      else if (j == 0)
        dmma_read_cols<S> (next, f.first_col, 0, 1 - group, f.m[0]);
    }
  }
}

/* Fills the stages, and reads the first fragments. */
template <class S>
static __device__ __forceinline__ void
dmma_begin (const typename S::task &task, struct dmma_ahead &ahead,
            const unsigned char *memory, const struct dmma_ring &ring,
            struct dmma_fragments<S> &f)
{
  dmma_begin_part<S> (task, ahead);
  /* The second half of the last stage here is loaded with the first step. */
  for (int s = 0; s < task.stages - 2; s++) {
    dmma_begin_load<S> (task, ahead, cp_async_shared (memory) + s * S::stage);
    dmma_load<S> (task, ahead, 0, 2);
    if (s < task.stages - 3) {
      dmma_load<S> (task, ahead, 1, 2);
      dmma_end_load<S> (task, ahead, &ring.full[s]);
    }
  }
  mbarrier_wait (&ring.full[0], 0);
  dmma_read_cols<S> (memory, f.first_col, 0, 0, f.m[0]);
#pragma unroll
  for (int j = 0; j < S::wide; j++)
    dmma_read_rows<S> (memory, f.first_row, j, 0, f.n[0][j]);
}

/* The n-th stage before another. */
static __device__ __forceinline__ int
dmma_before (int stage, int n, int stages)
{
  return stage < n ? stage + stages - n : stage - n;
}

/* Warps do not meet at a block's barrier.  A load goes to a stage that all
 * warps have read unless they are more than a step behind.  mbarriers are
 * tested before they are needed, so that most waits are short. */
template <class S>
static __device__ __forceinline__ void
dmma_step (const typename S::task &task, struct dmma_ahead &ahead,
           const unsigned char *memory, struct dmma_ring &ring,
           struct dmma_fragments<S> &f, struct dmma_sums<S> &sums)
{
  const int now = ring.turn.stage, to = dmma_before (now, 2, task.stages);
  const int loaded = dmma_before (now, 3, task.stages);
  const unsigned char *const stage = memory + now * S::stage;
  /* The stage to load was read in this turn, or the one before. */
  const uint32_t turn = now < 2 ? ring.turn.phase ^ 1 : ring.turn.phase;
  bool empty, full;

  stage_next (ring.turn, task.stages);
  full = mbarrier_is_done (&ring.full[ring.turn.stage], ring.turn.phase);
  empty = mbarrier_is_done (&ring.empty[to], turn);
  dmma_multiply_group<S> (task, ahead, 0, stage, stage, f, sums);
  dmma_end_load<S> (task, ahead, &ring.full[loaded]);
  if (!full)
    mbarrier_wait (&ring.full[ring.turn.stage], ring.turn.phase);
  if (!empty)
    mbarrier_wait (&ring.empty[to], turn);
  dmma_begin_load<S> (task, ahead, cp_async_shared (memory) + to * S::stage);
  dmma_multiply_group<S> (task, ahead, 1, stage,
                          memory + ring.turn.stage * S::stage, f, sums);
  dmma_release_stage<S> (&ring.empty[now], true, sums);
}

/* Starts to load the old values of a tile to L2, if the block has its end. */
template <class S>
static __device__ __forceinline__ void
dmma_prefetch_old (const struct dmma_update_task &task,
                   const struct stream_k_part &part,
                   const struct bands_position &place)
{
  const int piece = 8; /* elements: 64 bytes */

  if (task.update.beta == 0 || part.end < task.tiles.steps)
    return;
#pragma unroll 1
  for (int i = threadIdx.x; i < S::rows * (S::cols / piece); i += S::threads) {
    const int row = place.down * S::rows + i / (S::cols / piece);
    const int col = place.across * S::cols + i % (S::cols / piece) * piece;

    if (row < task.a.lines && col < task.b.lines)
      prefetch_l2 (task.c + row * task.ldc + col);
  }
}

#endif

template <class S>
static __global__ void
__launch_bounds__ (S::threads, S::blocks)
    dmma_cp_async (const __grid_constant__ typename S::task task)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  extern __shared__ __align__ (128) unsigned char memory[];
  const int warp = threadIdx.x / 32 % S::warps_of_tile;
  const int k = threadIdx.x / S::threads_of_tile * S::of_warp;
  const int row = warp / S::warps_across * S::warp_rows;
  const int col = warp % S::warps_across * S::warp_cols;
  struct stream_k_walk walk = tile_walk<S::batched> (&task.tiles);
  struct dmma_ahead ahead;
  struct dmma_fragments<S> f;
  struct dmma_sums<S> sums;
  __shared__ uint64_t full[dmma_most_stages], empty[dmma_most_stages];
  struct dmma_ring ring = { full, empty, { 0, 0 } };

  if (!only_if_computes (task.only_if))
    return;
  f.first_row = dmma_first<S, S::mn_major_a, S::rows> (row, k);
  f.first_col = dmma_first<S, S::mn_major_b, S::cols> (col, k);
  ahead.walk = walk;
  if (threadIdx.x < task.stages) {
    mbarrier_init_one (&full[threadIdx.x], S::threads);
    mbarrier_init_one (&empty[threadIdx.x], S::threads / 32);
  }
  __syncthreads ();
  dmma_begin<S> (task, ahead, memory, ring, f);
  for (; walk.part.tile >= 0; tile_walk_on<S::batched> (&task.tiles, &walk)) {
    const tile_position<S::batched> place
        = tile_position_of<S::batched> (&task.tiles, walk.part.tile);
    struct dmma_pairs<S> pairs;

    if constexpr (S::form == DMMA_UPDATED)
      dmma_prefetch_old<S> (task, walk.part, place);
    sums = {};
#pragma unroll 1
    for (int step = walk.part.first; step < walk.part.end; step++)
      dmma_step<S> (task, ahead, memory, ring, f, sums);
    if (dmma_add_up<S> (task, walk.part, memory + task.stages * S::stage, sums,
                        pairs)) {
      const int down = place.down * S::rows + row;
      const int right = place.across * S::cols + col;

      if constexpr (S::form == DMMA_UPDATED)
        dmma_update_pairs<S> (task, task.update, down, right, true, pairs);
      if constexpr (S::batched)
        dmma_store<S> (dmma_of_product (task, task.stride_c, place.product),
                       down, right, true, pairs);
      else
        dmma_store<S> (task, down, right, true, pairs);
    }
  }
#else
  (void)task;
#endif
}

#endif /* MATMUL_DMMA_CP_ASYNC_CUH */
