/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engine on Hopper's tensor cores (sm_90a), as a kernel.
 *
 * - wgmma multiplies from shared memory, where TMA put tiles of 128 bytes along
 *   the inner dimension, swizzled against bank conflicts.
 * - Warps are specialised: one warpgroup loads, the others, the consumers, each
 *   multiply their rows of the tile.  They meet at mbarriers only: a stage of
 *   the pipeline is full, or empty again.  The loads' registers are handed to
 *   the consumers, whose sums are up to 128 registers a thread.
 * - Blocks are persistent: while consumers store a tile, the stages fill with
 *   the next.  Stores go through shared memory and TMA, and nobody waits for
 *   them but who needs their room.
 * - The blocks of a cluster that have the same rows, or columns, of C load a
 *   part each of what they share, and multicast it.
 * - Tiles are taken in bands, so that those computed at the same time share most
 *   of their rows and columns in L2.
 *
 * V. Thakkar et al., CUTLASS (2017-), has the names warp-specialised and
 * cooperative for such kernels; P. Shah, "Outperforming cuBLAS on H100" (2024),
 * takes them step by step.
 *
 * What a tile, here, is named: rows and columns are C's, inner is the dimension
 * that is summed over.
 */
#ifndef MATMUL_ENGINE_CUH
#define MATMUL_ENGINE_CUH

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <string.h>

#include "cuda/cluster.cuh"
#include "cuda/pdl.cuh"
#include "cuda/wgmma.cuh"
#include "engine.h"

/* A kernel's shape.  Consumers lie below each other in a tile. */
template <enum wgmma_type type_, int consumers_, int high_, int cols_,
          int across_a_, int across_b_, int most_buffers = 4>
struct engine_shape {
  static const enum wgmma_type type = type_;
  static const int consumers = consumers_;
  static const int high = high_; /* times 64 rows for each consumer */
  static const int rows = consumers_ * high_ * 64, cols = cols_; /* of a tile */
  static const int across_a = across_a_, across_b = across_b_;

  static const int threads = (1 + consumers) * 128;
  static const int element_c
      = type_ == WGMMA_BF16 || type_ == WGMMA_F16 ? 2 : 4;
  static const int step = type_ == WGMMA_TF32 ? 32
                          : type_ == WGMMA_S8 || type_ == WGMMA_U8
                              ? 128
                              : 64; /* elements in 128 bytes */
  static const int a_bytes = rows * 128, b_bytes = cols * 128;
  static const int stage = a_bytes + b_bytes;
  static const int box_cols = 128 / element_c; /* of C */
  static const int box = 64 * 128;             /* bytes of one, 64 rows high */
  /* Boxes of C of a consumer, and buffers that they leave from.  With one for
   * each, nobody waits for a store but that of the tile before; there is no room
   * for that where sums leave as 32 bits. */
  static const int boxes = high * cols / box_cols;
  static const int buffers = boxes <= most_buffers ? boxes : 2;
  static const int batch = buffers == boxes ? boxes : 1; /* stored together */
};

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* What a block is in its cluster, and its cluster in the grid. */
struct engine_place {
  int row, col; /* in the tiles that the cluster computes */
  int split;    /* which part of the inner dimension */
  int first;    /* the first block of that part; this one's number is
                   first + col * cluster_rows + row */
  int cluster, clusters;
};

static __device__ __forceinline__ struct engine_place
engine_place_of (const struct engine_task &task)
{
  const int of_split = task.cluster_rows * task.cluster_cols;
  const int size = of_split * task.splits;
  const int rank = (int)blockIdx.x % size, k = rank % of_split;

  return { k % task.cluster_rows,
           k / task.cluster_rows,
           rank / of_split,
           rank / of_split * of_split,
           (int)blockIdx.x / size,
           (int)gridDim.x / size };
}

/* The steps along the inner dimension that are this block's: from engine_begin
 * of its split to that of the next. */
static __device__ __forceinline__ int
engine_begin (const struct engine_task &task, int split)
{
  return (int)((int64_t)task.steps * split / task.splits);
}

struct engine_tile {
  int row, col; /* the first of each, in elements of C */
};

/* Tiles of clusters are numbered down a band of rows, then across. */
template <typename S>
static __device__ __forceinline__ struct engine_tile
engine_tile_at (const struct engine_task &task, const struct engine_place &p,
                int n)
{
  const int in_band = task.band * task.across;
  const int first = n / in_band * task.band;
  const int high
      = task.down - first < task.band ? task.down - first : task.band;
  const int k = n % in_band;
  const int down = (first + k % high) * task.cluster_rows + p.row;
  const int across = k / high * task.cluster_cols + p.col;

  return { down * S::rows, across * S::cols };
}

/* The stages in turn; phase is the parity of the turn. */
struct engine_ring {
  int stage;
  uint32_t phase;
};

static __device__ __forceinline__ void
engine_next (struct engine_ring &ring, int stages)
{
  if (++ring.stage == stages) {
    ring.stage = 0;
    ring.phase ^= 1;
  }
}

/* A block's share of an operand's tile, whose lines are C's rows or columns. */
struct engine_share {
  int first, lines;
  uint32_t ranks; /* of the blocks that get it, where they are several */
};

static __device__ __forceinline__ struct engine_share
engine_share_of_a (const struct engine_task &task, const struct engine_place &p,
                   int rows)
{
  const int lines = rows / task.cluster_cols;
  uint32_t ranks = 0;

  for (int c = 0; c < task.cluster_cols; c++)
    ranks |= 1U << (p.first + p.row + c * task.cluster_rows);
  return { lines * p.col, lines, task.cluster_cols > 1 ? ranks : 0 };
}

static __device__ __forceinline__ struct engine_share
engine_share_of_b (const struct engine_task &task, const struct engine_place &p,
                   int cols)
{
  const int lines = cols / task.cluster_rows;
  const uint32_t ranks = ((1U << task.cluster_rows) - 1)
                         << (p.first + p.col * task.cluster_rows);

  return { lines * p.row, lines, task.cluster_rows > 1 ? ranks : 0 };
}

static __device__ __forceinline__ void
engine_load_box (unsigned char *to, const CUtensorMap *map, int x, int y,
                 uint64_t *full, uint32_t ranks)
{
  if (ranks == 0)
    async_load_box (to, map, x, y, full);
  else
    cluster_load_box (to, map, x, y, full, ranks);
}

/* Loads a share; the tile's first line is `line`.  Along the inner dimension the
 * map's rows are lines, across it its columns are. */
template <int across>
static __device__ __forceinline__ void
engine_load (unsigned char *to, const CUtensorMap *map,
             const struct engine_share &share, int line, int inner,
             uint64_t *full)
{
  to += share.first * 128;
  line += share.first;
  if (!across)
    engine_load_box (to, map, inner, line, full, share.ranks);
  else
    for (int l = 0; l < share.lines; l += 64)
      engine_load_box (to + l * 128, map, line + l, inner, full, share.ranks);
}

/* The producer: a warp. */
template <typename S>
static __device__ __forceinline__ void
engine_produce (const struct engine_task &task, const struct engine_place &p,
                unsigned char *memory, uint64_t *full, uint64_t *empty)
{
  const struct engine_share a = engine_share_of_a (task, p, S::rows);
  const struct engine_share b = engine_share_of_b (task, p, S::cols);
  const int tiles = task.down * task.across;
  const int begin = engine_begin (task, p.split);
  const int end = engine_begin (task, p.split + 1);
  const bool elected = async_elected ();
  struct engine_ring ring = { 0, 1 };

  for (int n = p.cluster; n < tiles; n += p.clusters) {
    const struct engine_tile tile = engine_tile_at<S> (task, p, n);

    for (int k = begin; k < end; k++) {
      unsigned char *to = memory + ring.stage * S::stage;
      uint64_t *const at = &full[ring.stage];

      async_wait (&empty[ring.stage], ring.phase);
      if (elected) {
        async_expect (at, S::stage);
        engine_load<S::across_a> (to, &task.a, a, tile.row, k * S::step, at);
        engine_load<S::across_b> (to + S::a_bytes, &task.b, b, tile.col,
                                  k * S::step, at);
      }
      engine_next (ring, task.stages);
    }
  }
}

/* How a consumer tells all blocks that load into this one's stages that it is
 * through with one: a thread for each of them. */
struct engine_teller {
  uint32_t there; /* that block's first barrier; 0: none */
};

static __device__ __forceinline__ struct engine_teller
engine_teller_of (const struct engine_task &task, const struct engine_place &p,
                  uint64_t *empty)
{
  const int t = threadIdx.x % 128;
  const int others = t - task.cluster_cols;

  if (t < task.cluster_cols)
    return { cluster_there (empty, p.first + p.row + t * task.cluster_rows) };
  if (others < task.cluster_rows - 1)
    return { cluster_there (empty, p.first + p.col * task.cluster_rows + others
                                       + (others >= p.row ? 1 : 0)) };
  return { 0 };
}

static __device__ __forceinline__ void
engine_free_stage (const struct engine_teller &teller, int stage)
{
  if (teller.there != 0)
    cluster_arrive (teller.there + stage * sizeof (uint64_t));
}

/* A consumer's sums of one tile. */
template <typename S>
static __device__ __forceinline__ void
engine_multiply (const struct engine_task &task, int steps, int consumer,
                 uint32_t memory,
                 uint64_t *full, const struct engine_teller &teller,
                 struct engine_ring &ring, uint32_t (&sums)[S::high][S::cols / 2])
{
  int before = 0;

  for (int k = 0; k < steps; k++) {
    const uint32_t at = memory + ring.stage * S::stage;
    const uint64_t a = wgmma_descriptor (at + consumer * S::high * S::box);
    const uint64_t b = wgmma_descriptor (at + S::a_bytes);

    async_wait (&full[ring.stage], ring.phase);
    wgmma_fence ();
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
      for (int h = 0; h < S::high; h++)
        wgmma<S::type, S::cols, S::across_a, S::across_b> (
            sums[h],
            a + wgmma_further (h * S::box + i * (S::across_a ? 2048 : 32)),
            b + wgmma_further (i * (S::across_b ? 2048 : 32)), k + i);
    wgmma_commit ();
    wgmma_wait<1> ();
    if (k > 0)
      engine_free_stage (teller, before);
    before = ring.stage;
    engine_next (ring, task.stages);
  }
  wgmma_wait<0> ();
  engine_free_stage (teller, before);
}

/* Waits for the other threads of a consumer. */
static __device__ __forceinline__ void
engine_meet (int consumer)
{
  asm volatile("bar.sync %0, 128;" : : "r"(1 + consumer) : "memory");
}

static __device__ __forceinline__ uint32_t
engine_pair (enum wgmma_type type, uint32_t low, uint32_t high)
{
  const float x = __uint_as_float (low), y = __uint_as_float (high);
  uint32_t pair;

  if (type == WGMMA_BF16) {
    const __nv_bfloat162 v = __floats2bfloat162_rn (x, y);

    memcpy (&pair, &v, 4);
  } else {
    const __half2 v = __floats2half2_rn (x, y);

    memcpy (&pair, &v, 4);
  }
  return pair;
}

/* The sums of a box, 64 rows of 128 bytes, to shared memory, swizzled. */
template <typename S>
static __device__ __forceinline__ void
engine_stage_box (uint32_t to, const uint32_t *sums)
{
  const int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;

  if constexpr (S::element_c == 2) {
    /* Matrices of 8 x 8: which of four this lane has the address of a row of. */
    const int row = warp * 16 + lane % 16, right = lane / 16;

#pragma unroll
    for (int i = 0; i < 4; i++) {
      const uint32_t *s = sums + i * 8;
      const uint32_t at
          = to + row * 128 + (((i * 2 + right) ^ (row & 7)) << 4);

      asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
                   :
                   : "r"(at), "r"(engine_pair (S::type, s[0], s[1])),
                     "r"(engine_pair (S::type, s[2], s[3])),
                     "r"(engine_pair (S::type, s[4], s[5])),
                     "r"(engine_pair (S::type, s[6], s[7]))
                   : "memory");
    }
  } else {
    const int row = warp * 16 + lane / 4;

#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
      for (int h = 0; h < 2; h++) {
        const int chunk = (i * 2 + lane % 4 / 2) ^ (row & 7);

        asm volatile("st.shared.v2.b32 [%0], {%1, %2};"
                     :
                     : "r"(to + (row + h * 8) * 128 + chunk * 16
                           + lane % 2 * 8),
                       "r"(sums[i * 4 + h * 2]), "r"(sums[i * 4 + h * 2 + 1])
                     : "memory");
      }
  }
}

/* A staged box to C element by element, where TMA can't: rows that are no
 * multiple of 16 bytes. */
template <typename S>
static __device__ __forceinline__ void
engine_store_elements (const struct engine_task &task, const unsigned char *from,
                       int row, int col)
{
  const int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;

  for (int r = warp * 16; r < warp * 16 + 16 && row + r < task.rows; r++)
    for (int e = lane; e < S::box_cols && col + e < task.cols; e += 32) {
      const unsigned char *at
          = from + r * 128
            + ((e * S::element_c / 16 ^ (r & 7)) * 16 + e * S::element_c % 16);
      const int64_t to = (int64_t)(row + r) * task.ldc + col + e;

      if constexpr (S::element_c == 2)
        ((uint16_t *)task.c_at)[to] = *(const uint16_t *)at;
      else
        ((uint32_t *)task.c_at)[to] = *(const uint32_t *)at;
    }
}

/* A box's place in C. */
template <typename S>
static __device__ __forceinline__ struct engine_tile
engine_box_at (const struct engine_tile &tile, int consumer, int box)
{
  const int across = S::cols / S::box_cols;

  return { tile.row + (consumer * S::high + box / across) * 64,
           tile.col + box % across * S::box_cols };
}

/* A box that is in shared memory to C. */
template <typename S>
static __device__ __forceinline__ void
engine_store_box (const struct engine_task &task, const unsigned char *from,
                  struct engine_tile at)
{
  if (!task.store_boxes)
    engine_store_elements<S> (task, from, at.row, at.col);
  else if (threadIdx.x % 128 == 0)
    async_store_box (&task.c, from, at.col, at.row);
}

/* A consumer's rows of a tile to C. */
template <typename S>
static __device__ __forceinline__ void
engine_store (const struct engine_task &task, int consumer,
              unsigned char *buffers, struct engine_tile tile,
              const uint32_t (&sums)[S::high][S::cols / 2])
{
  const int across = S::cols / S::box_cols;

#pragma unroll
  for (int first = 0; first < S::boxes; first += S::batch) {
    /* What left these buffers last is gone. */
    if (threadIdx.x % 128 == 0)
      async_drain<S::buffers / S::batch - 1> ();
    engine_meet (consumer);
#pragma unroll
    for (int i = first; i < first + S::batch; i++)
      engine_stage_box<S> (async_shared (buffers + i % S::buffers * S::box),
                           &sums[i / across][i % across * S::box_cols / 2]);
    async_fence ();
    engine_meet (consumer);
    for (int i = first; i < first + S::batch; i++)
      engine_store_box<S> (task, buffers + i % S::buffers * S::box,
                           engine_box_at<S> (tile, consumer, i));
    if (threadIdx.x % 128 == 0)
      async_commit ();
  }
}

/* Waits for the threads of all consumers. */
template <typename S>
static __device__ __forceinline__ void
engine_meet_all (void)
{
  asm volatile("bar.sync %0, %1;"
               :
               : "n"(1 + S::consumers), "n"(S::consumers * 128)
               : "memory");
}

template <typename S>
static __device__ __forceinline__ uint32_t
engine_add (uint32_t x, uint32_t y)
{
  if (S::type == WGMMA_S8 || S::type == WGMMA_U8)
    return x + y;
  return __float_as_uint (__uint_as_float (x) + __uint_as_float (y));
}

/* The sums of a box, and those of the same box in the cluster's other splits, in
 * the splits' order whoever adds: a result does not depend on who is first. */
template <typename S>
static __device__ __forceinline__ void
engine_gather (const struct engine_task &task, const struct engine_place &p,
               uint32_t parts, uint32_t (&sums)[S::box_cols / 2])
{
  const int of_split = task.cluster_rows * task.cluster_cols;

  for (int split = 0; split < task.splits; split++) {
    uint32_t there;

    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(there)
                 : "r"(parts + threadIdx.x % 128 * 4),
                   "r"(split * of_split + p.col * task.cluster_rows + p.row));
#pragma unroll
    for (int e = 0; e < S::box_cols / 2; e++) {
      uint32_t part;

      asm volatile("ld.shared::cluster.b32 %0, [%1];"
                   : "=r"(part)
                   : "r"(there + e * 128 * 4));
      sums[e] = split == 0 ? part : engine_add<S> (sums[e], part);
    }
  }
}

/* Split along the inner dimension: each block leaves its sums where the stages
 * were, and adds up and stores some boxes. */
template <typename S>
static __device__ __forceinline__ void
engine_store_split (const struct engine_task &task, const struct engine_place &p,
                    int consumer, unsigned char *memory, unsigned char *buffers,
                    const struct engine_tile &tile,
                    const uint32_t (&sums)[S::high][S::cols / 2])
{
  const int of_box = S::box_cols / 2;
  uint32_t *const parts
      = (uint32_t *)memory + consumer * S::boxes * of_box * 128;

  engine_meet_all<S> ();
#pragma unroll
  for (int i = 0; i < S::boxes * of_box; i++)
    parts[i * 128 + threadIdx.x % 128]
        = sums[i / (S::cols / 2)][i % (S::cols / 2)];
  cluster_sync ();
  for (int i = p.split; i < S::boxes; i += task.splits) {
    uint32_t all[of_box];

    engine_gather<S> (task, p, async_shared (parts + i * of_box * 128), all);
    if (threadIdx.x % 128 == 0)
      async_drain<0> ();
    engine_meet (consumer);
    engine_stage_box<S> (async_shared (buffers), all);
    async_fence ();
    engine_meet (consumer);
    engine_store_box<S> (task, buffers, engine_box_at<S> (tile, consumer, i));
    if (threadIdx.x % 128 == 0)
      async_commit ();
  }
}

template <typename S>
static __device__ __forceinline__ void
engine_consume (const struct engine_task &task, const struct engine_place &p,
                int consumer, unsigned char *memory, uint64_t *full,
                uint64_t *empty)
{
  const int tiles = task.down * task.across;
  const int steps
      = engine_begin (task, p.split + 1) - engine_begin (task, p.split);
  unsigned char *const buffers
      = memory + task.stages * S::stage + consumer * S::buffers * S::box;
  const struct engine_teller teller = engine_teller_of (task, p, empty);
  struct engine_ring ring = { 0, 0 };

  for (int n = p.cluster; n < tiles; n += p.clusters) {
    const struct engine_tile tile = engine_tile_at<S> (task, p, n);
    uint32_t sums[S::high][S::cols / 2];

    engine_multiply<S> (task, steps, consumer, async_shared (memory), full,
                        teller, ring, sums);
    if (task.splits == 1)
      engine_store<S> (task, consumer, buffers, tile, sums);
    else
      engine_store_split<S> (task, p, consumer, memory, buffers, tile, sums);
  }
  if (threadIdx.x % 128 == 0)
    async_drain<0> ();
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

template <typename S>
__global__ void
__launch_bounds__ (S::threads, 1)
    engine (const __grid_constant__ struct engine_task task)
{
#if defined __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__ (1024) unsigned char memory[];
  __shared__ uint64_t full[engine_most_stages], empty[engine_most_stages];
  const struct engine_place p = engine_place_of (task);
  /* Told to be the same in all threads of a warp. */
  const int warp = __shfl_sync (~0U, threadIdx.x / 32, 0), group = warp / 4;

  if (threadIdx.x == 0) {
    async_prefetch_map (&task.a);
    async_prefetch_map (&task.b);
    async_init (full, task.stages, 1);
    async_init (empty, task.stages,
                S::consumers * (task.cluster_rows + task.cluster_cols - 1));
  }
  cluster_sync ();
  pdl_wait ();
  if (group == 0) {
    if constexpr (S::consumers == 2)
      asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    if (warp == 0)
      engine_produce<S> (task, p, memory, full, empty);
    if (task.splits > 1)
      cluster_sync (); /* as the consumers, who add up */
  } else {
    if constexpr (S::consumers == 2)
      asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    engine_consume<S> (task, p, group - 1, memory, full, empty);
  }
  /* Nobody's memory goes away while others still send to it. */
  cluster_sync ();
#else
  (void)task;
#endif
}

#endif /* MATMUL_ENGINE_CUH */
