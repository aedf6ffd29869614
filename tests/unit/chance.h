/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Chance for simulations, the same each time.
 */
#ifndef CHANCE_H
#define CHANCE_H

#include <stdint.h>

void chance_begin (uint64_t seed);
/* From 0 to 1, without the latter. */
double chance_uniform (void);
/* Of mean 0 and standard deviation 1. */
double chance_normal (void);

#endif
