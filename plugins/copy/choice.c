/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "choice.h"
#include "policy.h"

/* Up to this a copy is mostly its start, and the kernel with the fewest
 * instructions before the first read is over first. */
#define SMALL_BYTES (INT64_C (512) << 10)

/* Rows under this have too few words for a warp each. */
#define NARROW_ROW 128

/* Between these a ring of stages is worth its start, and has ended before its
 * barriers count: measured on an H200, at 12 MB 5 % faster than the words, at
 * 64 MB 3 % slower. */
#define BULK_LEAST (INT64_C (4) << 20)
#define BULK_MOST (INT64_C (32) << 20)

/* Rows under this are too short a run for a bulk copy. */
#define BULK_ROW (INT64_C (8) << 10)

/* Up to this a good part of what is written stays in L2, and reads that replace
 * each other leave room for it; beyond, either order ends at memory's speed,
 * and the hint only disturbs. */
#define FIRST_MOST (INT64_C (128) << 20)

static struct copy_choice
by_hints (int64_t bytes)
{
  struct copy_choice c = { .way = COPY_BY_HINTED };

  c.values[COPY_HINTED_WORDS].i = 0;   /* 1 */
  c.values[COPY_HINTED_THREADS].i = 0; /* 128 */
  c.values[COPY_HINTED_LOAD].i
      = bytes <= FIRST_MOST ? COPY_EVICT_FIRST : COPY_EVICT_NORMAL;
  c.values[COPY_HINTED_STORE].i = COPY_EVICT_NORMAL;
  return c;
}

static struct copy_choice
in_bulk (void)
{
  struct copy_choice c = { .way = COPY_BY_BULK };

  c.values[COPY_BULK_STAGE].i = 2; /* 4096 */
  c.values[COPY_BULK_STAGES].i = 8;
  c.values[COPY_BULK_BLOCKS].i = 3;
  c.values[COPY_BULK_LOAD].i = COPY_EVICT_FIRST;
  c.values[COPY_BULK_STORE].i = COPY_EVICT_FIRST;
  return c;
}

struct copy_choice
copy_choose (const struct copy_span *span, uint32_t capability, bool has_bulk)
{
  const int64_t bytes = span->rows * span->bytes;

  if (bytes <= SMALL_BYTES || (span->rows > 1 && span->bytes < NARROW_ROW))
    return (struct copy_choice){ .way = COPY_BY_VECTOR };
  if (capability < 80 || !copy_span_in_step (span))
    return (struct copy_choice){ .way = COPY_BY_ALIGNED };
  if (has_bulk && span->bytes >= BULK_ROW && bytes >= BULK_LEAST
      && bytes <= BULK_MOST)
    return in_bulk ();
  return by_hints (bytes);
}
