/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "bench/workspaces.h"

void
workspaces_open (struct workspaces *w, struct device *device, enum memory kind)
{
  *w = (struct workspaces){ .device = device, .kind = kind };
}

void *
workspaces_alloc (void *workspaces, size_t bytes, char **why)
{
  struct workspaces *w = workspaces;
  struct guarded *g = &w->workspace[w->n];
  uint64_t size = bytes;

  if (w->n == GK_MAX_WORKSPACES) {
    *why = xasprintf ("a variant can allocate at most %d workspaces",
                      GK_MAX_WORKSPACES);
    return NULL;
  }
  /* Numbered after the buffers, so that the zones have values of their own. */
  if (!guarded_alloc (g, 1, w->device, w->kind, &size, GK_MAX_BUFFERS + w->n)) {
    *why = xasprintf ("can't allocate %zu bytes of workspace: %s", bytes,
                      w->device->error);
    return NULL;
  }
  w->n++;
  return g->payload;
}

uint64_t
workspaces_bytes (const struct workspaces *w)
{
  uint64_t bytes = 0;

  for (size_t i = 0; i < w->n; i++)
    bytes += w->workspace[i].bytes;
  return bytes;
}

void
workspaces_close (struct workspaces *w)
{
  while (w->n > 0)
    guarded_free (&w->workspace[--w->n], w->device);
}

char *
workspaces_find_damage (const struct workspaces *w, bool *failed)
{
  char *where, *text;

  *failed = false;
  for (size_t i = 0; i < w->n; i++) {
    if (guarded_is_intact (&w->workspace[i], w->device, &where))
      continue;
    *failed = where == NULL;
    if (*failed)
      return NULL;
    text = xasprintf ("wrote outside of its workspace %zu, %s", i + 1, where);
    free (where);
    return text;
  }
  return NULL;
}

size_t
workspaces_get_ranges (const struct workspaces *w, struct range *ranges)
{
  for (size_t i = 0; i < w->n; i++)
    ranges[i] = (struct range){ .address = w->workspace[i].payload,
                                .bytes = w->workspace[i].bytes };
  return w->n;
}
