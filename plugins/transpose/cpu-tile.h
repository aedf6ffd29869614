/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Turns a tile that fits a first-level cache.
 */
#ifndef TRANSPOSE_CPU_TILE_H
#define TRANSPOSE_CPU_TILE_H

#include <stdbool.h>

#include "cpu-turn.h"

#define TILE_LINE 64

/* What to ask memory for.  A tile touches many rows, a few lines in each: too
 * few for the processor to see a pattern. */
enum tile_ask {
  TILE_ASK_NONE,
  TILE_ASK_THIS, /* all of this tile, before it is turned */
  TILE_ASK_NEXT, /* the tile on the right, rows by rows, while this is turned */
};

struct tile {
  int64_t rows, cols;           /* of src */
  int64_t src_pitch, dst_pitch; /* bytes */
  const unsigned char *src;
  unsigned char *dst;
  enum tile_ask ask;
};

void tile_turn (const struct tile *t, size_t element);

/* The same in registers of 32 bytes.  False: this processor or compiler has
 * none, or the tile is too thin, and nothing was done. */
bool tile_turn_wide (const struct tile *t, size_t element);

#endif /* TRANSPOSE_CPU_TILE_H */
