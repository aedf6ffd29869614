/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reads and writes the bits of an element of 1, 2, 4 or 8 bytes.  With a
 * constant size the compiler leaves a single load or store.
 */
#ifndef MATMUL_BITS_H
#define MATMUL_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t
bits_get (const void *at, size_t element)
{
  uint64_t whole;
  uint32_t half;
  uint16_t quarter;

  switch (element) {
  case sizeof whole:
    memcpy (&whole, at, sizeof whole);
    return whole;
  case sizeof half:
    memcpy (&half, at, sizeof half);
    return half;
  case sizeof quarter:
    memcpy (&quarter, at, sizeof quarter);
    return quarter;
  default:
    return *(const uint8_t *)at;
  }
}

static inline void
bits_put (void *at, size_t element, uint64_t bits)
{
  const uint32_t half = (uint32_t)bits;
  const uint16_t quarter = (uint16_t)bits;

  switch (element) {
  case sizeof bits:
    memcpy (at, &bits, sizeof bits);
    break;
  case sizeof half:
    memcpy (at, &half, sizeof half);
    break;
  case sizeof quarter:
    memcpy (at, &quarter, sizeof quarter);
    break;
  default:
    *(uint8_t *)at = (uint8_t)bits;
  }
}

/* Returns x where the condition holds, else y.  Without a branch, so that loops
 * of it become vector instructions. */
static inline uint64_t
bits_select (bool holds, uint64_t x, uint64_t y)
{
  return y ^ ((x ^ y) & -(uint64_t)holds);
}

#endif /* MATMUL_BITS_H */
