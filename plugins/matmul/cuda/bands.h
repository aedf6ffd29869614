/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The tiles of C, in bands: they are numbered down a band, then across, so that
 * those computed at the same time share rows and columns in L2.
 */
#ifndef MATMUL_BANDS_H
#define MATMUL_BANDS_H

#include "divisor.h"

struct bands {
  int down, across;
  int band; /* tiles down, at most as many as there are */
  /* The tiles of a band, and those down a band and down the last one
   * (bands_set_divisors). */
  struct divisor of_band, down_band, down_last;
};

/* A tile's position, in tiles. */
struct bands_position {
  int down, across;
};

/* Sets the divisors, by the other fields. */
static inline void
bands_set_divisors (struct bands *b)
{
  int last;

  if (b->down == 0 || b->across == 0)
    return;
  last = b->down % b->band;
  b->of_band = divisor_of ((uint32_t)(b->band * b->across));
  b->down_band = divisor_of ((uint32_t)b->band);
  b->down_last = divisor_of ((uint32_t)(last > 0 ? last : b->band));
}

static MATMUL_BOTH inline struct bands_position
bands_position (const struct bands *b, int tile)
{
  const int first = (int)divide_by ((uint32_t)tile, b->of_band) * b->band;
  const int n = tile - first * b->across, left = b->down - first;
  struct bands_position at;

  at.across = (int)divide_by ((uint32_t)n,
                              left < b->band ? b->down_last : b->down_band);
  at.down = first + n - at.across * (left < b->band ? left : b->band);
  return at;
}

#endif /* MATMUL_BANDS_H */
