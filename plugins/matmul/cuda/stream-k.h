/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Stream-K: which parts of which tiles of C a block computes.
 *
 * If each block computes a tile at a time, multiprocessors are idle in the last
 * wave: 256 tiles on 132 of them take as long as 264, and so do 133.  Here
 * several blocks share a tile, each a part of the inner dimension, so that all
 * blocks have equally much to do: the steps of all shared tiles, one tile
 * behind the other, are divided into equal runs, whether or not a run ends in
 * the middle of a tile.
 *
 * A block goes through its run of tiles from the last tile to the first.  So
 * the first tile may be one of which it has the beginning: its sums go to the
 * workspace (a partial); and the block that has a tile's last step, which it
 * computes late, adds the others' partials.  It waits for blocks of lower
 * numbers only, so that no block waits for one that has not started.
 *
 * Source: M. Osama et al., "Stream-K: work-centric parallel decomposition for
 * dense matrix-matrix multiplication on the GPU" (2023).
 */
#ifndef MATMUL_STREAM_K_H
#define MATMUL_STREAM_K_H

#include "bands.h"

struct stream_k {
  struct bands bands;
  int steps;      /* along the inner dimension, of each */
  int shared;     /* tiles that blocks share, the first ones */
  int sharers;    /* blocks that share these, the first ones */
  int each, more; /* steps of each of these, and the remainder */
  int blocks;     /* all of them compute the other tiles, in turn */
  int again;      /* repetitions of all these tiles, none of them shared */
  struct divisor of_all; /* tiles of one repetition (stream_k_repetition) */
};

/* A part of a tile: steps from first to end; tile is -1 if there is none. */
struct stream_k_part {
  int tile, first, end;
};

static MATMUL_BOTH inline int
stream_k_tiles (const struct stream_k *s)
{
  return s->bands.down * s->bands.across * (1 + s->again);
}

/* Shares the tiles of the incomplete last wave and of one wave more, so that a
 * tile has at most two or three blocks; if there are fewer tiles than blocks,
 * all of them, unless a block's share were less than so many steps.  If tiles
 * can have two blocks or more each, they have equally many: then a block has
 * one part, not the end of a tile and the beginning of another. */
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

/* The first step of a block's run; it ends where the next one's begins. */
static MATMUL_BOTH inline int
stream_k_begin (const struct stream_k *s, int block)
{
  return block * s->each
         + (int)((unsigned)(block * s->more) / (unsigned)s->sharers);
}

/* A block's walk through its parts. */
struct stream_k_walk {
  struct stream_k_part part; /* the current one; tile is -1 behind the last */
  int left;                  /* tiles of the run that are still to come */
  int begin; /* the first step of the last of these that is this block's */
  int other; /* the next tile that is not shared */
};

/* A block's run of tiles: from a step of its first tile to one of its last. */
struct stream_k_tile_run {
  int first, begin, last, end;
};

static MATMUL_BOTH inline struct stream_k_tile_run
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

static MATMUL_BOTH inline void
stream_k_next_other (const struct stream_k *s, struct stream_k_walk *walk)
{
  walk->part.tile = walk->other < stream_k_tiles (s) ? walk->other : -1;
  walk->part.first = 0;
  walk->part.end = s->steps;
  walk->other += s->blocks;
}

/* Begins a walk with the first part of a run ... */
static MATMUL_BOTH inline struct stream_k_walk
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

/* ... or, for a block that shares no tile, with its first tile. */
static MATMUL_BOTH inline struct stream_k_walk
stream_k_walk_alone (const struct stream_k *s, int block)
{
  struct stream_k_walk walk;

  walk.left = walk.begin = 0;
  walk.other = s->shared + block;
  stream_k_next_other (s, &walk);
  return walk;
}

/* Leaves of the current tile one of equal parts of its steps.  There must be at
 * least as many steps as parts. */
static MATMUL_BOTH inline void
stream_k_split (const struct stream_k *s, int parts_log2, int part,
                struct stream_k_walk *walk)
{
  walk->part.first = s->steps * part >> parts_log2;
  walk->part.end = s->steps * (part + 1) >> parts_log2;
}

static MATMUL_BOTH inline struct stream_k_walk
stream_k_walk (const struct stream_k *s, int block)
{
  struct stream_k_tile_run run;

  if (__builtin_expect (block >= s->sharers, 1))
    return stream_k_walk_alone (s, block);
  run = stream_k_tile_run (s, block);
  return stream_k_walk_tile_run (s, block, &run);
}

static MATMUL_BOTH inline void
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

/* Sets the divisors, by the bands. */
static inline void
stream_k_set_divisors (struct stream_k *s)
{
  const int all = s->bands.down * s->bands.across;

  bands_set_divisors (&s->bands);
  if (all > 0)
    s->of_all = divisor_of ((uint32_t)all);
}

/* Of tiles that are repeated: in which repetition one is. */
static MATMUL_BOTH inline int
stream_k_repetition (const struct stream_k *s, int tile)
{
  return (int)divide_by ((uint32_t)tile, s->of_all);
}

#endif /* MATMUL_STREAM_K_H */
