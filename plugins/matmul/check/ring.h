/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The numbers that an input may hold, in order, as a ring: vary adds a shift to
 * an element, which wraps around at the end, and undoes it by adding the rest.
 * So elements never leave the input's range.  On the shapes of fill-shape.h the
 * ring is of the numbers with the element's exponent, and a zero is one of
 * those from 1/2 to 1.
 */
#ifndef MATMUL_RING_H
#define MATMUL_RING_H

#include <gkhost/plugin.h>

struct ring {
  gk_dtype dtype;
  gk_data data;
  int64_t inner; /* the inner dimension, on which exact and wide numbers
                    depend */
};

/* The number of numbers. */
uint64_t ring_size (const struct ring *ring);

/* Replaces the element at `at` by the number so many places later. */
void ring_add (const struct ring *ring, void *at, uint64_t shift);

#endif /* MATMUL_RING_H */
