/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Integers of 32 bits as bytes: x = d0 + 2^8 d1 + 2^16 d2 + 2^24 d3 modulo
 * 2^32, where digits are from -128 to 127 (balanced), so that a small x has one
 * whatever its sign.
 *
 *   A B = sum over s of 2^8s times the sum over i + j = s of A_i B_j
 *
 * modulo 2^32, where A_i are A's i-th digits: the ten products of bytes with
 * s < 4 are all that is left.  The engine adds them up from s = 3 down, and
 * moves its sums left by 8 in between (Horner).
 *
 * Digits of a matrix lie in planes, side by side along the inner dimension, B's
 * in opposite order.  So all products of one s are one product, of the first s
 * + 1 planes of A and the last s + 1 of B.
 */
#ifndef MATMUL_DIGITS_H
#define MATMUL_DIGITS_H

#include <stdbool.h>
#include <stdint.h>

#include <gkhost/plugin.h>

enum { digits_planes = 4, digits_products = 10 };

/* The bytes of a line of a plane, for lines of so many integers: what is behind
 * them is 0. */
static inline int64_t
digits_plane (int64_t inner)
{
  return (inner + 127) / 128 * 128;
}

/* A matrix to be split: lines, rows of A or columns of B, of `inner` integers.
 */
struct digits_matrix {
  const int32_t *from;
  uint8_t *to; /* lines of all planes */
  int64_t lines, inner, pitch;
  bool across; /* a row in memory goes over all lines */
  bool b;      /* planes lie in opposite order */
};

#ifdef __cplusplus
extern "C" {
#endif

/* For prepare: one launch for both operands; the state is one of prepared.h.
 * live: bit i, of B 4 + i, is set where plane i is not all 0; it must be 0
 * before each launch.  early: as repack_make has it. */
int digits_make (const gk_host *host, const struct digits_matrix matrices[2],
                 unsigned *live, bool early, void **state);

#ifdef __cplusplus
}
#endif

#endif /* MATMUL_DIGITS_H */
