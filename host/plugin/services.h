/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The host's services as a plugin sees them (gk_host), and what the host reads
 * back of them: the reason of a failure, the log, the workspaces.
 */
#ifndef SERVICES_H
#define SERVICES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include <gkhost/plugin.h>

#include "bench/guarded.h"

enum { MAX_WORKSPACES = 8 };

struct services {
  gk_host host;          /* first: what a plugin hands back */
  char reason[1024];     /* of the last error(), "" for none */
  json_t *log;           /* array of lines */
  struct device *device; /* for workspaces */
  bool in_prepare;       /* they may be taken */
  enum memory memory;
  struct guarded workspace[MAX_WORKSPACES];
  size_t n_workspaces;
};

void services_init (struct services *services);
/* Forgets the reason of the last callback. */
void services_clear (struct services *services);
/* Begins a case, with prepare: till services_prepared workspaces may be taken.
 */
void services_begin_case (struct services *services, struct device *device,
                          enum memory memory);
void services_prepared (struct services *services);
/* Forgets the log and gives back the workspaces. */
void services_end_case (struct services *services);
void services_free (struct services *services);

/* What eviction needs of the workspaces, MAX_WORKSPACES at the most.  Returns
 * how many. */
size_t services_ranges (const struct services *services, struct range *ranges);

/* NULL when the guard zones of all workspaces are intact; else which was hit,
 * to be freed; *failed where the device failed instead. */
char *services_damage (struct services *services, bool *failed);

/* What a callback of this name (setup, fill, prepare, launch, verify) ended
 * with when that was not GK_OK: GK_FAIL for what is no status.  Sets a reason
 * that names the callback when there is none. */
int services_status (struct services *services, const char *callback,
                     int status);
/* The reason of the last callback. */
const char *services_reason (const struct services *services);

#endif
