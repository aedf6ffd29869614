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

/* A warp's tile is of high * 16 lines of X by wide * 8 of Y; `down` of them are a
 * block's, and each has `deep` warps, which share the `piece` bytes of a stage
 * along the inner dimension. */
template <enum small_type type_, bool turned_, int high_, int wide_, int down_,
          int piece_, int stages_>
struct small_stream_shape
    : small_tile<type_, false, false, turned_, high_, wide_> {
  typedef small_tile<type_, false, false, turned_, high_, wide_> base;
  enum {
    down = down_,
    deep = 8 / down_,
    piece = piece_,
    stages = stages_,
    threads_all = 256,
    launched_all = threads_all + 64,
    block_x = down * base::lines_x,
    lines = block_x + base::lines_y,
    pitch = piece + 16, /* of a line in shared memory: a warp's reads meet no
                           bank twice */
    stage = lines * pitch,
    ring = stages * stage,
    block_fours = down * base::all_fours, /* of the block's tile */
    received = 8 * base::partial, /* where others' sums arrive */
    unused = (int)received + block_fours * 16 > ring
                 ? (int)received + block_fours * 16
                 : (int)ring,
    shared_all = unused + base::partial
  };
};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900

static __device__ __forceinline__ void
small_stream_copy (uint32_t to, const unsigned char *from, unsigned bytes,
                   uint64_t *barrier)
{
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
      "[%0], [%1], %2, [%3];"
      :
      : "r"(to), "l"(from), "r"(bytes), "r"(mbarrier_at (barrier))
      : "memory");
}

/* A warp's loads: a lane takes a line, then the 32nd from there, and so on. */
template <class S>
static __device__ __forceinline__ void
small_stream_produce (const struct small_task &p, int first_x, int lane,
                      unsigned begin, unsigned end, uint32_t shared,
                      uint64_t *full, uint64_t *empty)
{
  const unsigned char *from[S::lines / 32 + (S::lines % 32 > 0)];
  int stage = 0, phase = 1;

#pragma unroll
  for (int i = 0; i < S::lines; i += 32) {
    const int line = i + lane;
    const bool of_x = line < S::block_x, of_a = of_x != S::turned;
    const unsigned all = of_a ? p.rows : p.cols;
    const unsigned number = of_x ? first_x + line : line - S::block_x;

    from[i / 32] = small_row (of_a ? p.a : p.b, number < all ? number : all - 1,
                              of_a ? p.pitch_a : p.pitch_b);
  }
#pragma unroll 1
  for (unsigned at = begin; at < end; at += S::piece) {
    const unsigned bytes = end - at < S::piece ? end - at : S::piece;

    mbarrier_wait (&empty[stage], phase);
    if (lane == 0)
      mbarrier_expect (&full[stage], bytes * S::lines);
    __syncwarp ();
#pragma unroll
    for (int i = 0; i < S::lines; i += 32)
      if (i + 32 <= S::lines || lane < S::lines - i)
        small_stream_copy (shared + stage * S::stage + (i + lane) * S::pitch,
                           from[i / 32] + at, bytes, &full[stage]);
    if (++stage == S::stages) {
      stage = 0;
      phase ^= 1;
    }
  }
}

/* A warp's fragments of a chunk, of which the first line is at `from`; there:
 * bytes of it along the inner dimension that there are. */
template <class S, int lines>
static __device__ __forceinline__ void
small_stream_read (uint32_t from, unsigned g, unsigned t, int there,
                   struct small_raw<lines> &raw)
{
  const uint32_t at = from + g * small_group (lines) * S::pitch + t * 16;

#pragma unroll
  for (int l = 0; l < lines; l++) {
    uint32_t *w = &raw.word[l * 4];

    asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3])
                 : "r"(at + small_line<lines> (0, l) * S::pitch)
                 : "memory");
  }
  if (there < small_chunk)
#pragma unroll
    for (int i = 0; i < lines * 4; i++)
      raw.word[i] = (int)t * 16 < there ? raw.word[i] : 0;
}

/* What a warp does with a stage. */
template <class S>
static __device__ __forceinline__ void
small_stream_multiply (uint32_t stage, int tile, int deep, unsigned g,
                       unsigned t, int there, small_sums<S> &sums)
{
#pragma unroll
  for (int c = 0; c < S::piece / small_chunk / S::deep; c++) {
    const int chunk = (c * S::deep + deep) * small_chunk;
    struct small_raw<S::high * 2> x;
    struct small_raw<S::wide> y;

    if (chunk >= there)
      break;
    small_stream_read<S> (stage + tile * S::lines_x * S::pitch + chunk, g, t,
                          there - chunk, x);
    small_stream_read<S> (stage + S::block_x * S::pitch + chunk, g, t,
                          there - chunk, y);
    small_multiply<S> (x, y, sums);
  }
}

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

/* Stores it. first_x: the line where the block's tile begins. */
template <class S>
static __device__ __forceinline__ void
small_stream_put_four (const struct small_task &task, int first_x,
                       int f, bool live,
                       const small_sum<S::type> (&v)[4])
{
  const int all = S::all_fours, tile = f / all;
  const int x = first_x + tile * (int)S::lines_x, y = 0;

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
                      uint32_t shared, int first_x, bool live)
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
    small_stream_put_four<S> (task.t, first_x, split * per + j, live, v);
  }
}

/* What is left when the warps have left their sums. */
template <class S>
static __device__ __forceinline__ void
small_stream_finish (const struct small_stream_task &task, uint32_t shared, int split,
                 int first_x, uint64_t *barrier, bool live)
{
  if (task.splits > 1) {
    if (live)
      asm volatile("barrier.cluster.wait.aligned;" : : : "memory");
    small_stream_deal<S> (task.splits, split, shared, barrier, live);
    small_stream_meet<S> (live);
    if (live)
      mbarrier_wait (barrier, 0);
    small_stream_collect<S> (task, split, shared, first_x, live);
  } else
#pragma unroll 2
    for (int i = 0; i < S::block_fours / S::threads_all; i++) {
      const int f = i * S::threads_all + threadIdx.x % S::threads_all;
      small_sum<S::type> v[4];

      small_add<S, S::deep> (small_stream_slot<S> (shared, f), S::deep, v);
      small_stream_put_four<S> (task.t, first_x, f, live, v);
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
  __shared__ uint64_t full[S::stages], empty[S::stages], barrier;
  const int warp = __shfl_sync (~0U, threadIdx.x / 32, 0);
  const int lane = threadIdx.x % 32;
  const unsigned g = lane / 4, t = lane % 4;
  const bool live = warp < 8;
  const int tile = warp / S::deep, deep = warp % S::deep;
  const int split = cluster_rank ();
  const int first_x = cluster_number () * S::block_x;
  const uint32_t shared
      = (uint32_t)__cvta_generic_to_shared (small_stream_memory);
  const unsigned begin = split * task.each;
  const unsigned end = begin + task.each < task.t.inner ? begin + task.each
                                                        : task.t.inner;
  small_sums<S> sums = {};

  if (warp == 8) {
    if (lane < S::stages) {
      mbarrier_init_one (&full[lane], 1);
      mbarrier_init_one (&empty[lane], 8);
    }
    if (lane == 0 && task.splits > 1) {
      mbarrier_init_one (&barrier, 1);
      mbarrier_expect (&barrier,
                       S::block_fours / task.splits * (task.splits - 1) * 16);
    }
    mbarrier_init_done ();
    asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
    __syncwarp ();
    asm volatile("bar.arrive 2, 288;" : : : "memory");
    small_stream_produce<S> (task.t, first_x, lane, begin, end, shared, full,
                             empty);
    return;
  }
  if (live) {
    int stage = 0, phase = 0;

    asm volatile("bar.sync 2, 288;" : : : "memory");
#pragma unroll 1
    for (unsigned at = begin; at < end; at += S::piece) {
      mbarrier_wait (&full[stage], phase);
      small_stream_multiply<S> (shared + stage * S::stage, tile, deep, g, t,
                                (int)(end - at), sums);
      __syncwarp ();
      if (lane == 0)
        mbarrier_arrive (&empty[stage]);
      if (++stage == S::stages) {
        stage = 0;
        phase ^= 1;
      }
    }
  }
  small_stream_meet<S> (live);
  if (live && task.splits > 1)
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" : : : "memory");
  small_leave<S> (shared + (live ? warp * S::partial : S::unused)
                      + small_slot<S> (0, g, t),
                  sums);
  small_stream_meet<S> (live);
  small_stream_finish<S> (task, shared, split, first_x, &barrier, live);
#else
  (void)task;
#endif
}

#endif /* MATMUL_SMALL_STREAM_CUH */
