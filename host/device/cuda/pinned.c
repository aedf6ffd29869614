/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>

#include "device/cuda/cuda.h"

/* A page of the driver's, and the least that is pinned: the driver copies less
 * through memory of its own in no more time. */
enum { PAGE = 4096, LEAST = 1 << 20 };

/* Returns the range that has this memory; NULL: none has. */
static const struct pinned_range *
find (const struct cuda_pinned *p, const char *begin, const char *end)
{
  for (size_t i = 0; i < p->n; i++)
    if (p->range[i].begin <= begin && end <= p->range[i].end)
      return &p->range[i];
  return NULL;
}

static void
unpin_range (const struct pinned_range *range, const struct cuda_driver *cu)
{
  if (!range->refused)
    cu->mem_host_unregister (range->begin);
}

/* Lets go of all that overlaps the range, which then has that, too. */
static void
join_overlapping (struct cuda_pinned *p, const struct cuda_driver *cu,
                  struct pinned_range *range)
{
  size_t n = 0;

  for (size_t i = 0; i < p->n; i++) {
    const struct pinned_range *other = &p->range[i];

    if (other->end <= range->begin || range->end <= other->begin) {
      p->range[n++] = *other;
      continue;
    }
    unpin_range (other, cu);
    range->begin = other->begin < range->begin ? other->begin : range->begin;
    range->end = other->end > range->end ? other->end : range->end;
  }
  p->n = n;
}

void
pinned_add (struct cuda_pinned *p, const struct cuda_driver *cu,
            const void *memory, size_t bytes, bool writable)
{
  const unsigned flags = CU_HOST_PORTABLE | CU_HOST_MAPPED
                         | (writable ? 0 : CU_HOST_REGISTER_READ_ONLY);
  struct pinned_range range = { .begin = (char *)(uintptr_t)memory };

  range.end = range.begin + (bytes + PAGE - 1) / PAGE * PAGE;
  if (bytes < LEAST || (uintptr_t)memory % PAGE != 0
      || cu->mem_host_register == NULL
      || find (p, range.begin, range.end) != NULL)
    return;
  join_overlapping (p, cu, &range);
  if (p->n == PINNED_MOST)
    return;
  range.refused = cu->mem_host_register (
                      range.begin, (size_t)(range.end - range.begin), flags)
                  != 0;
  p->range[p->n++] = range;
}

bool
pinned_is_mapped (const struct cuda_pinned *p, const struct cuda_driver *cu,
                  const void *memory)
{
  const char *at = memory;
  const struct pinned_range *range = find (p, at, at + 1);
  cu_pointer begin = 0;

  return range != NULL && !range->refused
         && cu->mem_host_pointer (&begin, range->begin, 0) == 0
         && begin == (cu_pointer)(uintptr_t)range->begin;
}

void
pinned_forget (struct cuda_pinned *p, const struct cuda_driver *cu)
{
  while (p->n > 0)
    unpin_range (&p->range[--p->n], cu);
}
