/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The workspaces that a variant takes in prepare: device memory with guard
 * zones, given back when the case ends.
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

/* Begins a case: none is taken. */
void workspaces_open (struct workspaces *w, struct device *device,
                      enum memory kind);
/* One more; NULL with *why, to be freed, when there can't be.  A
 * services_workspace: workspaces is the struct. */
void *workspaces_alloc (void *workspaces, size_t bytes, char **why);
/* Bytes of all that are taken. */
uint64_t workspaces_bytes (const struct workspaces *w);
/* Gives all back. */
void workspaces_close (struct workspaces *w);

/* NULL when the guard zones of all are intact; else which was hit, to be
 * freed; *failed where the device failed instead. */
char *workspaces_find_damage (const struct workspaces *w, bool *failed);

/* What eviction needs.  Returns how many. */
size_t workspaces_get_ranges (const struct workspaces *w, struct range *ranges);

#endif
