/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "base/unforeseen.h"
#include "judge/spoil.h"

enum {
  LARGEST = 16,     /* bytes of the largest element */
  LEAST_ZEROS = 16, /* bytes: a few numbers may well be next to zero */
  LOOKS = 100       /* for a place that will do */
};

/* The bytes of one output. */
struct piece {
  unsigned char *at;
  uint64_t bytes;
  uint8_t poison;
};

static uint64_t
below (uint64_t n)
{
  return unforeseen () % n;
}

/* One of the outputs, of which there is one at least. */
static struct piece
any_output (const gk_setup *setup, void *const *output, uint8_t poison)
{
  size_t i;

  do
    i = (size_t)below (setup->n_buffers);
  while (setup->buffers[i].role != GK_OUTPUT);
  return (struct piece){ output[i], setup->buffers[i].bytes, poison };
}

static bool
flip_bit (const struct piece *p)
{
  for (int look = 0; look < LOOKS; look++) {
    unsigned char *at = p->at + below (p->bytes);

    if (*at != p->poison) {
      *at ^= (unsigned char)(1U << below (8));
      return true;
    }
  }
  return false;
}

static bool
invert (const struct piece *p)
{
  bool any = false;

  for (int look = 0; look < LOOKS && !any; look++) {
    uint64_t first = below (p->bytes) / LARGEST * LARGEST;

    for (uint64_t i = first; i < p->bytes && i < first + LARGEST; i++)
      if (p->at[i] != p->poison) {
        p->at[i] = (unsigned char)~p->at[i];
        any = true;
      }
  }
  return any;
}

static bool
is_poison (const struct piece *p, uint64_t first, uint64_t bytes)
{
  for (uint64_t i = first; i < first + bytes; i++)
    if (p->at[i] != p->poison)
      return false;
  return true;
}

/* What is exchanged are 4 bytes or 8: elements, or parts of larger ones. */
static bool
exchange (const struct piece *p)
{
  uint64_t width = below (2) == 0 ? 4 : 8, n;
  unsigned char kept[8];

  if (p->bytes < 2 * width)
    width = 1;
  n = p->bytes / width;
  for (int look = 0; look < LOOKS; look++) {
    uint64_t a = below (n) * width, b = below (n) * width;

    if (memcmp (p->at + a, p->at + b, width) == 0 || is_poison (p, a, width)
        || is_poison (p, b, width))
      continue;
    memcpy (kept, p->at + a, width);
    memcpy (p->at + a, p->at + b, width);
    memcpy (p->at + b, kept, width);
    return true;
  }
  return false;
}

/* Zeros but for padding, which is poison by the run; a single byte is so by
 * chance.  Returns how many bytes changed. */
static uint64_t
zero (const struct piece *p)
{
  uint64_t changed = 0;
  bool before = false;

  for (uint64_t i = 0; i < p->bytes; i++) {
    bool poison = p->at[i] == p->poison;
    bool behind = i + 1 < p->bytes && p->at[i + 1] == p->poison;

    if (!poison || !(before || behind)) {
      changed += p->at[i] != 0;
      p->at[i] = 0;
    }
    before = poison;
  }
  return changed;
}

/* Over all outputs. */
static bool
spoil_all (enum spoiling how, const gk_setup *setup, void *const *output,
           uint8_t *poison)
{
  uint8_t other = (uint8_t)(1 + below (UINT8_MAX));
  uint64_t zeroed = 0;

  for (size_t i = 0; i < setup->n_buffers; i++) {
    struct piece piece = { output[i], setup->buffers[i].bytes, *poison };

    if (setup->buffers[i].role != GK_OUTPUT)
      continue;
    if (how == SPOIL_ALL)
      memset (piece.at, other, piece.bytes);
    else
      zeroed += zero (&piece);
  }
  if (how == SPOIL_ALL)
    *poison = other;
  return how == SPOIL_ALL || zeroed >= LEAST_ZEROS;
}

bool
spoil (enum spoiling how, const gk_setup *setup, void *const *output,
       uint8_t *poison)
{
  struct piece piece;

  if (how == SPOIL_ALL || how == SPOIL_TO_ZEROS)
    return spoil_all (how, setup, output, poison);
  piece = any_output (setup, output, *poison);
  return how == SPOIL_BIT       ? flip_bit (&piece)
         : how == SPOIL_ELEMENT ? invert (&piece)
                                : exchange (&piece);
}
