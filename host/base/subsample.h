/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Some of many: evenly, the first and the last among them.
 */
#ifndef SUBSAMPLE_H
#define SUBSAMPLE_H

#include <stddef.h>

/* Which of n is the i-th, where at most so many are taken, two at the least. */
static inline size_t
subsample_index (size_t i, size_t n, size_t most)
{
  return n <= most ? i : i * (n - 1) / (most - 1);
}

#endif
