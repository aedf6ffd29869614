/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The workspaces that a variant allocates in prepare: device memory with guard
 * zones, freed when the case ends.
 */
#ifndef WORKSPACES_H
#define WORKSPACES_H

#include <stdbool.h>
#include <stddef.h>

#include <gkhost/plugin.h>

#include "bench/guarded.h"

struct workspaces {
  struct device *device;
  enum memory kind;
  struct guarded workspace[GK_MAX_WORKSPACES];
  size_t n;
};

/* Begins a case without workspaces. */
void workspaces_open (struct workspaces *w, struct device *device,
                      enum memory kind);
/* Allocates one; NULL with *why, to be freed, on failure.  A
 * services_workspace: workspaces points to the struct. */
void *workspaces_alloc (void *workspaces, size_t bytes, char **why);
/* Returns the bytes of all workspaces. */
uint64_t workspaces_bytes (const struct workspaces *w);
/* Frees all of them. */
void workspaces_close (struct workspaces *w);

/* Returns NULL if all guard zones are intact; else which was hit, to be freed.
 * *failed if the device failed. */
char *workspaces_find_damage (const struct workspaces *w, bool *failed);

/* Stores the address range of each, for evictions.  Returns how many. */
size_t workspaces_get_ranges (const struct workspaces *w, struct range *ranges);

#endif
