/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kernels of few-rows.cu.  The fragments are those of small-fragment.cuh.
 */
#ifndef MATMUL_FEW_ROWS_CUH
#define MATMUL_FEW_ROWS_CUH

#include "cuda/cluster.cuh"
#include "cuda/cp-async.cuh"
#include "cuda/pdl.cuh"
#include "cluster-sum.cuh"
#include "few-rows.h"
#include "small-fragment.cuh"

/* A warp's tile is 32 lines of X by wide * 8 of Y.  A block has two such tiles,
 * and four warps for each, which share a stage's inner dimension. */
template <enum mma_type type_, bool mn_major_, bool transposed_, int wide_,
          int stages_>
struct few_rows_shape
    : small_tile<type_, mn_major_, false, transposed_, 2, wide_> {
  typedef small_tile<type_, mn_major_, false, transposed_, 2, wide_> tile;
  enum {
    down = 2,
    deep = 4,
    warps = down * deep,
    threads = warps * 32,
    launched = threads + 32,
    stages = stages_,
    block_x = down * tile::lines_x,
    block_y = tile::lines_y,
    step = deep * 64, /* bytes along the inner dimension, of a stage */
    bytes_x = block_x * step,
    stage = bytes_x + block_y * step,
    ring = stages * stage,
    block_fours_log2 = wide_ == 2 ? 8 : 9,
    block_fours = 1 << block_fours_log2, /* of the block's tile */
    received = warps * tile::partial,    /* where other blocks' sums arrive */
    used = (int)received + block_fours * 16 > ring
               ? (int)received + block_fours * 16
               : (int)ring,
    shared
    = used
      + tile::partial /* of the warp that only warms the instruction cache */
  };
  static_assert ((int)block_fours == (int)down * tile::all_fours, "");
};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900

/* A thread's position. */
struct few_rows_position {
  int tile; /* of the block's */
  int deep; /* its chunk of each stage */
  unsigned g, t;
  int split;   /* of the cluster */
  int first;   /* the block's first line of X */
  bool active; /* false in the warp that only warms the instruction cache */
};

template <class S>
static __device__ __forceinline__ struct few_rows_position
few_rows_find_position (void)
{
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const bool active = warp < S::warps;

  return { active ? warp / S::deep : 0,
           warp % S::deep,
           (unsigned)lane / 4,
           (unsigned)lane % 4,
           cluster_rank (),
           cluster_number () * S::block_x,
           active };
}

/* Copies 16 bytes to shared memory, or stores zeros.  Through the L1 cache
 * (.ca): without it (.cg) the bytes would be transferred twice. */
static __device__ __forceinline__ void
few_rows_copy (uint32_t to, const unsigned char *from, bool is_there)
{
  asm volatile("{\n"
               ".reg .pred p;\n"
               "setp.eq.u32 p, %2, 0;\n"
               "cp.async.ca.shared.global [%0], [%1], 16, p;\n"
               "}"
               :
               : "r"(to), "l"(from), "r"((uint32_t)is_there)
               : "memory");
}

/* Reads words if active; else it only fetches the code. */
template <int words>
static __device__ __forceinline__ void
few_rows_read (uint32_t *to, uint32_t from, bool are_there)
{
  if constexpr (words == 4)
    cluster_sum_read (from, are_there, to);
  else if constexpr (words == 2)
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.u32 p, %3, 0;\n"
                 "@p ld.shared.v2.b32 {%0, %1}, [%2];\n"
                 "}"
                 : "=r"(to[0]), "=r"(to[1])
                 : "r"(from), "r"((uint32_t)are_there)
                 : "memory");
  else
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.u32 p, %2, 0;\n"
                 "@p ld.shared.b32 %0, [%1];\n"
                 "}"
                 : "=r"(to[0])
                 : "r"(from), "r"((uint32_t)are_there)
                 : "memory");
}

/* An operand's part of a stage, of `block` lines, of which a thread has `lines`
 * in its fragments.  The rows in shared memory are 128 bytes of a line or, of
 * an MN-major operand, the block's part of a row in memory.  The swizzle flips
 * a bit or two of a copy's address by the row, so that a warp's reads have no
 * bank conflicts. */
template <class S, bool mn_major, int block, int lines> struct few_rows_part {
  enum {
    group = lines < 4 ? lines : 4,
    piece = 16 / S::size, /* elements */
    row = mn_major ? block * S::size : 128,
    copies = block * S::step / 16 / S::threads /* per thread */
  };
  const unsigned char *from[copies];

  static __device__ __forceinline__ unsigned
  row_of (int i)
  {
    return (i * S::threads + threadIdx.x) * 16 / row;
  }
  static __device__ __forceinline__ unsigned
  in_row (int i)
  {
    return (i * S::threads + threadIdx.x) * 16 % row;
  }

  /* Where a copy goes in a stage. */
  static __device__ __forceinline__ unsigned
  place (int i)
  {
    const unsigned flipped
        = mn_major ? row_of (i) / piece % 4 * 32 : row_of (i) / group % 2 * 64;

    return (i * S::threads + threadIdx.x) * 16 ^ flipped;
  }

  /* Its offset along the inner dimension, in bytes. */
  static __device__ __forceinline__ unsigned
  inner_of (int i)
  {
    return mn_major ? row_of (i) * S::size
                    : row_of (i) / block * 128 + in_row (i);
  }

  /* If there are fewer lines than the block's, the last ones are loaded again.
   */
  __device__ __forceinline__ void
  begin (const struct few_rows_operand &o, unsigned first)
  {
#pragma unroll
    for (int i = 0; i < copies; i++)
      if constexpr (mn_major) {
        const unsigned line = first + in_row (i) / S::size;

        from[i] = small_row (
            o.at + (line < o.lines ? line : o.lines - piece) * S::size,
            row_of (i), o.pitch);
      } else {
        const unsigned line = first + row_of (i) % block;

        from[i] = small_row (o.at + inner_of (i),
                             line < o.lines ? line : o.lines - 1, o.pitch);
      }
  }

  /* at: bytes along the inner dimension; end: where the block's part ends. */
  __device__ __forceinline__ void
  copy (const struct few_rows_operand &o, uint32_t to, unsigned at,
        unsigned end) const
  {
    const uint64_t on = mn_major ? (uint64_t)(at / S::size) * o.pitch : at;

#pragma unroll
    for (int i = 0; i < copies; i++)
      few_rows_copy (to + place (i), from[i] + on, at + inner_of (i) < end);
  }

  /* Reads the fragments of a chunk, of lines from `line` on. */
  static __device__ __forceinline__ void
  read (uint32_t from, unsigned line, const struct few_rows_position &p,
        struct small_raw<lines> &raw)
  {
    const unsigned chunk = p.deep, t = p.t;

    line += p.g * group;
    if constexpr (mn_major) {
      const int words = group * S::size / 4, n = lines / group;
      const unsigned first = (chunk * 4 + t) * piece;

#pragma unroll
      for (int r = 0; r < piece; r++)
#pragma unroll
        for (int i = 0; i < n; i++)
          few_rows_read<words> (
              &raw.word[(r * n + i) * words],
              from
                  + (((first + r) * row + (line + i * group * 8) * S::size)
                     ^ t * 32),
              p.active);
    } else {
      const unsigned at = (chunk / 2 * block + line) * 128
                          + ((chunk % 2 * 64 + t * 16) ^ p.g % 2 * 64);

#pragma unroll
      for (int l = 0; l < lines; l++)
        few_rows_read<4> (&raw.word[l * 4],
                          from + at + small_line<lines> (0, l) * 128, p.active);
    }
  }
};

template <class S>
using few_rows_part_x
    = few_rows_part<S, S::mn_major_x, S::block_x, S::lines_x / 8>;
template <class S>
using few_rows_part_y = few_rows_part<S, false, S::block_y, S::lines_y / 8>;

/* A barrier for the threads that multiply. */
template <class S>
static __device__ __forceinline__ void
few_rows_sync (bool active)
{
  if (active)
    asm volatile("bar.sync 1, %0;" : : "n"((int)S::threads) : "memory");
}

template <class S>
static __device__ __forceinline__ void
few_rows_multiply (uint32_t stage, const struct few_rows_position &p,
                   small_sums<S> &sums)
{
  struct small_raw<S::lines_x / 8> x;
  struct small_raw<S::lines_y / 8> y;

  few_rows_part_x<S>::read (stage, p.tile * S::lines_x, p, x);
  few_rows_part_y<S>::read (stage + S::bytes_x, 0, p, y);
  small_multiply<S> (x, y, sums);
}

/* All steps.  Copies run stages ahead, and one barrier a step ensures both that
 * all threads' copies of a stage have arrived and that the stage before it has
 * been read.  The first iterations only copy.  A thread that is not active runs
 * one iteration. */
template <class S>
static __device__ __forceinline__ void
few_rows_sum (const struct few_rows_task &task,
              const struct few_rows_position &p, uint32_t shared,
              small_sums<S> &sums)
{
  const unsigned begin = p.split * task.each;
  const unsigned end
      = begin + task.each < task.inner ? begin + task.each : task.inner;
  const int steps = p.active ? (int)(task.each / S::step) : 1;
  uint32_t stage = 0, ahead = 0;
  few_rows_part_x<S> x;
  few_rows_part_y<S> y;

  x.begin (task.x, p.first);
  y.begin (task.y, 0);
#pragma unroll 1
  for (int i = p.active ? 1 - S::stages : 0; i < steps; i++) {
    const unsigned at = begin + (unsigned)(i + S::stages - 1) * S::step;

    if (i >= 0) {
      cp_async_wait<S::stages - 2> ();
      few_rows_sync<S> (p.active);
    }
    if (p.active && i + S::stages - 1 < steps) {
      x.copy (task.x, shared + ahead, at, end);
      y.copy (task.y, shared + ahead + S::bytes_x, at, end);
    }
    cp_async_commit ();
    ahead = ahead + S::stage < S::ring ? ahead + S::stage : 0;
    if (i >= 0) {
      few_rows_multiply<S> (shared + stage, p, sums);
      stage = stage + S::stage < S::ring ? stage + S::stage : 0;
    }
  }
}

/* Each block of the cluster adds an equal part of the tile. */
template <class S>
static __device__ __forceinline__ struct cluster_sum
few_rows_sum_of (const struct few_rows_task &task,
                 const struct few_rows_position &p, uint32_t shared,
                 uint64_t *arrived)
{
  return { shared + S::received, arrived, p.split, task.splits_log2,
           S::block_fours >> task.splits_log2 };
}

/* The f-th four of the block's tile: the sum over its warps. */
template <class S>
static __device__ __forceinline__ void
few_rows_add (uint32_t shared, int f, bool active, small_sum<S::type> (&v)[4])
{
  const int n = f % S::all_fours;

  small_add<S, S::deep> (shared + f / S::all_fours * S::deep * S::partial
                             + small_slot_of<S> (n / S::fours, n % S::fours),
                         active ? S::deep : 0, v);
}

/* Stores it. */
template <class S>
static __device__ __forceinline__ void
few_rows_put (const struct few_rows_task &task, int first, int f,
              const small_sum<S::type> (&v)[4])
{
  const int n = f % S::all_fours;
  const int x = first + f / S::all_fours * S::lines_x;
  const unsigned row = (S::transposed ? 0 : x) + n / S::fours;
  const unsigned col = (S::transposed ? x : 0) + n % S::fours * 4;

  if (row < (S::transposed ? task.y.lines : task.x.lines))
    small_put<S> ((unsigned char *)task.c
                      + ((uint64_t)row * task.ldc + col) * S::size_c,
                  (int)((S::transposed ? task.x.lines : task.y.lines) - col),
                  task.ldc % 4 == 0, v);
}

/* Sends a block's sums to the blocks of the cluster that add them. */
template <class S>
static __device__ __forceinline__ void
few_rows_deal (const struct cluster_sum &sum, uint32_t shared, bool active)
{
  const int share_log2 = S::block_fours_log2 - sum.parts_log2;

#pragma unroll 2
  for (int i = 0; i < S::block_fours; i += S::threads) {
    const int f = i + threadIdx.x % S::threads;
    small_sum<S::type> v[4];
    uint32_t word[4];

    few_rows_add<S> (shared, f, active, v);
    memcpy (word, v, 16);
    cluster_sum_send (sum, f >> share_log2, f & (sum.share - 1), word, active);
  }
}

/* Adds and stores this block's share. */
template <class S>
static __device__ __forceinline__ void
few_rows_collect (const struct few_rows_task &task,
                  const struct few_rows_position &p,
                  const struct cluster_sum &sum)
{
  for (int n = threadIdx.x % S::threads; n < sum.share; n += S::threads) {
    small_sum<S::type> v[4];

    cluster_sum_add (sum, n, p.active, v);
    if (p.active)
      few_rows_put<S> (task, p.first, p.split * sum.share + n, v);
  }
}

template <class S>
static __device__ __forceinline__ void
few_rows_finish (const struct few_rows_task &task,
                 const struct few_rows_position &p,
                 const struct cluster_sum &sum, uint32_t shared)
{
  if (task.splits_log2 > 0) {
    if (p.active)
      cluster_wait ();
    few_rows_deal<S> (sum, shared, p.active);
    few_rows_sync<S> (p.active);
    if (p.active)
      cluster_sum_wait (sum);
    few_rows_collect<S> (task, p, sum);
  } else
#pragma unroll 2
    for (int i = 0; i < S::block_fours; i += S::threads) {
      const int f = i + threadIdx.x % S::threads;
      small_sum<S::type> v[4];

      few_rows_add<S> (shared, f, p.active, v);
      if (p.active)
        few_rows_put<S> (task, p.first, f, v);
    }
}

#endif /* __CUDA_ARCH__ >= 900 */

/* The last warp is not active: it runs once through the code that the others
 * need when their first operands have arrived, to warm the instruction cache
 * (small.cuh). */
template <class S>
__global__ void
__launch_bounds__ (S::launched, 1) few_rows (const struct few_rows_task task)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  extern __shared__ __align__ (128) unsigned char few_rows_memory[];
  __shared__ uint64_t arrived; /* other blocks' sums */
  const uint32_t shared = (uint32_t)__cvta_generic_to_shared (few_rows_memory);
  const struct few_rows_position p = few_rows_find_position<S> ();
  const struct cluster_sum sum = few_rows_sum_of<S> (task, p, shared, &arrived);
  const int warp = threadIdx.x / 32;
  small_sums<S> sums = {};

  pdl_wait ();
  few_rows_sum<S> (task, p, shared, sums);
  if (threadIdx.x == 0 && task.splits_log2 > 0) {
    mbarrier_init_one (&arrived, 1);
    mbarrier_init_done ();
    cluster_sum_expect (sum, sum.share);
  }
  /* The stages have been read, and sums may arrive there. */
  few_rows_sync<S> (p.active);
  if (p.active && task.splits_log2 > 0)
    cluster_arrive ();
  small_stage_sums<S> (shared + (p.active ? warp * S::partial : S::used)
                           + small_slot<S> (0, p.g, p.t),
                       sums);
  few_rows_sync<S> (p.active);
  few_rows_finish<S> (task, p, sum, shared);
#else
  (void)task;
#endif
}

#endif /* MATMUL_FEW_ROWS_CUH */
