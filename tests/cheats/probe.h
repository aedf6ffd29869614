/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A few elements, which tell a cheat whether inputs or outputs are what it has
 * seen before.
 */
#ifndef CHEATS_PROBE_H
#define CHEATS_PROBE_H

#include <stdbool.h>

#include <gkhost/matmul.h>
#include <gkhost/transpose.h>

/* Whether the first, the middle and the last element of dst are right. */
bool probe_transposed (const gk_transpose *p, const void *dst);

/* Whether the last element of c is right. */
bool probe_product (const gk_matmul *p, const void *c);

/* A number from some 64 words, evenly spaced. */
uint64_t probe_words (const void *memory, size_t bytes);

#endif
