/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kernels of few-rows.cu: fragments are as small.cuh has them, of operands
 * that lie along the inner dimension.
 */
#ifndef MATMUL_FEW_ROWS_CUH
#define MATMUL_FEW_ROWS_CUH

#include "cuda/cluster.cuh"
#include "cuda/cp-async.cuh"
#include "cuda/mbarrier.cuh"
#include "small.cuh"

struct few_rows_task {
  struct small_task t;
  int splits;
  int each; /* bytes along the inner dimension of a split */
};

/* X is the operand of many lines, of which a warp has 64; Y that of few, wide * 8
 * of them.  `across` warps are side by side, and `deep` share their inner
 * dimension. */
template <enum small_type type_, bool turned_, int wide_, int across_, int deep_,
          int stages_>
struct few_rows_shape
    : small_shape<type_, false, false, turned_, 4, wide_, 1, false, 0> {
  typedef small_shape<type_, false, false, turned_, 4, wide_, 1, false, 0> base;
  enum {
    across = across_,
    deep = deep_,
    stages = stages_,
    warps_all = across * deep,
    threads_all = warps_all * 32,
    /* More warps would leave fewer registers. */
    launched_all = threads_all + (wide_ < 8 ? 32 : 0),
    lines = 8 + wide_,   /* of a thread: of X, then of Y */
    stage = lines * 512, /* bytes of shared memory, of a warp */
    ring = stages * stage,
    fours = across * base::rows * base::pieces, /* of the block's tile */
    received = launched_all / 32 * base::partial, /* where others' sums arrive */
    shared_all = (int)received + fours * 16 > warps_all * ring
                     ? (int)received + fours * 16
                     : warps_all * ring
  };
};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900

/* 16 bytes, or zeros.  keep: in the first-level cache. */
static __device__ __forceinline__ void
few_rows_copy (uint32_t to, const unsigned char *from, bool is_there, bool keep)
{
  if (keep)
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.eq.u32 p, %2, 0;\n"
                 "cp.async.ca.shared.global.L2::128B [%0], [%1], 16, p;\n"
                 "}"
                 :
                 : "r"(to), "l"(from), "r"((uint32_t)is_there)
                 : "memory");
  else
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.eq.u32 p, %2, 0;\n"
                 "cp.async.cg.shared.global.L2::128B [%0], [%1], 16, p;\n"
                 "}"
                 :
                 : "r"(to), "l"(from), "r"((uint32_t)is_there)
                 : "memory");
}

template <class S> struct few_rows_source {
  const unsigned char *x, *y;
  uint32_t line[S::lines]; /* where they begin */
};

/* A chunk of 64 bytes along the inner dimension. */
template <class S>
static __device__ __forceinline__ void
few_rows_load (const struct few_rows_source<S> &source, uint32_t to, int at,
               int end)
{
  const bool is_there = at < end;
  const unsigned offset = at;

#pragma unroll
  for (int l = 0; l < S::lines; l++)
    few_rows_copy (to + l * 512,
                   (l < 8 ? source.x : source.y) + (source.line[l] + offset),
                   is_there, l >= 8 && S::across > 1);
}

template <class S>
static __device__ __forceinline__ void
few_rows_multiply (uint32_t from, small_sums<S> &sums)
{
  struct small_raw<8> x;
  struct small_raw<S::wide> y;

#pragma unroll
  for (int l = 0; l < S::lines; l++) {
    uint32_t *w = l < 8 ? &x.word[l * 4] : &y.word[(l - 8) * 4];

    asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3])
                 : "r"(from + l * 512)
                 : "memory");
  }
  small_multiply<S> (x, y, sums);
}

/* Where the i-th chunk of a warp is: two at a time are next to each other. */
template <class S>
static __device__ __forceinline__ int
few_rows_at (int i, int deep)
{
  return ((i / 2 * S::deep + deep) * 2 + i % 2) * 64;
}

/* Waits for the threads that multiply. */
template <class S>
static __device__ __forceinline__ void
few_rows_meet (bool live)
{
  if (live)
    asm volatile("bar.sync 1, %0;" : : "n"((int)S::threads_all) : "memory");
}

/* Four sums to another block's shared memory, whose barrier counts them. */
static __device__ __forceinline__ void
few_rows_send (uint32_t to, uint32_t barrier, unsigned rank,
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
few_rows_put (const struct small_task &task, int row, int col,
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
few_rows_slot (uint32_t shared, int f)
{
  const int all = S::rows * S::pieces;

  return shared + f / all * S::deep * S::partial
         + small_slot_of<S> (f % all / S::pieces, f % S::pieces);
}

template <class S>
static __device__ __forceinline__ void
few_rows_put_four (const struct small_task &task, int first, int f, bool live,
                   const typename small_sum<S::type>::type_of (&v)[4])
{
  const int all = S::rows * S::pieces;
  const int x = first + f / all * 64;

  if (live)
    few_rows_put<S> (task, (S::turned ? 0 : x) + f % all / S::pieces,
                     (S::turned ? x : 0) + f % S::pieces * 4, v);
}

/* A block's sums to those of the cluster that add them. */
template <class S>
static __device__ __forceinline__ void
few_rows_deal (int splits, int split, uint32_t shared, uint64_t *barrier,
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

    small_add<S> (few_rows_slot<S> (shared, f), S::deep, v);
    memcpy (w, v, 16);
    if (!live)
      continue;
    if (owner == split)
      asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                   :
                   : "r"(to), "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3])
                   : "memory");
    else
      few_rows_send (to, mbarrier_at (barrier), owner, w);
  }
}

/* Adds what the blocks of the cluster have sent, in their order. */
template <class S>
static __device__ __forceinline__ void
few_rows_collect (const struct few_rows_task &task, int split, uint32_t shared,
                  int first, bool live)
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
    few_rows_put_four<S> (task.t, first, split * per + j, live, v);
  }
}

/* What is left when the warps have left their sums. */
template <class S>
static __device__ __forceinline__ void
few_rows_finish (const struct few_rows_task &task, uint32_t shared, int split,
                 int first, uint64_t *barrier, bool live)
{
  if (task.splits > 1) {
    if (live)
      asm volatile("barrier.cluster.wait.aligned;" : : : "memory");
    few_rows_deal<S> (task.splits, split, shared, barrier, live);
    few_rows_meet<S> (live);
    if (live)
      mbarrier_wait (barrier, 0);
    few_rows_collect<S> (task, split, shared, first, live);
  } else
#pragma unroll 2
    for (int i = 0; i < S::fours / S::threads_all; i++) {
      const int f = i * S::threads_all + threadIdx.x % S::threads_all;
      typename small_sum<S::type>::type_of v[4];

      small_add<S> (few_rows_slot<S> (shared, f), S::deep, v);
      few_rows_put_four<S> (task.t, first, f, live, v);
    }
}
#endif

template <class S>
__global__ void
__launch_bounds__ (S::launched_all, 1)
    few_rows (const struct few_rows_task task)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  extern __shared__ __align__ (16) unsigned char few_rows_memory[];
  __shared__ uint64_t barrier;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int g = lane / 4, t = lane % 4;
  const bool live
      = (int)S::launched_all == (int)S::threads_all || warp < S::warps_all;
  const int across = warp / S::deep, deep = warp % S::deep;
  const int split = cluster_rank ();
  const int first = cluster_number () * (S::across * 64);
  const uint32_t shared
      = (uint32_t)__cvta_generic_to_shared (few_rows_memory);
  const uint32_t ring = shared + (live ? warp : 0) * S::ring + lane * 16;
  const int begin = split * task.each;
  const int end = begin + task.each < task.t.inner ? begin + task.each
                                                   : task.t.inner;
  struct few_rows_source<S> source
      = { S::turned ? task.t.b : task.t.a, S::turned ? task.t.a : task.t.b };
  small_sums<S> sums = {};
  uint32_t stage = ring;
  /* Those that end behind the others are zeros. */
  const int chunks = live ? (task.each / 128 + S::deep - 1) / S::deep * 2 : 1;

#pragma unroll
  for (int l = 0; l < S::lines; l++) {
    const bool of_x = l < 8, of_a = of_x != S::turned;
    const int line = of_x ? first + across * 64 + small_line<8> (g, l)
                          : small_line<S::wide> (g, l - 8);
    const int last = (int)(of_a ? task.t.rows : task.t.cols) - 1;

    source.line[l] = (unsigned)(line < last ? line : last)
                         * (of_a ? task.t.pitch_a : task.t.pitch_b)
                     + (unsigned)(begin + t * 16);
  }
#pragma unroll 1
  for (int i = live ? -S::stages : 0; i < chunks; i++) {
    if (i >= 0) {
      cp_async_wait<S::stages - 1> ();
      few_rows_multiply<S> (stage, sums);
    }
    if (i + S::stages < chunks)
      few_rows_load<S> (source, stage, few_rows_at<S> (i + S::stages, deep),
                        end - begin - t * 16);
    cp_async_commit ();
    stage = stage + S::stage < ring + S::ring ? stage + S::stage : ring;
  }
  if (threadIdx.x == 0 && task.splits > 1) {
    mbarrier_init_one (&barrier, 1);
    mbarrier_init_done ();
    mbarrier_expect (&barrier,
                     S::fours / task.splits * (task.splits - 1) * 16);
  }
  few_rows_meet<S> (live);
  if (live && task.splits > 1)
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" : : : "memory");
  small_leave<S> (shared + warp * S::partial + small_slot<S> (0, g, t), sums);
  few_rows_meet<S> (live);
  few_rows_finish<S> (task, shared, split, first, &barrier, live);
#else
  (void)task;
#endif
}

#endif /* MATMUL_FEW_ROWS_CUH */
