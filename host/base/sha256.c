/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "base/sha256.h"
#include "base/text.h"

/* A run hashes megabytes.  No index depends on data, and in a build with
 * sanitizers their checks of each step, and calls, would take six sevenths of
 * the time. */
#define UNCHECKED __attribute__ ((no_sanitize ("address", "undefined")))
#define UNCHECKED_STEP static inline UNCHECKED __attribute__ ((always_inline))

UNCHECKED_STEP uint32_t
rotate_right (uint32_t x, int bits)
{
  return x >> bits | x << (32 - bits);
}

UNCHECKED_STEP uint32_t
word_at (const uint8_t *bytes)
{
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16
         | (uint32_t)bytes[2] << 8 | bytes[3];
}

UNCHECKED_STEP void
expand_block (uint32_t w[64], const uint8_t *block)
{
  for (int i = 0; i < 16; i++)
    w[i] = word_at (block + 4 * i);
  for (int i = 16; i < 64; i++) {
    const uint32_t a = w[i - 15], b = w[i - 2];

    w[i] = w[i - 16] + w[i - 7]
           + (rotate_right (a, 7) ^ rotate_right (a, 18) ^ a >> 3)
           + (rotate_right (b, 17) ^ rotate_right (b, 19) ^ b >> 10);
  }
}

static UNCHECKED void
add_block (uint32_t state[8], const uint8_t *block)
{
  /* Of the cube roots of the first primes, 32 bits behind the point. */
  static const uint32_t k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
  };
  uint32_t w[64] = { 0 };
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  uint32_t e = state[4], f = state[5], g = state[6], h = state[7];

  expand_block (w, block);
  for (int i = 0; i < 64; i++) {
    const uint32_t one
        = h + k[i] + w[i] + ((e & f) ^ (~e & g))
          + (rotate_right (e, 6) ^ rotate_right (e, 11) ^ rotate_right (e, 25));
    const uint32_t two
        = ((a & b) ^ (a & c) ^ (b & c))
          + (rotate_right (a, 2) ^ rotate_right (a, 13) ^ rotate_right (a, 22));

    h = g, g = f, f = e, e = d + one;
    d = c, c = b, b = a, a = one + two;
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d;
  state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

void
sha256_begin (struct sha256 *hash)
{
  /* Likewise, of their square roots. */
  *hash = (struct sha256){ .state = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372,
                                      0xa54ff53a, 0x510e527f, 0x9b05688c,
                                      0x1f83d9ab, 0x5be0cd19 } };
}

void
sha256_add (struct sha256 *hash, const void *data, size_t bytes)
{
  const uint8_t *from = data;

  while (bytes > 0) {
    const size_t at = hash->n % sizeof hash->block;
    const size_t room = sizeof hash->block - at,
                 n = bytes < room ? bytes : room;

    memcpy (hash->block + at, from, n);
    hash->n += n;
    from += n;
    bytes -= n;
    if (n == room)
      add_block (hash->state, hash->block);
  }
}

char *
sha256_text (const struct sha256 *hash)
{
  static const uint8_t padding[64] = { 0x80 };
  struct sha256 end = *hash;
  struct text text = { 0 };
  uint8_t bits[8];

  for (int i = 0; i < 8; i++)
    bits[i] = (uint8_t)(hash->n * 8 >> (56 - 8 * i));
  sha256_add (&end, padding, 1 + (119 - hash->n % 64) % 64);
  sha256_add (&end, bits, sizeof bits);
  text_add (&text, "sha256:");
  for (int i = 0; i < 8; i++)
    text_add (&text, "%08x", (unsigned)end.state[i]);
  return text.data;
}
