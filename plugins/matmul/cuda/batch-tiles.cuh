/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The tiles of stream-k.h for kernels of one product and for kernels of a
 * batch, whose tiles are numbered product by product, and of which blocks share
 * none.
 */
#ifndef MATMUL_BATCH_TILES_CUH
#define MATMUL_BATCH_TILES_CUH

#include <type_traits>

#include "cuda/async-copy.cuh"
#include "stream-k.h"

struct batch_position : bands_position {
  int product;
};

/* A tile's position in its product; of a batch, the product, too. */
template <bool batched>
using tile_position
    = std::conditional_t<batched, batch_position, struct bands_position>;

template <bool batched>
static __device__ __forceinline__ tile_position<batched>
tile_position_of (const struct stream_k *tiles, int tile)
{
  if constexpr (batched) {
    const int product = stream_k_repetition (tiles, tile);

    return { bands_position (
                 &tiles->bands,
                 tile - product * (tiles->bands.down * tiles->bands.across)),
             product };
  } else {
    return bands_position (&tiles->bands, tile);
  }
}

/* This block's walk: its first part ... */
template <bool batched>
static __device__ __forceinline__ struct stream_k_walk
tile_walk (const struct stream_k *tiles)
{
  return batched ? stream_k_walk_alone (tiles, (int)blockIdx.x)
                 : stream_k_walk (tiles, (int)blockIdx.x);
}

/* ... and the next one. */
template <bool batched>
static __device__ __forceinline__ void
tile_walk_on (const struct stream_k *tiles, struct stream_k_walk *walk)
{
  if constexpr (batched)
    stream_k_next_other (tiles, walk);
  else
    stream_k_next (tiles, walk);
}

#if defined __CUDA_ARCH_FEAT_SM90_ALL
/* Loads a box.  What is outside of a product's matrix becomes 0, and counts as
 * loaded, also in a batch: there the product is a dimension of the map. */
template <bool batched>
static __device__ __forceinline__ void
tile_load_box (unsigned char *to, const CUtensorMap *map, int x, int y,
               const tile_position<batched> &at, uint64_t *full)
{
  if constexpr (batched)
    async_load_box_of (async_shared (to), map, x, y, at.product,
                       async_shared (full));
  else
    async_load_box (to, map, x, y, full);
}
#endif

#endif /* MATMUL_BATCH_TILES_CUH */
