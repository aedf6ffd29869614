/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Random bits that follow from a seed and a place alone, so that they are the
 * same on every machine and however they are made.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stddef.h>
#include <stdint.h>

void random_fill (void *memory, size_t bytes, uint64_t seed);

#endif
