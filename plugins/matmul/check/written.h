/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Was what had to be written written, and nothing else?  Poison is 8 bytes that
 * were written again and again, from the matrix's first byte on.
 */
#ifndef MATMUL_WRITTEN_H
#define MATMUL_WRITTEN_H

#include "words.h"

/* Whether all bytes of an element are poison. */
bool written_never (const struct matrix *c, int64_t i, int64_t j,
                    const uint8_t poison[8]);

/* The first element of a matrix of floats that is poison or not finite; false
 * when there is none. */
bool written_find_bad (const struct matrix *c, const uint8_t poison[8],
                       int64_t *i, int64_t *j);

/* The first element of the padding that is not poison. */
bool written_find_outside (const struct matrix *c, const uint8_t poison[8],
                           int64_t *i, int64_t *j);

#endif
