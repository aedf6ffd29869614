/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kernels of small-stream.cu: fragments are as small.cuh has them, of operands
 * that lie along the inner dimension.
 */
#ifndef MATMUL_SMALL_STREAM_CUH
#define MATMUL_SMALL_STREAM_CUH

#include "cuda/cluster.cuh"
#include "cuda/cp-async.cuh"
#include "cuda/mbarrier.cuh"
#include "small-fragment.cuh"
#include "small.h"

struct small_stream_task {
  struct small_task t;
  int splits;
  unsigned each; /* bytes along the inner dimension of a split, of steps */
  int blocks_x;  /* in clusters */
};

/* A warp's tile is of high * 16 lines of X by wide * 8 of Y; down * over of them
 * are a block's, and each has `deep` warps, which take a chunk each of a stage. */
template <enum small_type type_, bool across_x_, bool across_y_, bool turned_,
          int high_, int wide_, int down_, int over_, int stages_>
struct small_stream_shape : small_tile<type_, across_x_, across_y_, turned_, high_,
                                       wide_> {
  typedef small_tile<type_, across_x_, across_y_, turned_, high_, wide_> base;
  enum {
    down = down_,
    over = over_,
    deep = 8 / (down_ * over_),
    stages = stages_,
    threads_all = 256,
    launched_all = threads_all + 32,
    block_x = down * base::lines_x,
    block_y = over * base::lines_y,
    step = deep * 64, /* bytes along the inner dimension */
    bytes_x = block_x * step, /* of shared memory, of a stage */
    stage = bytes_x + block_y * step,
    ring = stages * stage,
    block_fours = down_ * over_ * base::all_fours, /* of the block's tile */
    received = 8 * base::partial, /* where others' sums arrive */
    unused = (int)received + block_fours * 16 > ring ? (int)received + block_fours * 16
                                               : (int)ring,
    shared_all = unused + base::partial
  };
  static_assert (deep >= 2 && block_y * step >= 16 * threads_all,
                 "lines are copied by 128 bytes");
};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900

/* 16 bytes to shared memory, or zeros.  Past the first-level cache (.cg) they
 * would come twice. */
static __device__ __forceinline__ void
small_stream_copy (uint32_t to, const unsigned char *from, bool is_there)
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

template <int words>
static __device__ __forceinline__ void
small_stream_read (uint32_t *to, uint32_t from)
{
  if constexpr (words == 4)
    asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(from)
                 : "memory");
  else if constexpr (words == 2)
    asm volatile("ld.shared.v2.b32 {%0, %1}, [%2];"
                 : "=r"(to[0]), "=r"(to[1])
                 : "r"(from)
                 : "memory");
  else
    asm volatile("ld.shared.b32 %0, [%1];"
                 : "=r"(to[0])
                 : "r"(from)
                 : "memory");
}

/* An operand's part of a stage, of `block` lines.  What is contiguous in memory
 * is so in shared memory, by 128 bytes of a line or by rows that lie across;
 * then two bits of where it is are turned over, so that a warp's reads meet no
 * bank twice.  lines: that a thread has in its warp's fragments. */
template <int size, bool across, int block, int lines, int step>
struct small_stream_operand {
  enum {
    group = lines < 4 ? lines : 4,
    row = across ? block * size : 128, /* bytes, in shared memory */
    copies = block * step / 16 / 256   /* of a thread */
  };
  const unsigned char *from[copies];

  static __device__ __forceinline__ unsigned
  swapped (unsigned row_number)
  {
    return across ? row_number / (16 / size) % 4 * 32
                  : row_number / group % 2 * 64;
  }

  /* Of a copy: the row in shared memory, and where in that. */
  static __device__ __forceinline__ unsigned
  row_of (int i)
  {
    return (i * 256 + threadIdx.x) * 16 / row;
  }
  static __device__ __forceinline__ unsigned
  in_row (int i)
  {
    return (i * 256 + threadIdx.x) * 16 % row;
  }

  /* Where it is along the inner dimension, in bytes. */
  static __device__ __forceinline__ unsigned
  inner_of (int i)
  {
    return across ? row_of (i) * size : row_of (i) / block * 128 + in_row (i);
  }

  __device__ __forceinline__ void
  begin (const unsigned char *at, unsigned pitch, unsigned first, unsigned all)
  {
#pragma unroll
    for (int i = 0; i < copies; i++)
      if constexpr (across) {
        const unsigned line = first + in_row (i) / size;

        from[i] = small_row (
            at + (line < all ? line : all - 16 / size) * size, row_of (i), pitch);
      } else {
        const unsigned line = first + row_of (i) % block;

        from[i] = small_row (at + inner_of (i), line < all ? line : all - 1,
                             pitch);
      }
  }

  /* at: bytes along the inner dimension. */
  __device__ __forceinline__ void
  copy (uint32_t to, unsigned at, unsigned inner, unsigned pitch) const
  {
    const uint64_t on = across ? (uint64_t)(at / size) * pitch : at;

#pragma unroll
    for (int i = 0; i < copies; i++)
      small_stream_copy (to
                             + ((i * 256 + threadIdx.x) * 16
                                ^ swapped (row_of (i))),
                         from[i] + on, at + inner_of (i) < inner);
  }

  /* Fragments of a chunk, of which the first line is `line`. */
  static __device__ __forceinline__ void
  read (uint32_t from, unsigned line, unsigned chunk, unsigned g, unsigned t,
        struct small_raw<lines> &raw)
  {
    if constexpr (across) {
      const int rows = 16 / size, words = group * size / 4, n = lines / group;
      const unsigned first = (chunk * 4 + t) * rows;

#pragma unroll
      for (int r = 0; r < rows; r++)
#pragma unroll
        for (int i = 0; i < n; i++)
          small_stream_read<words> (
              &raw.word[(r * n + i) * words],
              from
                  + (((first + r) * row + (line + g * group + i * 32) * size)
                     ^ t * 32));
    } else {
      const unsigned at
          = (chunk / 2 * block + line + g * group) * 128
            + ((chunk % 2 * 64 + t * 16) ^ g % 2 * 64);

#pragma unroll
      for (int l = 0; l < lines; l++)
        small_stream_read<4> (&raw.word[l * 4],
                              from + at + small_line<lines> (0, l) * 128);
    }
  }
};

/* Waits for the threads that multiply. */
template <class S>
static __device__ __forceinline__ void
small_stream_meet (bool live)
{
  if (live)
    asm volatile("bar.sync 1, %0;" : : "n"((int)S::threads_all) : "memory");
}

/* Four sums to another block's shared memory, whose barrier counts them. */
static __device__ __forceinline__ void
small_stream_send (uint32_t to, uint32_t barrier, unsigned rank,
               const uint32_t (&v)[4])
{
  asm volatile("{\n"
               ".reg .b32 to, barrier;\n"
               "mapa.shared::cluster.u32 to, %0, %2;\n"
               "mapa.shared::cluster.u32 barrier, %1, %2;\n"
               "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4"
               ".b32 [to], {%3, %4, %5, %6}, [barrier];\n"
               "}"
               :
               : "r"(to), "r"(barrier), "r"(rank), "r"(v[0]), "r"(v[1]),
                 "r"(v[2]), "r"(v[3])
               : "memory");
}

template <class S>
static __device__ __forceinline__ void
small_stream_put (const struct small_task &task, int row, int col,
              const small_sum<S::type> (&v)[4])
{
  if (row < task.rows)
    small_put<S> ((unsigned char *)task.c
                      + ((int64_t)row * task.ldc + col) * S::size_c,
                  (int)(task.cols - col), task.ldc % 4 == 0, v);
}

/* Where the f-th four of the block's tile are in shared memory. */
template <class S>
static __device__ __forceinline__ uint32_t
small_stream_slot (uint32_t shared, int f)
{
  const int all = S::all_fours;

  return shared + f / all * S::deep * S::partial
         + small_slot_of<S> (f % all / S::fours, f % S::fours);
}

/* Stores it.  first_x, first_y: the lines where the block's tile begins. */
template <class S>
static __device__ __forceinline__ void
small_stream_put_four (const struct small_task &task, int first_x, int first_y,
                       int f, bool live,
                       const small_sum<S::type> (&v)[4])
{
  const int all = S::all_fours, tile = f / all;
  const int x = first_x + tile % S::down * (int)S::lines_x;
  const int y = first_y + tile / S::down * (int)S::lines_y;

  if (live)
    small_stream_put<S> (task, (S::turned ? y : x) + f % all / S::fours,
                         (S::turned ? x : y) + f % S::fours * 4, v);
}

/* A block's sums to those of the cluster that add them. */
template <class S>
static __device__ __forceinline__ void
small_stream_deal (int splits, int split, uint32_t shared, uint64_t *barrier,
               bool live)
{
  const int per = S::block_fours / splits;

#pragma unroll 2
  for (int i = 0; i < S::block_fours / S::threads_all; i++) {
    const int f = i * S::threads_all + threadIdx.x % S::threads_all;
    const int owner = f / per;
    const uint32_t to = shared + S::received + (split * per + f % per) * 16;
    small_sum<S::type> v[4];
    uint32_t w[4];

    small_add<S, S::deep> (small_stream_slot<S> (shared, f), S::deep, v);
    memcpy (w, v, 16);
    if (!live)
      continue;
    if (owner == split)
      asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                   :
                   : "r"(to), "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3])
                   : "memory");
    else
      small_stream_send (to, mbarrier_at (barrier), owner, w);
  }
}

/* Adds what the blocks of the cluster have sent, in their order. */
template <class S>
static __device__ __forceinline__ void
small_stream_collect (const struct small_stream_task &task, int split,
                      uint32_t shared, int first_x, int first_y, bool live)
{
  const int per = S::block_fours / task.splits;

  for (int j = threadIdx.x % S::threads_all; j < per; j += S::threads_all) {
    small_sum<S::type> v[4] = {};

#pragma unroll 4
    for (int s = 0; s < task.splits; s++) {
      uint32_t w[4];
      small_sum<S::type> part[4];

      asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                   : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3])
                   : "r"(shared + S::received + (s * per + j) * 16)
                   : "memory");
      memcpy (part, w, 16);
#pragma unroll
      for (int i = 0; i < 4; i++)
        v[i] += part[i];
    }
    small_stream_put_four<S> (task.t, first_x, first_y, split * per + j, live, v);
  }
}

/* What is left when the warps have left their sums. */
template <class S>
static __device__ __forceinline__ void
small_stream_finish (const struct small_stream_task &task, uint32_t shared, int split,
                 int first_x, int first_y, uint64_t *barrier, bool live)
{
  if (task.splits > 1) {
    if (live)
      asm volatile("barrier.cluster.wait.aligned;" : : : "memory");
    small_stream_deal<S> (task.splits, split, shared, barrier, live);
    small_stream_meet<S> (live);
    if (live)
      mbarrier_wait (barrier, 0);
    small_stream_collect<S> (task, split, shared, first_x, first_y, live);
  } else
#pragma unroll 2
    for (int i = 0; i < S::block_fours / S::threads_all; i++) {
      const int f = i * S::threads_all + threadIdx.x % S::threads_all;
      small_sum<S::type> v[4];

      small_add<S, S::deep> (small_stream_slot<S> (shared, f), S::deep, v);
      small_stream_put_four<S> (task.t, first_x, first_y, f, live, v);
    }
}
#endif

template <class S>
__global__ void
__launch_bounds__ (S::launched_all, 1)
    small_stream (const struct small_stream_task task)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  extern __shared__ __align__ (16) unsigned char small_stream_memory[];
  __shared__ uint64_t barrier;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const unsigned g = lane / 4, t = lane % 4;
  const bool live = warp < 8;
  const int tile = warp / S::deep, chunk = warp % S::deep;
  const int split = cluster_rank (), number = cluster_number ();
  const int first_x = number % task.blocks_x * S::block_x;
  const int first_y = number / task.blocks_x * S::block_y;
  const uint32_t shared
      = (uint32_t)__cvta_generic_to_shared (small_stream_memory);
  const struct small_task &p = task.t;
  const unsigned begin = split * task.each, end = begin + task.each;
  const unsigned inner = end < p.inner ? end : p.inner;
  const int steps = (int)(task.each / S::step);
  typedef small_stream_operand<S::size, S::across_x, S::block_x, S::high * 2,
                               S::step>
      operand_x;
  typedef small_stream_operand<S::size, S::across_y, S::block_y, S::wide,
                               S::step>
      operand_y;
  operand_x x;
  operand_y y;
  const unsigned pitch_x = S::turned ? p.pitch_b : p.pitch_a;
  const unsigned pitch_y = S::turned ? p.pitch_a : p.pitch_b;
  const unsigned line_x = (live ? tile % S::down : 0) * S::lines_x;
  const unsigned line_y = (live ? tile / S::down : 0) * S::lines_y;
  small_sums<S> sums = {};
  uint32_t stage = 0, ahead = 0;

  x.begin (S::turned ? p.b : p.a, pitch_x, first_x,
           S::turned ? p.cols : p.rows);
  y.begin (S::turned ? p.a : p.b, pitch_y, first_y,
           S::turned ? p.rows : p.cols);
#pragma unroll 1
  for (int i = live ? 1 - S::stages : 0; i < (live ? steps : 1); i++) {
    if (i >= 0) {
      cp_async_wait<S::stages - 2> ();
      small_stream_meet<S> (live);
    }
    if (live && i + S::stages - 1 < steps) {
      const unsigned at = begin + (i + S::stages - 1) * S::step;

      x.copy (shared + ahead, at, inner, pitch_x);
      y.copy (shared + ahead + S::bytes_x, at, inner, pitch_y);
    }
    cp_async_commit ();
    ahead = ahead + S::stage < S::ring ? ahead + S::stage : 0;
    if (i >= 0) {
      struct small_raw<S::high * 2> raw_x;
      struct small_raw<S::wide> raw_y;

      operand_x::read (shared + stage, line_x, chunk, g, t, raw_x);
      operand_y::read (shared + stage + S::bytes_x, line_y, chunk, g, t, raw_y);
      small_multiply<S> (raw_x, raw_y, sums);
      stage = stage + S::stage < S::ring ? stage + S::stage : 0;
    }
  }
  if (threadIdx.x == 0 && task.splits > 1) {
    mbarrier_init_one (&barrier, 1);
    mbarrier_init_done ();
    mbarrier_expect (&barrier,
                     S::block_fours / task.splits * (task.splits - 1) * 16);
  }
  small_stream_meet<S> (live);
  if (live && task.splits > 1)
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" : : : "memory");
  small_leave<S> (shared + (live ? warp * S::partial : S::unused)
                      + small_slot<S> (0, g, t),
                  sums);
  small_stream_meet<S> (live);
  small_stream_finish<S> (task, shared, split, first_x, first_y, &barrier, live);
#else
  (void)task;
#endif
}

#endif /* MATMUL_SMALL_STREAM_CUH */
