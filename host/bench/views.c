/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stddef.h>

#include "bench/views.h"

enum { PAGE = 4096 };

/* Adds the pages of one more buffer, with saturation. */
static uint64_t
add_pages (uint64_t bytes, uint64_t more)
{
  if (more > UINT64_MAX - (PAGE - 1))
    return UINT64_MAX;
  more = (more + PAGE - 1) / PAGE * PAGE;
  return bytes + more < bytes ? UINT64_MAX : bytes + more;
}

uint64_t
views_bytes (const gk_setup *setup, gk_role role)
{
  uint64_t bytes = 0;

  for (size_t i = 0; i < setup->n_buffers; i++)
    if (setup->buffers[i].role == role)
      bytes = add_pages (bytes, setup->buffers[i].bytes);
  return bytes;
}

void
views_set_addresses (const gk_setup *setup, gk_role role, void *memory,
                     void *view[GK_MAX_BUFFERS])
{
  uint64_t at = 0;

  for (size_t i = 0; i < setup->n_buffers; i++) {
    if (setup->buffers[i].role != role)
      continue;
    view[i] = (char *)memory + at;
    at = add_pages (at, setup->buffers[i].bytes);
  }
}
