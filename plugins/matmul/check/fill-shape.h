/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Data that kernels meet, which a rule that tells digits' and residues' data
 * from other data may pass, and on which a shortcut may fail.  A *line* is a
 * row of A or a column of B.
 *
 *   normal       standard deviation 1/2, at most 2.5
 *   heavy        Laplace's distribution of scale 1/8; one number of each line
 *                from 32 to 64
 *   sparse       half of the numbers are zero, and those of A else positive, as
 *                ReLU leaves them; those of B have both signs: with sums of
 *                one sign rounding errors grow with their length
 *   graded       uniform numbers times 2^-2 to 2^2 by the line, and again by
 *                the place in the inner dimension, D in A and D^-1 in B
 *   permutation  odd lines have a single number each, at places that hardly
 *                repeat; even lines are uniform, sparse and graded in turn.  So
 *                an odd row and an even column give a single product, and the
 *                other way round.
 *
 * For floats alone; integers are compared exactly on any data.  Numbers below
 * the least normal of the type are zero.
 */
#ifndef MATMUL_FILL_SHAPE_H
#define MATMUL_FILL_SHAPE_H

#include <gkhost/matmul.h>

#include "fill-wide.h"

/* The kinds of data above. */
#define SHAPED_DATA                                                            \
  (GK_BIT (GK_DATA_NORMAL) | GK_BIT (GK_DATA_SPARSE) | GK_BIT (GK_DATA_HEAVY)  \
   | GK_BIT (GK_DATA_GRADED) | GK_BIT (GK_DATA_PERMUTATION))

/* True where fill_shape expects random bits, false where it expects uniform
 * numbers. */
bool fill_shape_of_bits (gk_data data);

/* Returns the distribution of data that expects random bits, to be freed; NULL
 * without memory. */
struct quantiles *fill_shape_quantiles (const gk_host *host, gk_data data);

/* Prepares to give an input such a shape. seed: the same for both inputs.
 * quantiles: of the data, or NULL where it has none.  NULL without memory. */
struct shaper *fill_shape_begin (const gk_host *host, const gk_matmul *problem,
                                 gk_data data, const struct filled *to,
                                 uint64_t seed,
                                 const struct quantiles *quantiles);
/* Gives the shape to elements [first, first + n) of the input's memory, while
 * they are in a cache.  For several threads. */
void fill_shape_piece (const struct shaper *s, int64_t first, int64_t n);
void fill_shape_end (const gk_host *host, struct shaper *s);

/* Returns the place of a line's outlier in heavy data.  inner: without
 * padding. */
int64_t fill_shape_outlier (uint64_t seed, bool is_b, int64_t line,
                            int64_t inner);

#endif /* MATMUL_FILL_SHAPE_H */
