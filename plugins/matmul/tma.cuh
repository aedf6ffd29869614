/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kernels of tma.cu.
 */
#ifndef MATMUL_TMA_CUH
#define MATMUL_TMA_CUH

#include "cuda/async-copy.cuh"
#include "fma-tile.cuh"
#include "tiles.cuh"

struct tma_task {
  CUtensorMap a, b;
  struct fma_task fma;
};

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* Stages in turn; phase is the parity of the turn. */
struct tma_ring {
  int stage;
  uint32_t phase;
};

static __device__ __forceinline__ void
tma_next (struct tma_ring &ring, int stages)
{
  if (++ring.stage == stages) {
    ring.stage = 0;
    ring.phase ^= 1;
  }
}

/* The producer: a warp. */
template <typename S>
static __device__ __forceinline__ void
tma_produce (const struct tma_task &task, unsigned char *memory, uint64_t *full,
             uint64_t *empty)
{
  const struct fma_task &t = task.fma;
  const bool elected = async_elected ();
  struct tma_ring ring = { 0, 1 };

  for (int n = blockIdx.x; n < t.down * t.across; n += gridDim.x) {
    const struct tile_start tile
        = tile_in_band (n, t.down, t.across, t.band, S::rows, S::cols);

    for (int step = 0; step < t.steps; step++) {
      unsigned char *to = memory + ring.stage * S::stage;

      mbarrier_wait (&empty[ring.stage], ring.phase);
      if (elected) {
        mbarrier_expect (&full[ring.stage], S::stage);
        async_load_box (to, &task.a, step * S::inner, (int)tile.row,
                        &full[ring.stage]);
        async_load_box (to + S::a_bytes, &task.b, (int)tile.col,
                        step * S::inner, &full[ring.stage]);
      }
      tma_next (ring, t.stages);
    }
  }
}

template <typename S>
static __device__ __forceinline__ void
tma_store (
    const struct fma_task &task, int n,
    const fma_vector<typename S::type> (&sums)[S::thread_rows][S::vectors])
{
  const struct tile_start tile
      = tile_in_band (n, task.down, task.across, task.band, S::rows, S::cols);

  fma_store_tile<S> (task, tile.row, tile.col, threadIdx.x, sums);
}

/* The others multiply.  Each warp goes its own way: a block's barrier has them
 * wait for the slowest, an mbarrier only for what they need. */
template <typename S>
static __device__ __forceinline__ void
tma_consume (const struct fma_task &task, unsigned char *memory, uint64_t *full,
             uint64_t *empty)
{
  const struct fma_place p = fma_place_of<S> (threadIdx.x);
  const int in_a = p.row * S::line + fma_swizzle<S::chunks> (p.row) * 16;
  const int in_b = S::a_bytes + p.col * (int)sizeof (typename S::type);
  const int tiles = task.down * task.across;
  struct tma_ring ring = { 0, 0 };
  struct fma_fragments<S> f;

  for (int n = blockIdx.x; n < tiles; n += gridDim.x) {
    fma_vector<typename S::type> sums[S::thread_rows][S::vectors] = {};
    int now = ring.stage * S::stage;

    mbarrier_wait (&full[ring.stage], ring.phase);
    fma_read_a<S> (memory + now + in_a, f);
    fma_read_b<S> (memory + now + in_b, f.b[0]);
#pragma unroll 1
    for (int step = 1; step <= task.steps; step++) {
      int b = now + in_b;

#pragma unroll 2
      for (int c = 0; c < S::chunks; c++) {
        int a = now + (in_a ^ (c + 1) * 16);

        fma_begin_chunk<S> (memory + b, f, sums);
        b += S::n * S::row_b;
        if (c == S::chunks - 1) {
          __syncwarp ();
          if (threadIdx.x % 32 == 0)
            mbarrier_arrive (&empty[ring.stage]);
          tma_next (ring, task.stages);
          if (step < task.steps)
            mbarrier_wait (&full[ring.stage], ring.phase);
          now = ring.stage * S::stage;
          a = now + in_a;
          b = now + in_b;
        }
        fma_end_chunk<S> (memory + a, memory + b, f, sums);
      }
    }
    tma_store<S> (task, n, sums);
  }
}
#endif

template <typename S>
static __global__ void
__launch_bounds__ (S::threads + 128, S::blocks)
    tma (const __grid_constant__ struct tma_task task)
{
#if defined __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__ (1024) unsigned char memory[];
  __shared__ uint64_t full[fma_most_stages], empty[fma_most_stages];

  if (threadIdx.x == 0) {
    mbarrier_init (full, task.fma.stages, 1);
    mbarrier_init (empty, task.fma.stages, S::threads / 32);
  }
  __syncthreads ();
  if (threadIdx.x >= S::threads) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");
    if (threadIdx.x / 32 == S::threads / 32)
      tma_produce<S> (task, memory, full, empty);
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
    tma_consume<S> (task.fma, memory, full, empty);
  }
#endif
}

#endif /* MATMUL_TMA_CUH */
