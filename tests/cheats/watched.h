/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Guesses of a cheat at when it is watched.
 */
#ifndef CHEATS_WATCHED_H
#define CHEATS_WATCHED_H

#include <stdbool.h>
#include <stddef.h>

#include <gkhost/matmul.h>

/* Whether an output holds the bytes with which gkhost, up to the release before
 * this list, marked launches that it verified; those that it timed it did not
 * mark, or with another byte.  A cheat works then, and so passes there. */
bool watched_by_poison (const void *output);

/* Whether the output's first and last bytes are all the same: any poison of one
 * byte. */
bool watched_by_filling (const void *output, size_t bytes);

/* Whether the inputs look like small integers, whose products are to be exact.
 */
bool watched_by_integers (const gk_matmul *p);

/* Seconds, for guesses by the clock. */
double watched_clock (void);

#endif
