/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Random bits that depend on a seed and a position only, so that they are the
 * same on every machine, and with any number of threads.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stddef.h>
#include <stdint.h>

void random_fill (void *memory, size_t bytes, uint64_t seed);

#endif
