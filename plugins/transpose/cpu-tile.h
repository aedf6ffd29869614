/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Transposes a tile that fits the L1 cache.
 */
#ifndef TRANSPOSE_CPU_TILE_H
#define TRANSPOSE_CPU_TILE_H

#include <stdbool.h>

#include "cpu-register-transpose.h"

#define TILE_LINE 64

/* What to prefetch.  A tile has many rows of a few lines each, too few for the
 * hardware prefetcher to detect a pattern. */
enum tile_prefetch {
  TILE_PREFETCH_NONE,
  TILE_PREFETCH_THIS, /* all of this tile, before it is transposed */
  /* The tile to the right, a few rows at a time, while this one is
   * transposed. */
  TILE_PREFETCH_NEXT,
};

struct tile {
  int64_t rows, cols;           /* of src */
  int64_t src_pitch, dst_pitch; /* bytes */
  const unsigned char *src;
  unsigned char *dst;
  enum tile_prefetch prefetch;
};

void tile_transpose (const struct tile *t, size_t element);

/* The same in registers of 32 bytes.  False, without doing anything, when this
 * processor or compiler has none or the tile is too thin. */
bool tile_transpose_wide (const struct tile *t, size_t element);

#endif /* TRANSPOSE_CPU_TILE_H */
