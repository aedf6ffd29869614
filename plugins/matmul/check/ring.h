/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The numbers that an input may hold, as a ring: vary adds to an element,
 * around the end, and takes it back by adding the rest.
 */
#ifndef MATMUL_RING_H
#define MATMUL_RING_H

#include <gkhost/plugin.h>

struct ring {
  gk_dtype dtype;
  gk_data data;
  int64_t inner; /* the inner dimension, which exact numbers depend on */
};

/* How many numbers there are. */
uint64_t ring_size (const struct ring *ring);

/* Makes the element at `at` the number so many places on. */
void ring_add (const struct ring *ring, void *at, uint64_t shift);

#endif /* MATMUL_RING_H */
