/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which parts of which tiles of C a block computes.
 *
 * Blocks that each take a tile at a time leave multiprocessors idle in the last
 * wave: 256 tiles on 132 take as long as 264, 133 as long as 264, too.  Here
 * some tiles are computed by several blocks, each a part of the inner
 * dimension, so that all blocks have as much to do (stream-K): the steps of all
 * these tiles, one tile behind the other, are dealt out in equal stretches,
 * whoever's tile a stretch ends in.
 *
 * A block takes its stretch from its last tile back to the first.  So what it
 * computes first is, if anything, the beginning of a tile, whose sums it leaves
 * in the workspace (a partial); and the block that has a tile's last step, which
 * comes to it late, adds what others left.  It waits for blocks of lower numbers
 * only, so that nobody waits for a block that has not started.
 *
 * M. Osama et al., "Stream-K: work-centric parallel decomposition for dense
 * matrix-matrix multiplication on the GPU" (2023).
 */
#ifndef MATMUL_STREAM_K_H
#define MATMUL_STREAM_K_H

#include <stdint.h>

#ifdef __CUDACC__
#define STREAM_K_BOTH __host__ __device__
#else
#define STREAM_K_BOTH
#endif

/* The tiles of C.  They are numbered down a band, then across. */
struct stream_k {
  int down, across;
  int band;    /* tiles down */
  int steps;   /* along the inner dimension, of each */
  int shared;  /* tiles that are dealt out in stretches, the first ones */
  int sharers; /* blocks that these are dealt out to, the first ones */
  int blocks;  /* all of them take the other tiles in turns */
};

/* A part of a tile: steps from first to end; tile is -1 where there is none. */
struct stream_k_part {
  int tile, first, end;
};

static STREAM_K_BOTH inline int
stream_k_tiles (const struct stream_k *s)
{
  return s->down * s->across;
}

/* Where a block's stretch begins; where it ends, the next one's does. */
static STREAM_K_BOTH inline int64_t
stream_k_begin (const struct stream_k *s, int block)
{
  return (int64_t)s->shared * s->steps * block / s->sharers;
}

/* The n-th part that a block computes. */
static STREAM_K_BOTH inline struct stream_k_part
stream_k_part (const struct stream_k *s, int block, int n)
{
  struct stream_k_part part = { -1, 0, s->steps };
  int64_t tile;

  if (block < s->sharers) {
    const int64_t begin = stream_k_begin (s, block);
    const int64_t end = stream_k_begin (s, block + 1);
    const int last = (int)((end - 1) / s->steps);
    const int parts = last - (int)(begin / s->steps) + 1;

    if (n < parts) {
      const int64_t at = (int64_t)(last - n) * s->steps;

      part.tile = last - n;
      part.first = begin > at ? (int)(begin - at) : 0;
      part.end = end < at + s->steps ? (int)(end - at) : s->steps;
      return part;
    }
    n -= parts;
  }
  tile = s->shared + block + (int64_t)n * s->blocks;
  if (tile < stream_k_tiles (s))
    part.tile = (int)tile;
  return part;
}

/* Where a tile lies, in tiles. */
struct stream_k_place {
  int down, across;
};

static STREAM_K_BOTH inline struct stream_k_place
stream_k_place (const struct stream_k *s, int tile)
{
  const int in_band = s->band * s->across;
  const int first = tile / in_band * s->band;
  const int high = s->down - first < s->band ? s->down - first : s->band;
  const int n = tile % in_band;
  const struct stream_k_place place = { first + n % high, n / high };

  return place;
}

#endif /* MATMUL_STREAM_K_H */
