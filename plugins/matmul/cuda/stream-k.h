/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which parts of which tiles of C a block computes.
 *
 * Blocks that each take a tile at a time leave multiprocessors idle in the last
 * wave: 256 tiles on 132 take as long as 264, 133 as long as 264, too.  Here
 * some tiles are computed by several blocks, each a part of the inner
 * dimension, so that all blocks have as much to do (stream-K): the steps of all
 * these tiles, one tile behind the other, are dealt out in equal stretches,
 * whoever's tile a run ends in.
 *
 * A block takes its run from its last tile back to the first.  So what it
 * computes first is, if anything, the beginning of a tile, whose sums it leaves
 * in the workspace (a partial); and the block that has a tile's last step,
 * which comes to it late, adds what others left.  It waits for blocks of lower
 * numbers only, so that nobody waits for a block that has not started.
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
  int band;       /* tiles down */
  int steps;      /* along the inner dimension, of each */
  int shared;     /* tiles that are dealt out in stretches, the first ones */
  int sharers;    /* blocks that these are dealt out to, the first ones */
  int each, more; /* steps of each of these, and steps that this leaves */
  int blocks;     /* all of them take the other tiles in turns */
  int again;      /* times that all these tiles come once more, none shared */
};

/* A part of a tile: steps from first to end; tile is -1 where there is none. */
struct stream_k_part {
  int tile, first, end;
};

static STREAM_K_BOTH inline int
stream_k_tiles (const struct stream_k *s)
{
  return s->down * s->across * (1 + s->again);
}

/* Shares the tiles that would make a last wave of these blocks, and those of
 * one wave more, so that no tile has more than two or three blocks; where there
 * are fewer tiles than blocks, all of them, unless a block's share were less
 * than so many steps.  Where tiles can have two blocks and more each, they have
 * as many each: then a block has one part, not the end of a tile and the
 * beginning of another. */
static inline void
stream_k_share_last (struct stream_k *s, int blocks, int least_steps)
{
  const int tiles = stream_k_tiles (s);
  const int64_t most = (int64_t)tiles * s->steps / least_steps;

  s->shared = s->sharers = 0;
  if (tiles >= blocks && tiles % blocks > 0) {
    s->shared = tiles % blocks + blocks;
    s->sharers = blocks;
  } else if (tiles < blocks && most > tiles) {
    const int sharers = (int)(most < blocks ? most : blocks);

    s->shared = tiles;
    s->sharers = sharers < 2 * tiles ? sharers : sharers / tiles * tiles;
  }
  /* Steps are counted in int. */
  if ((int64_t)s->shared * s->steps > INT32_MAX)
    s->shared = s->sharers = 0;
  if (s->sharers > 0) {
    s->each = s->shared * s->steps / s->sharers;
    s->more = s->shared * s->steps % s->sharers;
  }
}

/* Where a block's run begins; where it ends, the next one's does. */
static STREAM_K_BOTH inline int
stream_k_begin (const struct stream_k *s, int block)
{
  return block * s->each
         + (int)((unsigned)(block * s->more) / (unsigned)s->sharers);
}

/* A block's way through its parts. */
struct stream_k_walk {
  struct stream_k_part part; /* the current one; tile is -1 behind the last */
  int left;                  /* tiles of the run that are still to come */
  int begin; /* the first step of the last of these that is this block's */
  int other; /* the next tile that is not shared */
};

/* A block's run: from a step of its first tile to one of its last. */
struct stream_k_tile_run {
  int first, begin, last, end;
};

static STREAM_K_BOTH inline struct stream_k_tile_run
stream_k_tile_run (const struct stream_k *s, int block)
{
  const unsigned steps = (unsigned)s->steps;
  const unsigned begin = (unsigned)stream_k_begin (s, block);
  const unsigned last = (unsigned)stream_k_begin (s, block + 1) - 1;
  const struct stream_k_tile_run run
      = { (int)(begin / steps), (int)(begin % steps), (int)(last / steps),
          (int)(last % steps) + 1 };

  return run;
}

static STREAM_K_BOTH inline void
stream_k_next_other (const struct stream_k *s, struct stream_k_walk *walk)
{
  walk->part.tile = walk->other < stream_k_tiles (s) ? walk->other : -1;
  walk->part.first = 0;
  walk->part.end = s->steps;
  walk->other += s->blocks;
}

/* The walk is at the first part, of a run ... */
static STREAM_K_BOTH inline struct stream_k_walk
stream_k_walk_tile_run (const struct stream_k *s, int block,
                        const struct stream_k_tile_run *run)
{
  struct stream_k_walk walk;

  walk.left = run->last - run->first;
  walk.begin = run->begin;
  walk.other = s->shared + block;
  walk.part.tile = run->last;
  walk.part.first = walk.left > 0 ? 0 : run->begin;
  walk.part.end = run->end;
  return walk;
}

/* ... or, of a block that shares no tile, of its first tile. */
static STREAM_K_BOTH inline struct stream_k_walk
stream_k_walk_alone (const struct stream_k *s, int block)
{
  struct stream_k_walk walk;

  walk.left = walk.begin = 0;
  walk.other = s->shared + block;
  stream_k_next_other (s, &walk);
  return walk;
}

static STREAM_K_BOTH inline struct stream_k_walk
stream_k_walk (const struct stream_k *s, int block)
{
  struct stream_k_tile_run run;

  if (__builtin_expect (block >= s->sharers, 1))
    return stream_k_walk_alone (s, block);
  run = stream_k_tile_run (s, block);
  return stream_k_walk_tile_run (s, block, &run);
}

static STREAM_K_BOTH inline void
stream_k_next (const struct stream_k *s, struct stream_k_walk *walk)
{
  if (walk->left > 0) {
    walk->part.tile--;
    walk->part.first = --walk->left > 0 ? 0 : walk->begin;
    walk->part.end = s->steps;
  } else {
    stream_k_next_other (s, walk);
  }
}

/* Where a tile lies, in tiles. */
struct stream_k_position {
  int down, across;
};

/* A tile is no more than 2^31, so that division without sign, which is
 * shorter, does. */
static STREAM_K_BOTH inline struct stream_k_position
stream_k_position (const struct stream_k *s, int tile)
{
  unsigned n = (unsigned)tile, high = (unsigned)s->down, first = 0;
  struct stream_k_position place;

  if (__builtin_expect (s->band < s->down, 0)) {
    const unsigned band = (unsigned)s->band, across = (unsigned)s->across;

    first = n / (band * across) * band;
    n -= first * across;
    high = high - first < band ? high - first : band;
  }
  place.across = (int)(n / high);
  place.down = (int)(first + n % high);
  return place;
}

#endif /* MATMUL_STREAM_K_H */
