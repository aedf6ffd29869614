/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The host's services as a plugin sees them (gk_host), and what the host reads
 * back of them: the reason of a failure, and the log.  Any thread of a plugin
 * may call them.
 */
#ifndef SERVICES_H
#define SERVICES_H

#include <jansson.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include <gkhost/plugin.h>

/* What answers a plugin's call of workspace: memory, or NULL with *why, to be
 * freed. */
typedef void *services_workspace (void *owner, size_t bytes, char **why);

struct services {
  gk_host host;                  /* first: what a plugin hands back */
  pthread_mutex_t lock;          /* of reason and log */
  char reason[1024];             /* of the last error(), "" for none */
  json_t *log;                   /* array of lines */
  char last_reason[1024];        /* what services_reason returned last */
  services_workspace *workspace; /* NULL: none is given */
  void *owner;                   /* what it is handed */
};

void services_init (struct services *services);
/* Forgets the reason of the last callback. */
void services_clear (struct services *services);
/* Begins prepare: till services_end_prepare workspaces may be taken. */
void services_begin_prepare (struct services *services,
                             services_workspace *workspace, void *owner);
void services_end_prepare (struct services *services);
/* Forgets the log. */
void services_end_case (struct services *services);
void services_free (struct services *services);

/* The log so far, an array of lines: a new reference. */
json_t *services_log (struct services *services);

/* What a callback of this name (setup, fill, prepare, launch, verify) ended
 * with when that was not GK_OK: GK_FAIL for what is not a status.  Sets a
 * reason that names the callback when there is none. */
int services_status (struct services *services, const char *callback,
                     int status);
/* The reason of the last callback; valid till the next call of this. */
const char *services_reason (struct services *services);

#endif
