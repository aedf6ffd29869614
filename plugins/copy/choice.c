/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "choice.h"
#include "policy.h"
#include "straight.h"

/* Up to this a copy is mostly its start, and the kernel with the fewest
 * instructions before the first read is over first. */
#define SMALL_BYTES (INT64_C (512) << 10)

/* Rows under this have too few words for a warp each. */
#define NARROW_ROW 128

/* From here on the blocks of a word a thread take longer to start than four
 * words take to read. */
#define START_BYTES (INT64_C (2) << 20)

/* From here on small blocks cost nothing, and mix reads and writes better. */
#define LARGE_BYTES (INT64_C (128) << 20)

static struct copy_choice
straight (int64_t bytes, uint64_t l2)
{
  struct copy_choice c = { .way = COPY_BY_STRAIGHT };
  /* src and dst fit L2 with room for what it has to write back. */
  const bool fits = bytes >= START_BYTES && (uint64_t)bytes <= l2 / 3;

  c.values[COPY_STRAIGHT_WORDS].i = fits ? 2 : 0; /* 4, 1 */
  c.values[COPY_STRAIGHT_THREADS].i
      = bytes < LARGE_BYTES ? 1 : 0; /* 256, 128 */
  return c;
}

/* Words inside of rows that begin anywhere.  Up to LARGE_BYTES a good part of
 * what is written stays in L2, and reads that replace each other leave room for
 * it; beyond, either order ends at memory's speed, and the hint only disturbs.
 */
static struct copy_choice
hinted (int64_t bytes)
{
  struct copy_choice c = { .way = COPY_BY_HINTED };

  c.values[COPY_HINTED_WORDS].i = 0;   /* 1 */
  c.values[COPY_HINTED_THREADS].i = 0; /* 128 */
  c.values[COPY_HINTED_LOAD].i
      = bytes <= LARGE_BYTES ? COPY_EVICT_FIRST : COPY_EVICT_NORMAL;
  c.values[COPY_HINTED_STORE].i = COPY_EVICT_NORMAL;
  return c;
}

/* Whether a grid covers it, with the tunables of c or with more words a thread,
 * which make rows narrower and so more of them fit a block. */
static bool
can_be_straight (const struct copy_span *span, int word, struct copy_choice *c)
{
  const int threads = 128 << c->values[COPY_STRAIGHT_THREADS].i;
  struct copy_straight_grid grid;

  for (; c->values[COPY_STRAIGHT_WORDS].i <= 2;
       c->values[COPY_STRAIGHT_WORDS].i++)
    if (copy_straight_grid (span, word, 1 << c->values[COPY_STRAIGHT_WORDS].i,
                            threads, &grid))
      return true;
  return false;
}

struct copy_choice
copy_choose (const struct copy_span *span, const gk_device *device)
{
  const int64_t bytes = span->rows * span->bytes;
  const bool few
      = bytes <= SMALL_BYTES || (span->rows > 1 && span->bytes < NARROW_ROW);
  const int word = copy_span_word (span);
  struct copy_choice shortest = straight (bytes, device->l2);

  if ((few || word == 16) && can_be_straight (span, word, &shortest))
    return shortest;
  if (few)
    return (struct copy_choice){ .way = COPY_BY_VECTOR };
  if (device->capability < 80 || !copy_span_in_step (span))
    return (struct copy_choice){ .way = COPY_BY_ALIGNED };
  return hinted (bytes);
}
