/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a kernel makes of an operand that multiplies in fewer bits than f32.
 */
#ifndef ROUNDED_H
#define ROUNDED_H

#include <stdint.h>
#include <string.h>

/* To the nearest float with so many bits, the leading one among them. */
static inline float
rounded (float x, int bits)
{
  const uint32_t low = (UINT32_C (1) << (24 - bits)) - 1;
  uint32_t word;

  memcpy (&word, &x, sizeof word);
  word = (word + low / 2 + 1) & ~low;
  memcpy (&x, &word, sizeof x);
  return x;
}

#endif
