/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How families vary their inputs from generation to generation.  A generation
 * changes a few elements of each input; the next one restores these and changes
 * others, so that any generation differs from fill's data in few elements, and
 * any two generations in twice as many.  No copy is needed to restore an
 * element: a change adds a number in arithmetic that wraps around, or flips
 * bits, and can be undone.
 */
#ifndef VARY_CHANGES_H
#define VARY_CHANGES_H

#include <stdint.h>

#include <gkhost/plugin.h>

/* The most changes of one input in one generation. */
enum { CHANGES = 16 };

/* Sets n random words, which depend on the seed, the generation and the number
 * alone. */
void changes_random (const gk_host *host, uint64_t seed, uint64_t generation,
                     uint32_t number, uint64_t *words, size_t n);

/* Returns the index of place t: one in each of `places` equal parts of n
 * elements.  There are no more places than elements. */
uint64_t changes_index (uint64_t word, uint64_t t, uint64_t places, uint64_t n);

/* Returns the place whose part has an index. */
uint64_t changes_place (uint64_t index, uint64_t places, uint64_t n);

/* Returns a shift for numbers below `below` (3 at least) that wrap around
 * there: never 0, and different from that of the generation before and
 * after. */
uint64_t changes_shift (uint64_t word, uint64_t generation, uint64_t below);

/* Adds bytes of a buffer to the ranges of a change. */
void changes_note (gk_vary *vary, uint32_t buffer, uint64_t offset,
                   uint64_t bytes);

#endif /* VARY_CHANGES_H */
