/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The callbacks that copy and transpose share: all except setup.  Their state
 * begins with a struct move_shape.
 *
 * Fill writes random bits and unusual floats (fill.h).  Vary flips bits of a
 * few elements (vary.h).  Verify compares every element, bit by bit, and the
 * padding with its poison (verify.c).
 */
#ifndef MOVE_FAMILY_H
#define MOVE_FAMILY_H

#include <gkhost/plugin.h>

int move_family_fill (const gk_host *host, void *state, gk_data data,
                      uint64_t seed, void *const *buffers);
int move_family_vary (const gk_host *host, void *state, gk_vary *vary);
int move_family_verify (const gk_host *host, void *state, gk_check *check);
void move_family_teardown (const gk_host *host, void *state);

#endif /* MOVE_FAMILY_H */
