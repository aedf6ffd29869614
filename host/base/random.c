/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "base/random.h"

/* The finalizer of SplitMix64 (Steele, Lea, Flood 2014) over a counter: passes
 * the usual test batteries, and any word can be made without the others. */
static uint64_t
word (uint64_t seed, uint64_t i)
{
  uint64_t z = seed + (i + 1) * UINT64_C (0x9e3779b97f4a7c15);

  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

void
random_fill (void *memory, size_t bytes, uint64_t seed)
{
  char *p = memory;
  size_t n = bytes / 8;
  uint64_t last;

  /* Neighbouring seeds must not give shifted copies of one another. */
  seed = word (seed, 0);
  for (size_t i = 0; i < n; i++) {
    uint64_t w = word (seed, i);
    memcpy (p + 8 * i, &w, 8);
  }
  last = word (seed, n);
  memcpy (p + 8 * n, &last, bytes % 8);
}
