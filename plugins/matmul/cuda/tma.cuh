/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kernels of tma.cu.
 */
#ifndef MATMUL_TMA_CUH
#define MATMUL_TMA_CUH

#include "cuda/pdl.cuh"
#include "cuda/stage.cuh"
#include "tma-sums.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* Each stage's mbarriers: its boxes have arrived; A is transposed; all warps
 * have read it. */
struct tma_barriers {
  uint64_t full[fma_most_stages], ready[fma_most_stages],
      empty[fma_most_stages];
};

/* The next load: a step of a part. */
struct tma_loads {
  struct stream_k_walk walk;
  int step;
  struct stage_turn ring;
};

/* Starts it, if there is one. */
template <typename S>
static __device__ __forceinline__ void
tma_load (const struct tma_task &task, unsigned char *memory,
          struct tma_barriers &barriers, struct tma_loads &loads)
{
  const struct stream_k_part &part = loads.walk.part;
  const int stage = loads.ring.stage;
  unsigned char *to = memory + stage * S::stage;
  tile_position<S::batched> at;

  if (part.tile < 0)
    return;
  at = tile_position_of<S::batched> (&task.tiles, part.tile);
  mbarrier_wait (&barriers.empty[stage], loads.ring.phase);
  if (async_elected ()) {
    mbarrier_expect (&barriers.full[stage], S::stage);
    tile_load_box<S::batched> (to, &task.a, loads.step * S::inner,
                               at.down * S::rows, at, &barriers.full[stage]);
    tile_load_box<S::batched> (to + S::a_bytes, &task.b, at.across * S::cols,
                               loads.step * S::inner, at,
                               &barriers.full[stage]);
  }
  stage_next (loads.ring, task.fma.stages);
  if (++loads.step == part.end) {
    tile_walk_on<S::batched> (&task.tiles, &loads.walk);
    loads.step = part.first;
  }
}

/* Transposes 32 rows of A in place, one row per lane: then the 32 rows' numbers
 * of an element of the inner dimension follow each other. */
template <typename S>
static __device__ __forceinline__ void
tma_transpose (unsigned char *a, int lane)
{
  using T = typename S::type;
  const int row = lane * S::line + fma_swizzle<S::chunks> (lane) * 16;
  fma_vector<T> v[S::chunks];

#pragma unroll
  for (int c = 0; c < S::chunks; c++)
    v[c] = fma_read<S> (a + (row ^ c * 16));
  __syncwarp ();
#pragma unroll
  for (int i = 0; i < S::inner; i++)
    reinterpret_cast<T *> (a)[i * 32 + lane] = v[i / S::n].x[i % S::n];
}

/* The helpers.  The first one loads, too: stages - 2 ahead of the stage that it
 * transposes, while the others multiply the one before that. */
template <typename S>
static __device__ __forceinline__ void
tma_run_helper (const tma_task_of<S> &task, unsigned char *memory,
                struct tma_barriers &barriers)
{
  const int warp = (threadIdx.x - S::threads) / 32, lane = threadIdx.x % 32;
  struct stream_k_walk walk = tile_walk<S::batched> (&task.tiles);
  struct tma_loads loads = { walk, walk.part.first, { 0, 1 } };
  struct stage_turn ring = { 0, 0 };

  if (warp == 0)
    for (int i = 0; i < task.fma.stages - 2; i++)
      tma_load<S> (task, memory, barriers, loads);
  for (; walk.part.tile >= 0; tile_walk_on<S::batched> (&task.tiles, &walk)) {
    for (int step = walk.part.first; step < walk.part.end; step++) {
      unsigned char *a = memory + ring.stage * S::stage;

      if (warp == 0)
        tma_load<S> (task, memory, barriers, loads);
      mbarrier_wait (&barriers.full[ring.stage], ring.phase);
#pragma unroll 1
      for (int i = warp; i < S::rows / 32; i += S::helpers)
        tma_transpose<S> (a + i * 32 * S::line, lane);
      /* The next writer there is TMA, through the asynchronous proxy. */
      async_fence ();
      __syncwarp ();
      if (lane == 0)
        mbarrier_arrive (&barriers.ready[ring.stage]);
      stage_next (ring, task.fma.stages);
    }
    /* The others are a step behind. */
    if constexpr (S::updated)
      tma_prefetch_old<S> (task, walk.part, warp * 32 + lane);
  }
}

/* A thread's fragments of one element of the inner dimension, and of the next
 * one.
 */
template <typename S> struct tma_fragments {
  fma_vector<typename S::type> a[2][S::thread_rows / S::n];
  fma_vector<typename S::type> b[2][S::vectors];
};

/* a, b: a thread's first vectors of the step. */
template <typename S>
static __device__ __forceinline__ void
tma_read (const unsigned char *a, const unsigned char *b,
          struct tma_fragments<S> &f, int to)
{
#pragma unroll
  for (int i = 0; i < S::thread_rows / S::n; i++) {
    const int row = i * 8 * S::n;

    f.a[to][i] = fma_read<S> (a + row / 32 * 32 * S::line
                              + row % 32 * (int)sizeof (typename S::type));
  }
  fma_read_b<S> (b, f.b[to]);
}

/* Rows alternate in direction, so that each change of columns reuses a factor.
 */
template <typename S>
static __device__ __forceinline__ void
tma_multiply (const struct tma_fragments<S> &f, int now, tma_sums<S> &sums)
{
#pragma unroll
  for (int j = 0; j < S::thread_cols; j++)
#pragma unroll
    for (int k = 0; k < S::thread_rows; k++) {
      const int i = j % 2 == 0 ? k : S::thread_rows - 1 - k;

      sums[i][j / S::n].x[j % S::n]
          += f.a[now][i / S::n].x[i % S::n] * f.b[now][j / S::n].x[j % S::n];
    }
}

/* Computes the sums of a part.  Each warp proceeds independently: at a block's
 * barrier it would wait for the slowest, at an mbarrier it waits only for its
 * data. */
template <typename S>
static __device__ __forceinline__ void
tma_multiply_part (int stages, int steps, unsigned char *memory,
                   struct tma_barriers &barriers, struct stage_turn &ring,
                   tma_sums<S> &sums)
{
  const int size = (int)sizeof (typename S::type);
  const struct fma_position p = tma_find_position<S> (threadIdx.x);
  const int in_a = p.row / 32 * 32 * S::line + p.row % 32 * size;
  const int in_b = S::a_bytes + p.col * size;
  const unsigned char *a = memory + ring.stage * S::stage + in_a;
  const unsigned char *b = memory + ring.stage * S::stage + in_b;
  struct tma_fragments<S> f;

  mbarrier_wait (&barriers.ready[ring.stage], ring.phase);
  tma_read<S> (a, b, f, 0);
#pragma unroll 1
  for (; steps > 0; steps--) {
    const int read = ring.stage;

#pragma unroll 8
    for (int i = 0; i < S::inner; i++) {
      a += 32 * size;
      b += S::row_b;
      if (i == S::inner - 1) {
        stage_next (ring, stages);
        if (steps > 1)
          mbarrier_wait (&barriers.ready[ring.stage], ring.phase);
        a = memory + ring.stage * S::stage + in_a;
        b = memory + ring.stage * S::stage + in_b;
      }
      tma_read<S> (a, b, f, (i + 1) % 2);
      tma_multiply<S> (f, i % 2, sums);
    }
    /* Only after the last multiplication: a read in flight would see the next
     * load. */
    __syncwarp ();
    if (threadIdx.x % 32 == 0)
      mbarrier_arrive (&barriers.empty[read]);
  }
}

/* The other warps. */
template <typename S>
static __device__ __forceinline__ void
tma_consume (const tma_task_of<S> &task, unsigned char *memory,
             struct tma_barriers &barriers)
{
  /* One per warp.  Not in registers, as the loop needs all of them. */
  __shared__ tma_walk<S> walks[S::threads / 32];
  tma_walk<S> &walk = walks[threadIdx.x / 32];
  const bool first = threadIdx.x % 32 == 0;
  struct stage_turn ring = { 0, 0 };

  if (first)
    tma_begin_walk<S> (task, walk);
  __syncwarp ();
  while (walk.part.tile >= 0) {
    tma_sums<S> sums = {};

    tma_multiply_part<S> (task.fma.stages, walk.part.end - walk.part.first,
                          memory, barriers, ring, sums);
    tma_finish<S> (task, walk, sums);
    __syncwarp ();
    if (first)
      tma_walk_on<S> (task, walk);
    __syncwarp ();
  }
}
#endif

template <typename S>
static __global__ void
__launch_bounds__ (S::all_threads, S::blocks)
    tma_matmul (const __grid_constant__ tma_task_of<S> task)
{
#if defined __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__ (1024) unsigned char memory[];
  __shared__ struct tma_barriers barriers;

  pdl_wait_only ();
  if (threadIdx.x == 0) {
    mbarrier_init (barriers.full, task.fma.stages, 1);
    mbarrier_init (barriers.ready, task.fma.stages, S::helpers);
    mbarrier_init (barriers.empty, task.fma.stages, S::threads / 32);
  }
  __syncthreads ();
  if (threadIdx.x >= S::threads) {
    if constexpr (S::exchanges)
      asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;"
                   :
                   : "n"((int)S::helpers_registers));
    tma_run_helper<S> (task, memory, barriers);
  } else {
    if constexpr (S::exchanges)
      asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" : : "n"((int)S::most));
    tma_consume<S> (task, memory, barriers);
  }
#endif
}

#endif /* MATMUL_TMA_CUH */
