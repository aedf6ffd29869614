/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The parameters of tma.cu's kernels, and the position of a thread's sums in a
 * tile.
 */
#ifndef MATMUL_TMA_TASK_CUH
#define MATMUL_TMA_TASK_CUH

#include <type_traits>

#include "batch-tiles.cuh"
#include "cuda/async-copy.cuh"
#include "fma-tile.cuh"

struct tma_task {
  CUtensorMap a, b;
  struct fma_task fma;
  struct stream_k tiles; /* of blocks */
  void *partials;        /* of a tile's sums, for each block that shares some */
  unsigned *ready;       /* and for each warp of it: 1 when they are there */
  uint32_t zero;         /* 0, which the compiler does not know */
};

/* Of kernels that compute C = alpha A B + beta C + bias. */
struct tma_update_task : tma_task {
  float alpha, beta;
  const float *bias; /* one of each column; NULL: none */
};

/* Of kernels for batches: the maps have three dimensions. */
struct tma_batch_task : tma_task {
  int64_t stride_c; /* elements from one product's C to the next one's */
};

/* What a kernel computes. */
enum tma_form { TMA_PLAIN, TMA_UPDATED, TMA_BATCHED };

/* The tile of a block: fma_shape's.  Its helpers are warps that load and
 * transpose: as many lanes as a tile has rows.  registers: a thread's at
 * launch, and those that multiply have, after the exchange with the helpers,
 * most. Transposing takes some 60.  Only whole warpgroups can exchange. */
template <typename T, int vectors_, int down_, int across_, int blocks_,
          enum tma_form form_ = TMA_PLAIN>
struct tma_shape : fma_shape<T, 8, vectors_, down_, across_, 1, 128, blocks_,
                             form_ == TMA_UPDATED> {
  using base = fma_shape<T, 8, vectors_, down_, across_, 1, 128, blocks_,
                         form_ == TMA_UPDATED>;
  enum {
    batched = form_ == TMA_BATCHED,
    helpers = base::rows / 32,
    all_threads = base::threads + helpers * 32,
    exchanges = base::threads % 128 == 0 && helpers % 4 == 0,
    registers = 65536 / (blocks_ * all_threads) / 8 * 8,
    most = 208,
    helpers_registers
    = registers - (most - registers) * base::threads / (helpers * 32)
  };
};

template <typename S>
using tma_task_of = std::conditional_t<
    S::updated, tma_update_task,
    std::conditional_t<S::batched, tma_batch_task, tma_task>>;

/* A warp's walk through its block's parts of tiles (stream-k.h), in shared
 * memory.  Of a batch it has its tile's position, too: one lane divides, when
 * sums are stored. */
struct tma_batch_walk : stream_k_walk {
  struct batch_position at;
};

template <typename S>
using tma_walk
    = std::conditional_t<S::batched, tma_batch_walk, struct stream_k_walk>;

template <typename S>
static __device__ __forceinline__ void
tma_note_tile (const tma_task_of<S> &task, tma_walk<S> &walk)
{
  if constexpr (S::batched)
    walk.at = tile_position_of<true> (&task.tiles, walk.part.tile);
}

template <typename S>
static __device__ __forceinline__ void
tma_begin_walk (const tma_task_of<S> &task, tma_walk<S> &walk)
{
  static_cast<struct stream_k_walk &> (walk)
      = tile_walk<S::batched> (&task.tiles);
  tma_note_tile<S> (task, walk);
}

template <typename S>
static __device__ __forceinline__ void
tma_walk_on (const tma_task_of<S> &task, tma_walk<S> &walk)
{
  tile_walk_on<S::batched> (&task.tiles, &walk);
  tma_note_tile<S> (task, walk);
}

/* The position of the walk's tile. */
template <typename S>
static __device__ __forceinline__ tile_position<S::batched>
tma_tile_of (const tma_task_of<S> &task, const tma_walk<S> &walk)
{
  if constexpr (S::batched)
    return walk.at;
  else
    return bands_position (&task.tiles.bands, walk.part.tile);
}

/* A thread's first row and column in the tile.  Its rows are S::n neighbours,
 * and as many 8 S::n further on; its columns are those of fma-tile.cuh. */
template <typename S>
static __device__ __forceinline__ struct fma_position
tma_find_position (int thread)
{
  struct fma_position p = fma_find_position<S> (thread);

  p.row += p.row % 8 * (S::n - 1);
  return p;
}

#endif /* MATMUL_TMA_TASK_CUH */
