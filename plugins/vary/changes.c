/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "changes.h"

/* Each bit of the result depends on each bit of x. */
static uint64_t
mix_bits (uint64_t x)
{
  x = (x ^ (x >> 32)) * UINT64_C (0xd6e8feb86659fd93);
  x = (x ^ (x >> 32)) * UINT64_C (0xd6e8feb86659fd93);
  return x ^ (x >> 32);
}

void
changes_random (const gk_host *host, uint64_t seed, uint64_t generation,
                uint32_t number, uint64_t *words, size_t n)
{
  const uint64_t of_seed = mix_bits (seed + UINT64_C (0x9e3779b97f4a7c15));

  host->random (host, words, n * sizeof *words,
                mix_bits (mix_bits (of_seed ^ generation) + number));
}

/* The first index of part t. */
static uint64_t
part_begin (uint64_t t, uint64_t places, uint64_t n)
{
  return n / places * t + n % places * t / places;
}

uint64_t
changes_index (uint64_t word, uint64_t t, uint64_t places, uint64_t n)
{
  const uint64_t first = part_begin (t, places, n);

  return first + word % (part_begin (t + 1, places, n) - first);
}

uint64_t
changes_place (uint64_t index, uint64_t places, uint64_t n)
{
  uint64_t t = 0;

  while (t + 1 < places && part_begin (t + 1, places, n) <= index)
    t++;
  return t;
}

uint64_t
changes_shift (uint64_t word, uint64_t generation, uint64_t below)
{
  return 1 + 2 * (word % ((below - 1) / 2)) + generation % 2;
}

void
changes_note (gk_vary *vary, uint32_t buffer, uint64_t offset, uint64_t bytes)
{
  gk_range *r = vary->ranges;

  /* An element that is restored and changed again is one range. */
  for (uint64_t i = 0; i < vary->n_ranges; i++, r++)
    if (r->buffer == buffer && r->offset == offset)
      return;
  r->buffer = buffer;
  r->flags = 0;
  r->offset = offset;
  r->bytes = bytes;
  vary->n_ranges++;
}
