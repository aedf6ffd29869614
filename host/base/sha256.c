/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "base/sha256.h"
#include "base/text.h"

/* A run hashes the files of its plugins, of megabytes.  Macros and constant
 * indices keep calls and the sanitizers' checks out of the steps, which take a
 * sixth of the time so in a build with sanitizers. */
#define ROTATE_RIGHT(x, bits) ((x) >> (bits) | (x) << (32 - (bits)))

static uint32_t
word_at (const uint8_t *bytes)
{
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16
         | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Replaces a word by the one that comes 16 words after it. */
#define EXPAND_WORD(w, i)                                                      \
  ((w)[i]                                                                      \
   += (w)[((i) + 9) % 16]                                                      \
      + (ROTATE_RIGHT ((w)[((i) + 1) % 16], 7)                                 \
         ^ ROTATE_RIGHT ((w)[((i) + 1) % 16], 18) ^ (w)[((i) + 1) % 16] >> 3)  \
      + (ROTATE_RIGHT ((w)[((i) + 14) % 16], 17)                               \
         ^ ROTATE_RIGHT ((w)[((i) + 14) % 16], 19)                             \
         ^ (w)[((i) + 14) % 16] >> 10))

static void
expand_words (uint32_t w[16])
{
  EXPAND_WORD (w, 0);
  EXPAND_WORD (w, 1);
  EXPAND_WORD (w, 2);
  EXPAND_WORD (w, 3);
  EXPAND_WORD (w, 4);
  EXPAND_WORD (w, 5);
  EXPAND_WORD (w, 6);
  EXPAND_WORD (w, 7);
  EXPAND_WORD (w, 8);
  EXPAND_WORD (w, 9);
  EXPAND_WORD (w, 10);
  EXPAND_WORD (w, 11);
  EXPAND_WORD (w, 12);
  EXPAND_WORD (w, 13);
  EXPAND_WORD (w, 14);
  EXPAND_WORD (w, 15);
}

/* The state's words move on by one from step to step: its names do instead. */
#define STEP(a, b, c, d, e, f, g, h, term)                                     \
  do {                                                                         \
    (h) += (term) + (((e) & (f)) ^ (~(e) & (g)))                               \
           + (ROTATE_RIGHT (e, 6) ^ ROTATE_RIGHT (e, 11)                       \
              ^ ROTATE_RIGHT (e, 25));                                         \
    (d) += (h);                                                                \
    (h) += (((a) & (b)) ^ ((a) & (c)) ^ ((b) & (c)))                           \
           + (ROTATE_RIGHT (a, 2) ^ ROTATE_RIGHT (a, 13)                       \
              ^ ROTATE_RIGHT (a, 22));                                         \
  } while (0)

static void
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
  uint32_t w[16] = { 0 };
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  uint32_t e = state[4], f = state[5], g = state[6], h = state[7];

  for (int i = 0; i < 16; i++)
    w[i] = word_at (block + 4 * i);
  for (const uint32_t *key = k; key < k + 64; key += 16) {
    if (key > k)
      expand_words (w);
    STEP (a, b, c, d, e, f, g, h, key[0] + w[0]);
    STEP (h, a, b, c, d, e, f, g, key[1] + w[1]);
    STEP (g, h, a, b, c, d, e, f, key[2] + w[2]);
    STEP (f, g, h, a, b, c, d, e, key[3] + w[3]);
    STEP (e, f, g, h, a, b, c, d, key[4] + w[4]);
    STEP (d, e, f, g, h, a, b, c, key[5] + w[5]);
    STEP (c, d, e, f, g, h, a, b, key[6] + w[6]);
    STEP (b, c, d, e, f, g, h, a, key[7] + w[7]);
    STEP (a, b, c, d, e, f, g, h, key[8] + w[8]);
    STEP (h, a, b, c, d, e, f, g, key[9] + w[9]);
    STEP (g, h, a, b, c, d, e, f, key[10] + w[10]);
    STEP (f, g, h, a, b, c, d, e, key[11] + w[11]);
    STEP (e, f, g, h, a, b, c, d, key[12] + w[12]);
    STEP (d, e, f, g, h, a, b, c, key[13] + w[13]);
    STEP (c, d, e, f, g, h, a, b, key[14] + w[14]);
    STEP (b, c, d, e, f, g, h, a, key[15] + w[15]);
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
