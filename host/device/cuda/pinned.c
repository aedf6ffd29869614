/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>

#include "device/cuda/cuda.h"

/* A page of the driver's, and the least that is pinned: the driver copies less
 * through memory of its own in no more time. */
enum { PAGE = 4096, LEAST = 1 << 20 };

/* Returns the range that begins there; NULL: none does. */
static const struct pinned_range *
find (const struct cuda_pinned *p, const void *memory)
{
  for (size_t i = 0; i < p->n; i++)
    if (p->range[i].memory == memory)
      return &p->range[i];
  return NULL;
}

void
pinned_add (struct cuda_pinned *p, const struct cuda_driver *cu,
            const void *memory, size_t bytes, bool writable)
{
  const unsigned flags = CU_HOST_PORTABLE | CU_HOST_MAPPED
                         | (writable ? 0 : CU_HOST_REGISTER_READ_ONLY);
  void *address = (void *)(uintptr_t)memory;

  if (bytes < LEAST || (uintptr_t)memory % PAGE != 0 || p->n == PINNED_MOST
      || cu->mem_host_register == NULL || find (p, memory) != NULL)
    return;
  bytes = (bytes + PAGE - 1) / PAGE * PAGE;
  p->range[p->n].memory = address;
  p->range[p->n++].refused = cu->mem_host_register (address, bytes, flags) != 0;
}

bool
pinned_is_mapped (const struct cuda_pinned *p, const struct cuda_driver *cu,
                  const void *memory)
{
  const struct pinned_range *range = find (p, memory);
  cu_pointer at = 0;

  return range != NULL && !range->refused
         && cu->mem_host_pointer (&at, range->memory, 0) == 0
         && at == (cu_pointer)(uintptr_t)memory;
}

void
pinned_forget (struct cuda_pinned *p, const struct cuda_driver *cu)
{
  while (p->n > 0)
    if (!p->range[--p->n].refused)
      cu->mem_host_unregister (p->range[p->n].memory);
}
