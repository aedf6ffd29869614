/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How rows are divided among blocks: as many blocks as the device runs at once,
 * in all rows, but none for too few bytes.
 */
#ifndef REDUCE_SHARES_H
#define REDUCE_SHARES_H

#include <gkhost/reduce.h>

#include "cuda/variant.h"

/* Threads that a multiprocessor has at once (some have 1536: then the last
 * blocks begin when others end), the most of a block, and the bytes of a row
 * that are worth a block. */
enum { RESIDENT = 2048, MOST_THREADS = 1024, LEAST_BYTES = 16 << 10 };

static inline int
reduce_element_bytes (const gk_reduce *p)
{
  return p->dtype == GK_BF16                        ? 2
         : p->dtype == GK_I64 || p->dtype == GK_F64 ? 8
                                                    : 4;
}

/* Returns how many blocks of so many threads share a row. */
static inline int64_t
reduce_blocks_of_row (const gk_reduce *p, const gk_device *device, int threads)
{
  const int64_t all = (int64_t)device->units * (RESIDENT / threads);
  const int64_t useful
      = (p->cols * reduce_element_bytes (p) + LEAST_BYTES - 1) / LEAST_BYTES;
  const int64_t share = all / p->rows;

  return share < 1 ? 1 : share < useful ? share : useful;
}

/* Returns the blocks of a grid's second dimension, which go on to further rows
 * where there are more. */
static inline unsigned
reduce_grid_rows (int64_t rows)
{
  return rows < 65535 ? (unsigned)rows : 65535;
}

/* A tunable of several variants: its value is the place in this list, so that
 * there are 128 << value threads. */
static const char *const reduce_threads[]
    = { "128", "256", "512", "1024", NULL };
#define REDUCE_THREADS_OPTION                                                  \
  cuda_choice ("threads",                                                      \
               "threads per block: with more, fewer sums of blocks are left "  \
               "to be added; with fewer, blocks end more evenly",              \
               NULL, reduce_threads, 2)

#endif /* REDUCE_SHARES_H */
