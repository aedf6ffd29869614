/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "choice.h"
#include "no-loop.h"

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
no_loop_choice (int64_t bytes, uint64_t l2)
{
  /* src and dst fit L2 with room for what it has to write back. */
  const bool fits = bytes >= START_BYTES && (uint64_t)bytes <= l2 / 3;

  return (struct copy_choice){
    .way = COPY_BY_NO_LOOP,
    .words = fits ? 4 : 1,
    .threads = bytes < LARGE_BYTES ? 256 : 128,
  };
}

/* Whether a grid covers it, with the tunables of c or with more words a thread,
 * which make rows narrower and so more of them fit a block. */
static bool
can_cover (const struct copy_span *span, int word, struct copy_choice *c)
{
  struct copy_no_loop_grid grid;

  for (; c->words <= 4; c->words *= 2)
    if (copy_no_loop_grid (span, word, c->words, c->threads, &grid))
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
  struct copy_choice shortest = no_loop_choice (bytes, device->l2);

  if ((few || word == 16) && can_cover (span, word, &shortest))
    return shortest;
  if (few)
    return (struct copy_choice){ .way = COPY_BY_VECTOR, .words = 1 };
  if (device->capability < 80 || !copy_span_in_step (span))
    return (struct copy_choice){ .way = COPY_BY_ALIGNED };
  return (
      struct copy_choice){ .way = COPY_BY_HINTED, .words = 1, .threads = 128 };
}
