/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The grid of `no-loop`, which covers a copy without a loop.
 */
#ifndef COPY_NO_LOOP_H
#define COPY_NO_LOOP_H

#include "span.h"

struct copy_no_loop_grid {
  unsigned across, down; /* threads of a block, along a row and across rows */
  unsigned wide, high;   /* blocks */
};

/* Sets the grid for words of `word` bytes, `words` of them per thread.  False
 * where a row has too many items for 32 bits, or there are more rows than a
 * grid covers. */
static inline bool
copy_no_loop_grid (const struct copy_span *span, int word, int words,
                   int threads, struct copy_no_loop_grid *grid)
{
  const int64_t items = copy_span_items (span, word);
  int64_t wide, high;

  grid->across = (unsigned)threads;
  while (grid->across > 1 && (int64_t)(grid->across / 2) * words >= items)
    grid->across /= 2;
  grid->down = (unsigned)threads / grid->across;
  while (grid->down > 1 && (int64_t)(grid->down / 2) >= span->rows)
    grid->down /= 2;
  wide = (items - 1) / ((int64_t)grid->across * words) + 1;
  high = (span->rows - 1) / grid->down + 1;
  grid->wide = (unsigned)wide;
  grid->high = (unsigned)high;
  return items < INT64_C (1) << 31 && high <= 65535;
}

#endif /* COPY_NO_LOOP_H */
