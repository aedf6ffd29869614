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
  const unsigned char *before; /* what a launch finds there; NULL: poison */
  uint64_t bytes;
  uint8_t poison;
};

/* True for a byte that seems not to have been written. */
static bool
is_untouched (const struct output_region *p, uint64_t i)
{
  return p->at[i] == (p->before != NULL ? p->before[i] : p->poison);
}

static uint64_t
random_below (uint64_t n)
{
  return entropy_draw () % n;
}

/* Returns an output; at is NULL where the buffer is none. */
static struct output_region
region_of (const struct answer *a, size_t i)
{
  const gk_buffer *b = &a->setup->buffers[i];

  return (struct output_region){
    .at = serves_as (b, GK_OUTPUT) ? a->output[i] : NULL,
    .before = b->role == GK_INOUT ? a->input[i] : NULL,
    .bytes = b->bytes,
    .poison = *a->poison
  };
}

/* Returns one of the outputs at random; there is at least one. */
static struct output_region
any_output (const struct answer *a)
{
  struct output_region p;

  do
    p = region_of (a, (size_t)random_below (a->setup->n_buffers));
  while (p.at == NULL);
  return p;
}

/* Not in a byte that is zero: many results are 0, and the tiny numbers that most
 * bits make of that are within each bound. */
static bool
flip_bit (const struct output_region *p)
{
  for (int i = 0; i < MOST_TRIES; i++) {
    const uint64_t at = random_below (p->bytes);

    if (!is_untouched (p, at) && p->at[at] != 0) {
      p->at[at] ^= (unsigned char)(1U << random_below (8));
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
      if (!is_untouched (p, i)) {
        p->at[i] = (unsigned char)~p->at[i];
        any = true;
      }
  }
  return any;
}

static bool
are_untouched (const struct output_region *p, uint64_t first, uint64_t bytes)
{
  for (uint64_t i = first; i < first + bytes; i++)
    if (!is_untouched (p, i))
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

    if (memcmp (p->at + a, p->at + b, width) == 0 || are_untouched (p, a, width)
        || are_untouched (p, b, width))
      continue;
    memcpy (kept, p->at + a, width);
    memcpy (p->at + a, p->at + b, width);
    memcpy (p->at + b, kept, width);
    return true;
  }
  return false;
}

/* Writes a byte to padding, or to all else.  Padding is two untouched bytes or
 * more: a single byte may have that value by chance.  Returns how many bytes
 * changed. */
static uint64_t
write_bytes (const struct output_region *p, bool to_padding, unsigned char byte)
{
  uint64_t changed = 0;
  bool before = false;

  for (uint64_t i = 0; i < p->bytes; i++) {
    bool untouched = is_untouched (p, i);
    bool behind = i + 1 < p->bytes && is_untouched (p, i + 1);

    if ((untouched && (before || behind)) == to_padding) {
      changed += p->at[i] != byte;
      p->at[i] = byte;
    }
    before = untouched;
  }
  return changed;
}

/* Gives padding another poison than all ones, with which nothing would seem to
 * be written. */
static void
change_padding (const struct answer *a)
{
  const uint8_t other = UINT8_MAX - 1;

  if (*a->poison != UINT8_MAX)
    return;
  for (size_t i = 0; i < a->setup->n_buffers; i++) {
    const struct output_region p = region_of (a, i);

    if (p.at != NULL && p.before == NULL)
      write_bytes (&p, true, other);
  }
  *a->poison = other;
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
    if (part.before != NULL)
      part.before += first;
    part.bytes = length < p->bytes - first ? length : p->bytes - first;
    if (write_bytes (&part, false, UINT8_MAX) > 0)
      return true;
  }
  return false;
}

/* Leaves an output as a launch finds it.  Returns how many bytes changed. */
static uint64_t
undo_writes (const struct output_region *p, uint8_t poison)
{
  uint64_t changed = 0;

  for (uint64_t i = 0; i < p->bytes; i++) {
    const uint8_t byte = p->before != NULL ? p->before[i] : poison;

    changed += p->at[i] != byte;
    p->at[i] = byte;
  }
  return changed;
}

/* Corrupts all outputs. */
static bool
corrupt_all (enum corruption how, const struct answer *a)
{
  const uint8_t other = (uint8_t)(1 + random_below (UINT8_MAX));
  uint64_t changed = 0;

  for (size_t i = 0; i < a->setup->n_buffers; i++) {
    const struct output_region p = region_of (a, i);

    if (p.at != NULL)
      changed += how == CORRUPT_ALL ? undo_writes (&p, other)
                                    : write_bytes (&p, false, 0);
  }
  if (how == CORRUPT_ALL)
    *a->poison = other;
  return changed >= (how == CORRUPT_ALL ? 1 : LEAST_ZEROS);
}

bool
corrupt_output (enum corruption how, const struct answer *a)
{
  struct output_region p;

  if (how == CORRUPT_ALL || how == CORRUPT_TO_ZEROS)
    return corrupt_all (how, a);
  if (how == CORRUPT_TO_ONES)
    change_padding (a);
  p = any_output (a);
  return how == CORRUPT_BIT       ? flip_bit (&p)
         : how == CORRUPT_ELEMENT ? invert_element (&p)
         : how == CORRUPT_TO_ONES ? write_ones (&p)
                                  : swap_elements (&p);
}
