/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kernels of few-rows.cu: fragments are as small.cuh has them, of operands
 * that lie along the inner dimension.
 */
#ifndef MATMUL_FEW_ROWS_CUH
#define MATMUL_FEW_ROWS_CUH

#include "cuda/cluster.cuh"
#include "cuda/cp-async.cuh"
#include "small.cuh"

struct few_rows_task {
  struct small_task t;
  int splits;
  int each; /* bytes along the inner dimension of a split */
};

/* A warp's sums are high * 16 x 64; `across` warps are side by side, and `deep`
 * share their inner dimension. */
template <enum small_type type_, int high_, int across_, int deep_, int stages_>
struct few_rows_shape
    : small_shape<type_, false, false, false, high_, 8, deep_, 1, 0> {
  enum {
    across = across_,
    deep = deep_,
    stages = stages_,
    warps_all = across * deep,
    threads_all = warps_all * 32,
    lines = high_ * 2 + 8, /* of a thread: of A, then of B */
    stage = lines * 512,   /* bytes of shared memory, of a warp */
    ring = stages * stage,
    partial_ = high_ * 8 * (512 + 64),
    shared_all = warps_all * (ring > partial_ ? ring : partial_)
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
  const unsigned char *a, *b;
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
  for (int l = S::high * 2; l < S::lines; l++)
    few_rows_copy (to + l * 512, source.b + (source.line[l] + offset), is_there,
                   false);
#pragma unroll
  for (int l = 0; l < S::high * 2; l++)
    few_rows_copy (to + l * 512, source.a + (source.line[l] + offset), is_there,
                   S::across > 1);
}

template <class S>
static __device__ __forceinline__ void
few_rows_multiply (uint32_t from, small_sums<S> &sums)
{
  struct small_raw<S::high * 2> x;
  struct small_raw<8> y;

#pragma unroll
  for (int l = 0; l < S::lines; l++) {
    uint32_t *w = l < S::high * 2 ? &x.word[l * 4] : &y.word[(l - S::high * 2) * 4];

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

static __device__ __forceinline__ uint4
few_rows_far (uint32_t at, unsigned rank)
{
  uint4 v;
  uint32_t there;

  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(there)
               : "r"(at), "r"(rank));
  asm volatile("ld.shared::cluster.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "r"(there)
               : "memory");
  return v;
}

template <class S>
static __device__ __forceinline__ void
few_rows_put (const struct small_task &task, int row, int col,
              const typename small_sum<S::type>::type_of (&v)[4])
{
  unsigned char *to
      = (unsigned char *)task.c + ((int64_t)row * task.ldc + col) * S::size_c;

  if (row >= task.rows)
    return;
  if (col + 4 <= task.cols && task.ldc % 4 == 0)
    small_store<S> (to, v);
  else
    for (int i = 0; i < 4 && col + i < task.cols; i++)
      if constexpr (S::type == SMALL_BF16)
        ((__nv_bfloat16 *)to)[i] = __float2bfloat16_rn (v[i]);
      else if constexpr (S::type == SMALL_F16)
        ((__half *)to)[i] = __float2half_rn (v[i]);
      else
        ((typename small_sum<S::type>::type_of *)to)[i] = v[i];
}

template <class S>
static __device__ __forceinline__ void
few_rows_finish (const struct few_rows_task &task, uint32_t shared, int split,
                 int col0)
{
  typedef typename small_sum<S::type>::type_of sum;
  const int fours = S::rows * S::pieces, all = S::across * fours;
  const int each = (all / S::threads_all);

  if (task.splits > 1) {
#pragma unroll
    for (int i = 0; i < each; i++) {
      const int f = i * S::threads_all + threadIdx.x;
      const uint32_t at = shared + f / fours * S::deep * S::partial
                          + small_slot_of<S> (f % fours / S::pieces,
                                              f % S::pieces);
      sum v[4];
      uint32_t w[4];

      small_add<S> (at, v);
      memcpy (w, v, 16);
      asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                   :
                   : "r"(at), "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3])
                   : "memory");
    }
    cluster_sync ();
    for (int f = split * S::threads_all + threadIdx.x; f < all;
         f += S::threads_all * task.splits) {
      const int row = f % fours / S::pieces, p = f % S::pieces;
      const uint32_t at = shared + f / fours * S::deep * S::partial
                          + small_slot_of<S> (row, p);
      sum v[4] = {};

#pragma unroll 4
      for (int s = 0; s < task.splits; s++) {
        const uint4 q = few_rows_far (at, s);
        sum part[4];

        memcpy (part, &q, 16);
#pragma unroll
        for (int i = 0; i < 4; i++)
          v[i] += part[i];
      }
      few_rows_put<S> (task.t, row, col0 + f / fours * 64 + p * 4, v);
    }
    cluster_sync ();
  } else {
#pragma unroll
    for (int i = 0; i < each; i++) {
      const int f = i * S::threads_all + threadIdx.x;
      const int row = f % fours / S::pieces, p = f % S::pieces;
      sum v[4];

      small_add<S> (shared + f / fours * S::deep * S::partial
                        + small_slot_of<S> (row, p),
                    v);
      few_rows_put<S> (task.t, row, col0 + f / fours * 64 + p * 4, v);
    }
  }
}
#endif

template <class S>
__global__ void
__launch_bounds__ (S::threads_all, 1)
    few_rows (const struct few_rows_task task)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  extern __shared__ __align__ (16) unsigned char few_rows_memory[];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int g = lane / 4, t = lane % 4;
  const int across = warp / S::deep, deep = warp % S::deep;
  const int split = cluster_rank ();
  const int col0 = cluster_number () * (S::across * 64);
  const uint32_t shared
      = (uint32_t)__cvta_generic_to_shared (few_rows_memory);
  const uint32_t ring = shared + warp * S::ring + lane * 16;
  const int begin = split * task.each;
  const int end = begin + task.each < task.t.inner ? begin + task.each
                                                   : task.t.inner;
  struct few_rows_source<S> source = { task.t.a, task.t.b };
  small_sums<S> sums = {};
  uint32_t stage = ring;
  /* Those that end behind the others are zeros. */
  const int chunks = (task.each / 128 + S::deep - 1) / S::deep * 2;

#pragma unroll
  for (int l = 0; l < S::lines; l++) {
    const bool of_a = l < S::high * 2;
    const int line = of_a ? small_line<S::high * 2> (g, l)
                          : col0 + across * 64
                                + small_line<8> (g, l - S::high * 2);
    const int last = (of_a ? task.t.rows : task.t.cols) - 1;

    source.line[l] = (unsigned)(line < last ? line : last)
                         * (of_a ? task.t.pitch_a : task.t.pitch_b)
                     + (unsigned)(begin + t * 16);
  }
#pragma unroll 1
  for (int i = -S::stages; i < chunks; i++) {
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
  __syncthreads ();
  small_leave<S> (shared + warp * S::partial + lane * 16, sums);
  __syncthreads ();
  few_rows_finish<S> (task, shared, split, col0);
#else
  (void)task;
#endif
}

#endif /* MATMUL_FEW_ROWS_CUH */
