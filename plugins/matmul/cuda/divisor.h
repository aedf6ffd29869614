/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Division by a number that the host knows, as a multiplication.  A division
 * takes a multiprocessor some 330 cycles (H200), and before its first load a
 * block knows its tile by two of them: a twentieth of a short launch.
 *
 * Source: T. Granlund and P. L. Montgomery, "Division by invariant integers
 * using multiplication" (1994).
 */
#ifndef MATMUL_DIVISOR_H
#define MATMUL_DIVISOR_H

#include "both.h"

/* 2^(31 + shift) / the number, rounded up. */
struct divisor {
  uint32_t factor;
  int shift;
};

/* n: from 1 to 2^31. */
static inline struct divisor
divisor_of (uint32_t n)
{
  struct divisor d = { 0, 0 };

  while ((uint64_t)1 << d.shift < n)
    d.shift++;
  d.factor = (uint32_t)((((uint64_t)1 << (31 + d.shift)) + n - 1) / n);
  return d;
}

/* n: below 2^31. */
static MATMUL_BOTH inline uint32_t
divide_by (uint32_t n, struct divisor d)
{
  return (uint32_t)((uint64_t)(2 * n) * d.factor >> 32) >> d.shift;
}

#endif /* MATMUL_DIVISOR_H */
