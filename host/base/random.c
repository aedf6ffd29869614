/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/message.h"
#include "base/parallel.h"
#include "base/random.h"

/* ---- Reproducible numbers ---- */

/* The finalizer of SplitMix64 (Steele, Lea, Flood 2014) applied to a counter:
 * it passes the usual test batteries, and each word is computed independently.
 */
static uint64_t
random_word (uint64_t seed, uint64_t i)
{
  uint64_t z = seed + (i + 1) * UINT64_C (0x9e3779b97f4a7c15);

  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static uint64_t
rotate_left (uint64_t x, int bits)
{
  return x << bits | x >> (64 - bits);
}

/* SipHash-2-4 (Aumasson, Bernstein 2012) of an empty message, a one-way
 * function of its key.  A variant that sees the words of one seed learns
 * neither that seed nor others derived from the same one, such as the next
 * generation of a problem's inputs. */
static uint64_t
siphash_seed (uint64_t seed)
{
  enum { COMPRESS = 2, FINISH = 4 };
  uint64_t v[4] = { seed ^ UINT64_C (0x736f6d6570736575),
                    seed ^ UINT64_C (0x646f72616e646f6d),
                    seed ^ UINT64_C (0x6c7967656e657261),
                    seed ^ UINT64_C (0x7465646279746573) };

  for (int i = 0; i < COMPRESS + FINISH; i++) {
    if (i == COMPRESS)
      v[2] ^= 0xff;
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotate_left (v[1], 13) ^ v[0];
    v[3] = rotate_left (v[3], 16) ^ v[2];
    v[0] = rotate_left (v[0], 32);
    v[2] += v[1];
    v[0] += v[3];
    v[1] = rotate_left (v[1], 17) ^ v[2];
    v[3] = rotate_left (v[3], 21) ^ v[0];
    v[2] = rotate_left (v[2], 32);
  }
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

struct random_fill_args {
  char *memory;
  uint64_t seed;
};

static void
fill_part (void *user, size_t from, size_t end)
{
  const struct random_fill_args *f = user;

  for (size_t at = from; at + 8 <= end; at += 8) {
    uint64_t w = random_word (f->seed, at / 8);
    memcpy (f->memory + at, &w, 8);
  }
}

void
random_fill (void *memory, size_t bytes, uint64_t seed)
{
  struct random_fill_args f = { memory, siphash_seed (seed) };
  uint64_t last = random_word (f.seed, bytes / 8);

  parallel_run (bytes, fill_part, &f);
  memcpy (f.memory + bytes / 8 * 8, &last, bytes % 8);
}

/* ---- Unpredictable numbers ---- */

/* At most 256 bytes, of which a read is never partial. */
enum { STOCK = 32 };

static struct {
  uint64_t word[STOCK];
  size_t n, refill;
} stock = { .refill = 1 };

void
entropy_keep_stock (void)
{
  stock.refill = STOCK;
}

uint64_t
entropy_draw (void)
{
  const size_t bytes = stock.refill * sizeof stock.word[0];
  uint64_t word;

  /* It fails only while the system has no entropy yet. */
  if (stock.n == 0 && getrandom (stock.word, bytes, 0) != (ssize_t)bytes) {
    message_print ("the system gives no random numbers: %s", strerror (errno));
    exit (EXIT_HOST);
  }
  stock.n = stock.n == 0 ? stock.refill : stock.n;
  word = stock.word[--stock.n];
  stock.word[stock.n] = 0;
  return word;
}
