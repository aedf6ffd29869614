/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "base/random.h"
#include "judge/examine.h"

enum {
  LARGEST = 16,     /* bytes of the largest element */
  LEAST_ZEROS = 16, /* bytes that change: a few numbers may be nearly zero */
  MOST_TRIES = 100  /* to find a suitable place */
};

/* One output. */
struct output_region {
  unsigned char *at;
  uint64_t bytes;
  uint8_t poison;
};

static uint64_t
random_below (uint64_t n)
{
  return entropy_draw () % n;
}

/* Returns one of the outputs at random; there is at least one. */
static struct output_region
any_output (const gk_setup *setup, void *const *output, uint8_t poison)
{
  size_t i;

  do
    i = (size_t)random_below (setup->n_buffers);
  while (setup->buffers[i].role != GK_OUTPUT);
  return (struct output_region){ output[i], setup->buffers[i].bytes, poison };
}

static bool
flip_bit (const struct output_region *p)
{
  for (int i = 0; i < MOST_TRIES; i++) {
    unsigned char *at = p->at + random_below (p->bytes);

    if (*at != p->poison) {
      *at ^= (unsigned char)(1U << random_below (8));
      return true;
    }
  }
  return false;
}

static bool
invert_element (const struct output_region *p)
{
  bool any = false;

  for (int try = 0; try < MOST_TRIES && !any; try++) {
    uint64_t first = random_below (p->bytes) / LARGEST * LARGEST;

    for (uint64_t i = first; i < p->bytes && i < first + LARGEST; i++)
      if (p->at[i] != p->poison) {
        p->at[i] = (unsigned char)~p->at[i];
        any = true;
      }
  }
  return any;
}

static bool
is_poison (const struct output_region *p, uint64_t first, uint64_t bytes)
{
  for (uint64_t i = first; i < first + bytes; i++)
    if (p->at[i] != p->poison)
      return false;
  return true;
}

/* Exchanges 4 bytes or 8: elements, or parts of larger ones. */
static bool
swap_elements (const struct output_region *p)
{
  uint64_t width = random_below (2) == 0 ? 4 : 8, n;
  unsigned char kept[8];

  if (p->bytes < 2 * width)
    width = 1;
  n = p->bytes / width;
  for (int i = 0; i < MOST_TRIES; i++) {
    uint64_t a = random_below (n) * width, b = random_below (n) * width;

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

/* Writes a byte to padding, or to all else.  Padding is two bytes of poison or
 * more: a single byte may have that value by chance.  Returns how many bytes
 * changed. */
static uint64_t
write_bytes (const struct output_region *p, bool to_padding, unsigned char byte)
{
  uint64_t changed = 0;
  bool before = false;

  for (uint64_t i = 0; i < p->bytes; i++) {
    bool poison = p->at[i] == p->poison;
    bool behind = i + 1 < p->bytes && p->at[i + 1] == p->poison;

    if ((poison && (before || behind)) == to_padding) {
      changed += p->at[i] != byte;
      p->at[i] = byte;
    }
    before = poison;
  }
  return changed;
}

/* Gives padding another poison than all ones, with which nothing would seem to
 * be written. */
static void
change_padding (const gk_setup *setup, void *const *output, uint8_t *poison)
{
  const uint8_t other = UINT8_MAX - 1;

  if (*poison != UINT8_MAX)
    return;
  for (size_t i = 0; i < setup->n_buffers; i++) {
    const struct output_region piece
        = { output[i], setup->buffers[i].bytes, *poison };

    if (setup->buffers[i].role == GK_OUTPUT)
      write_bytes (&piece, true, other);
  }
  *poison = other;
}

static bool
write_ones (const struct output_region *p)
{
  const uint64_t lengths[]
      = { LARGEST, (p->bytes / 16 + LARGEST) / LARGEST * LARGEST, p->bytes };
  const uint64_t length = lengths[random_below (3)];

  for (int try = 0; try < MOST_TRIES; try++) {
    struct output_region part = *p;
    const uint64_t first = random_below (p->bytes) / length * length;

    part.at += first;
    part.bytes = length < p->bytes - first ? length : p->bytes - first;
    if (write_bytes (&part, false, UINT8_MAX) > 0)
      return true;
  }
  return false;
}

/* Corrupts all outputs. */
static bool
corrupt_all (enum corruption how, const gk_setup *setup, void *const *output,
             uint8_t *poison)
{
  uint8_t other = (uint8_t)(1 + random_below (UINT8_MAX));
  uint64_t zeroed = 0;

  for (size_t i = 0; i < setup->n_buffers; i++) {
    struct output_region piece
        = { output[i], setup->buffers[i].bytes, *poison };

    if (setup->buffers[i].role != GK_OUTPUT)
      continue;
    if (how == CORRUPT_ALL)
      memset (piece.at, other, piece.bytes);
    else
      zeroed += write_bytes (&piece, false, 0);
  }
  if (how == CORRUPT_ALL)
    *poison = other;
  return how == CORRUPT_ALL || zeroed >= LEAST_ZEROS;
}

bool
corrupt_output (enum corruption how, const gk_setup *setup, void *const *output,
                uint8_t *poison)
{
  struct output_region piece;

  if (how == CORRUPT_ALL || how == CORRUPT_TO_ZEROS)
    return corrupt_all (how, setup, output, poison);
  if (how == CORRUPT_TO_ONES)
    change_padding (setup, output, poison);
  piece = any_output (setup, output, *poison);
  return how == CORRUPT_BIT       ? flip_bit (&piece)
         : how == CORRUPT_ELEMENT ? invert_element (&piece)
         : how == CORRUPT_TO_ONES ? write_ones (&piece)
                                  : swap_elements (&piece);
}
