/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "choice.h"
#include "no-loop.h"

/* Up to this size a copy takes little longer than its start, and the kernel
 * with the fewest instructions before the first load is the fastest. */
#define SMALL_BYTES (INT64_C (512) << 10)

/* Bytes of a row below which it has too few words for a warp. */
#define NARROW_ROW 128

/* From this size on, starting blocks with one word per thread takes longer than
 * reading four words. */
#define START_BYTES (INT64_C (2) << 20)

/* From this size on small blocks cost nothing, and mix reads and writes more
 * finely. */
#define LARGE_BYTES (INT64_C (128) << 20)

static struct copy_choice
no_loop_choice (int64_t bytes, uint64_t l2)
{
  /* src and dst fit L2, with room for what it has to write back. */
  const bool fits = bytes >= START_BYTES && (uint64_t)bytes <= l2 / 3;

  return (struct copy_choice){
    .way = COPY_BY_NO_LOOP,
    .words = fits ? 4 : 1,
    .threads = bytes < LARGE_BYTES ? 256 : 128,
  };
}

/* True when a grid covers the copy, with c's tunables or with more words per
 * thread, which need fewer threads for a row, so that a block covers more
 * rows. */
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
