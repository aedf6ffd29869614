/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Finds elements that were not written and padding that was.  Poison is a
 * pattern of 8 bytes, repeated from the matrix's first byte on.
 */
#ifndef MATMUL_WRITTEN_H
#define MATMUL_WRITTEN_H

#include "words.h"

/* True when all bytes of an element are poison, or, where `before` has data,
 * what it has. */
bool written_never (const struct matrix *c, const struct matrix *before,
                    int64_t i, int64_t j, const uint8_t poison[8]);

/* True when one of elements [j, j + n) of a row of floats is poison or not
 * finite. */
bool written_has_bad (const struct matrix *c, int64_t i, int64_t j, int64_t n,
                      const uint8_t poison[8]);

/* Finds the first element of the padding that was written.  False when there is
 * none. */
bool written_find_outside (const struct matrix *c, const struct matrix *before,
                           const uint8_t poison[8], int64_t *i, int64_t *j);

#endif
