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
#include "small.cuh"

struct small_stream_task {
  struct small_task t;
  int splits;
  unsigned each; /* chunks along the inner dimension of a split, even */
  int blocks_x;  /* in clusters */
};

/* A warp's tile is of high * 16 lines of X by wide * 8 of Y; down * over of them
 * are a block's, and each has `deep` warps, which share its inner dimension. */
template <enum small_type type_, bool across_x_, bool across_y_, bool turned_,
          int high_, int wide_, int down_, int over_, int stages_>
struct small_stream_shape : small_shape<type_, across_x_, across_y_, turned_,
                                        high_, wide_, 1, false, 0> {
  typedef small_shape<type_, across_x_, across_y_, turned_, high_, wide_, 1,
                      false, 0>
      base;
  enum {
    down = down_,
    over = over_,
    deep = 8 / (down_ * over_),
    stages = stages_,
    threads_all = 256,
    /* More warps would leave fewer registers. */
    launched_all = threads_all + (high_ * wide_ < 32 ? 32 : 0),
    bytes_x = high_ * 2 * 512, /* of shared memory, of a warp's chunk */
    stage = bytes_x + wide_ * 512,
    ring = stages * stage,
    fours = down_ * over_ * base::rows * base::pieces, /* of the block's tile */
    received = launched_all / 32 * base::partial, /* where others' sums arrive */
    shared_all = (int)received + fours * 16 > 8 * ring
                     ? (int)received + fours * 16
                     : 8 * ring
  };
};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900

/* Loads go to shared memory; what is not there becomes zeros.  keep: in the
 * first-level cache, for other warps. */
template <bool keep> struct small_to_ring {
  uint32_t at; /* of this lane's first 16 bytes */
  int lane;
  bool is_there;

  template <int words>
  __device__ __forceinline__ void
  load (int n, const unsigned char *from) const
  {
    const uint32_t to = at + n * words * 128 - lane * (16 - words * 4);

    if (words == 4 && !keep)
      asm volatile("{\n"
                   ".reg .pred p;\n"
                   "setp.eq.u32 p, %2, 0;\n"
                   "cp.async.cg.shared.global.L2::128B [%0], [%1], 16, p;\n"
                   "}"
                   :
                   : "r"(to), "l"(from), "r"((uint32_t)is_there)
                   : "memory");
    else
      asm volatile("{\n"
                   ".reg .pred p;\n"
                   "setp.eq.u32 p, %2, 0;\n"
                   "cp.async.ca.shared.global.L2::128B [%0], [%1], %3, p;\n"
                   "}"
                   :
                   : "r"(to), "l"(from), "r"((uint32_t)is_there),
                     "n"(words * 4)
                   : "memory");
  }
};

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

template <int size, bool across, int lines>
static __device__ __forceinline__ void
small_stream_read_chunk (uint32_t from, int lane, struct small_raw<lines> &raw)
{
  const int words = across ? small_group (lines) * size / 4 : 4;

#pragma unroll
  for (int n = 0; n < lines * 4 / words; n++)
    small_stream_read<words> (&raw.word[n * words],
                              from + n * words * 128 + lane * words * 4);
}

/* What all a warp's loads have in common. */
struct small_stream_source {
  const unsigned char *x, *y;
  unsigned pitch_x, pitch_y, first_x, first_y, all_x, all_y;
};

template <class S>
static __device__ __forceinline__ void
small_stream_load (const struct small_stream_source &source, uint32_t to,
                   int lane, unsigned chunk, unsigned inner)
{
  const unsigned g = lane / 4, t = lane % 4;
  const bool is_there = (chunk * 4 + t) * 16 < inner;

  small_load_chunk<S::size, S::across_x, false, S::high * 2> (
      source.x, source.pitch_x, source.first_x, source.all_x, g, t, chunk,
      small_to_ring<(S::over > 1)>{ to + lane * 16, lane, is_there });
  small_load_chunk<S::size, S::across_y, false, S::wide> (
      source.y, source.pitch_y, source.first_y, source.all_y, g, t, chunk,
      small_to_ring<(S::down > 1)>{ to + S::bytes_x + lane * 16, lane,
                                    is_there });
}

template <class S>
static __device__ __forceinline__ void
small_stream_multiply (uint32_t from, int lane, small_sums<S> &sums)
{
  struct small_raw<S::high * 2> x;
  struct small_raw<S::wide> y;

  small_stream_read_chunk<S::size, S::across_x> (from, lane, x);
  small_stream_read_chunk<S::size, S::across_y> (from + S::bytes_x, lane, y);
  small_multiply<S> (x, y, sums);
}

/* The i-th chunk of a warp: two at a time are next to each other. */
template <class S>
static __device__ __forceinline__ unsigned
small_stream_chunk (int i, int deep)
{
  return (i / 2 * S::deep + deep) * 2 + i % 2;
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
              const typename small_sum<S::type>::type_of (&v)[4])
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
  const int all = S::rows * S::pieces;

  return shared + f / all * S::deep * S::partial
         + small_slot_of<S> (f % all / S::pieces, f % S::pieces);
}

/* Stores it.  first_x, first_y: the lines where the block's tile begins. */
template <class S>
static __device__ __forceinline__ void
small_stream_put_four (const struct small_task &task, int first_x, int first_y,
                       int f, bool live,
                       const typename small_sum<S::type>::type_of (&v)[4])
{
  const int all = S::rows * S::pieces, tile = f / all;
  const int x = first_x + tile % S::down * S::lines_x;
  const int y = first_y + tile / S::down * S::lines_y;

  if (live)
    small_stream_put<S> (task, (S::turned ? y : x) + f % all / S::pieces,
                         (S::turned ? x : y) + f % S::pieces * 4, v);
}

/* A block's sums to those of the cluster that add them. */
template <class S>
static __device__ __forceinline__ void
small_stream_deal (int splits, int split, uint32_t shared, uint64_t *barrier,
               bool live)
{
  const int per = S::fours / splits;

#pragma unroll 2
  for (int i = 0; i < S::fours / S::threads_all; i++) {
    const int f = i * S::threads_all + threadIdx.x % S::threads_all;
    const int owner = f / per;
    const uint32_t to = shared + S::received + (split * per + f % per) * 16;
    typename small_sum<S::type>::type_of v[4];
    uint32_t w[4];

    small_add<S> (small_stream_slot<S> (shared, f), S::deep, v);
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
  const int per = S::fours / task.splits;

  for (int j = threadIdx.x % S::threads_all; j < per; j += S::threads_all) {
    typename small_sum<S::type>::type_of v[4] = {};

#pragma unroll 4
    for (int s = 0; s < task.splits; s++) {
      uint32_t w[4];
      typename small_sum<S::type>::type_of part[4];

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
    for (int i = 0; i < S::fours / S::threads_all; i++) {
      const int f = i * S::threads_all + threadIdx.x % S::threads_all;
      typename small_sum<S::type>::type_of v[4];

      small_add<S> (small_stream_slot<S> (shared, f), S::deep, v);
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
  const bool live
      = (int)S::launched_all == (int)S::threads_all || warp < 8;
  const int tile = warp / S::deep, deep = warp % S::deep;
  const int split = cluster_rank (), number = cluster_number ();
  const int first_x = number % task.blocks_x * (S::down * S::lines_x);
  const int first_y = number / task.blocks_x * (S::over * S::lines_y);
  const uint32_t shared
      = (uint32_t)__cvta_generic_to_shared (small_stream_memory);
  const uint32_t ring = shared + (live ? warp : 0) * S::ring;
  const struct small_task &p = task.t;
  const struct small_stream_source source
      = { S::turned ? p.b : p.a,
          S::turned ? p.a : p.b,
          S::turned ? p.pitch_b : p.pitch_a,
          S::turned ? p.pitch_a : p.pitch_b,
          (unsigned)(first_x + tile % S::down * S::lines_x),
          (unsigned)(first_y + tile / S::down * S::lines_y),
          S::turned ? p.cols : p.rows,
          S::turned ? p.rows : p.cols };
  const unsigned begin = split * task.each, end = begin + task.each;
  const unsigned inner = end * 64 < p.inner ? end * 64 : p.inner;
  small_sums<S> sums = {};
  uint32_t stage = ring;
  /* Those that end behind the others are zeros. */
  const int chunks
      = live ? ((int)task.each / 2 + S::deep - 1) / S::deep * 2 : 1;

#pragma unroll 1
  for (int i = live ? -S::stages : 0; i < chunks; i++) {
    if (i >= 0) {
      cp_async_wait<S::stages - 1> ();
      small_stream_multiply<S> (stage, lane, sums);
    }
    if (i + S::stages < chunks)
      small_stream_load<S> (source, stage, lane,
                            begin + small_stream_chunk<S> (i + S::stages, deep),
                            inner);
    cp_async_commit ();
    stage = stage + S::stage < ring + S::ring ? stage + S::stage : ring;
  }
  if (threadIdx.x == 0 && task.splits > 1) {
    mbarrier_init_one (&barrier, 1);
    mbarrier_init_done ();
    mbarrier_expect (&barrier,
                     S::fours / task.splits * (task.splits - 1) * 16);
  }
  small_stream_meet<S> (live);
  if (live && task.splits > 1)
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" : : : "memory");
  small_leave<S> (shared + warp * S::partial
                      + small_slot<S> (0, lane / 4, lane % 4),
                  sums);
  small_stream_meet<S> (live);
  small_stream_finish<S> (task, shared, split, first_x, first_y, &barrier, live);
#else
  (void)task;
#endif
}

#endif /* MATMUL_SMALL_STREAM_CUH */
