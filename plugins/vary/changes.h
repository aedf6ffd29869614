/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a generation of the inputs differs by from what fill left: how families
 * vary.  A generation changes a few elements of each input; the next one puts
 * these back and changes others, so that any two generations differ in as few.
 * To put back what was changed no copy is kept: a change adds a number in
 * arithmetic that wraps around, or flips bits, and can be undone.
 */
#ifndef VARY_CHANGES_H
#define VARY_CHANGES_H

#include <stdint.h>

#include <gkhost/plugin.h>

/* Of one input in one generation, at most. */
enum { CHANGES = 16 };

/* Random words that follow from a seed, a generation and a number alone. */
void changes_random (const gk_host *host, uint64_t seed, uint64_t generation,
                     uint32_t number, uint64_t *words, size_t n);

/* Place t of so many, one in each equal part of n things; there are no more
 * places than things. */
uint64_t changes_index (uint64_t word, uint64_t t, uint64_t places, uint64_t n);

/* What to add to a number below `below` (3 at least) that wraps around there:
 * never 0, and another number in the generation before and after. */
uint64_t changes_shift (uint64_t word, uint64_t generation, uint64_t below);

/* Notes that bytes of a buffer have changed. */
void changes_note (gk_vary *vary, uint32_t buffer, uint64_t offset,
                   uint64_t bytes);

#endif /* VARY_CHANGES_H */
