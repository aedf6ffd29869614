/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Even subsampling of an array, which includes its first and its last element.
 */
#ifndef SUBSAMPLE_H
#define SUBSAMPLE_H

#include <stddef.h>

/* Returns the index, among n, of element i of a subsample of at most `most` >=
 * 2. */
static inline size_t
subsample_index (size_t i, size_t n, size_t most)
{
  return n <= most ? i : i * (n - 1) / (most - 1);
}

#endif
