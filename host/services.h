/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The host's services as a plugin sees them (gk_host), and what the host reads
 * back of them: the reason of a failure, the log, the workspaces.
 */
#ifndef SERVICES_H
#define SERVICES_H

#include <jansson.h>
#include <stddef.h>

#include <gkhost/plugin.h>

#include "guarded.h"

struct services {
  gk_host host;          /* first: what a plugin hands back */
  char reason[1024];     /* of the last error(), "" for none */
  json_t *log;           /* array of lines */
  struct device *device; /* for workspaces */
  enum memory memory;
  struct guarded workspace[8];
  size_t n_workspaces;
};

void services_init (struct services *services);
/* Forgets reason and log. */
void services_clear (struct services *services);
/* Gives back the workspaces. */
void services_end_case (struct services *services);
void services_free (struct services *services);

/* The reason that a plugin gave, or that it gave none. */
const char *services_reason (const struct services *services);

#endif
