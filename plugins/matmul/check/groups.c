/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "groups.h"

/* In random sizes, groups without lines: so many of 256. */
enum { EMPTY = 32 };

/* Of random bits.  Skewed: the eighth power of a number in [0, 1), so that a
 * quarter of the groups has over nine tenths of the lines. */
static uint64_t
weight_of (enum group_sizes sizes, uint32_t bits)
{
  uint64_t weight = bits >> 16;

  switch (sizes) {
  case GROUPS_EVEN:
    return 1;
  case GROUPS_SKEWED:
    for (int i = 0; i < 3; i++)
      weight = weight * weight >> 16;
    return weight;
  default:
    return bits % 256 < EMPTY ? 0 : weight;
  }
}

bool
groups_divide (const gk_host *host, const struct group_division *d,
               int32_t *first)
{
  const uint64_t parts = (uint64_t)(d->lines / d->multiple);
  const size_t bytes = (size_t)d->groups * sizeof (uint32_t);
  uint32_t *bits = host->alloc (host, bytes);
  uint64_t all = 0, before = 0;

  if (bits == NULL)
    return false;
  host->random (host, bits, bytes, d->seed ^ UINT64_C (0xbb67ae8584caa73b));
  for (int64_t g = 0; g < d->groups; g++)
    all += weight_of (d->sizes, bits[g]);
  /* Products of parts and weights fit: these are below 2^31 and 2^32. */
  for (int64_t g = 0; g < d->groups; g++) {
    first[g]
        = (int32_t)(all == 0 ? 0
                             : parts * before / all * (uint64_t)d->multiple);
    before += weight_of (d->sizes, bits[g]);
  }
  first[d->groups] = (int32_t)d->lines;
  host->free (host, bits);
  return true;
}
