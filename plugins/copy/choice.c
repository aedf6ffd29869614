/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "choice.h"
#include "policy.h"

/* Under this a copy is over before a ring of stages is worth its start. */
#define BULK_BYTES (INT64_C (32) << 20)

/* Rows under this are too short a run for a bulk copy. */
#define BULK_ROW (INT64_C (8) << 10)

static struct copy_choice
by_hints (void)
{
  struct copy_choice c = { .way = COPY_BY_HINTED };

  c.values[COPY_HINTED_WORDS].i = 0;   /* 1 */
  c.values[COPY_HINTED_THREADS].i = 1; /* 256 */
  c.values[COPY_HINTED_LOAD].i = COPY_EVICT_FIRST;
  c.values[COPY_HINTED_STORE].i = COPY_EVICT_NORMAL;
  return c;
}

static struct copy_choice
in_bulk (void)
{
  struct copy_choice c = { .way = COPY_BY_BULK };

  c.values[COPY_BULK_STAGE].i = 4; /* 16384 */
  c.values[COPY_BULK_STAGES].i = 4;
  c.values[COPY_BULK_BLOCKS].i = 3;
  c.values[COPY_BULK_LOAD].i = COPY_EVICT_FIRST;
  c.values[COPY_BULK_STORE].i = COPY_EVICT_FIRST;
  return c;
}

struct copy_choice
copy_choose (const struct copy_span *span, uint32_t capability, bool has_bulk)
{
  if (capability < 80 || !copy_span_in_step (span))
    return (struct copy_choice){ .way = COPY_BY_ALIGNED };
  if (has_bulk && span->bytes >= BULK_ROW
      && span->rows * span->bytes >= BULK_BYTES)
    return in_bulk ();
  return by_hints ();
}
