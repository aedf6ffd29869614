/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The host's services for plugins (gk_host), and what plugins leave in them:
 * the reason of a failure, the log, and metrics.  Any thread of a plugin may
 * call them.
 */
#ifndef SERVICES_H
#define SERVICES_H

#include <jansson.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include <gkhost/plugin.h>

/* Allocates a workspace that a plugin requests; NULL with *why, to be freed. */
typedef void *services_workspace (void *owner, size_t bytes, char **why);

struct services {
  gk_host host;                  /* first: plugins pass its address */
  pthread_mutex_t lock;          /* protects reason, log and metrics */
  char reason[1024];             /* of the last error(), "": none */
  json_t *log;                   /* an array of lines */
  json_t *metrics;               /* as services_metrics returns them */
  unsigned refused;              /* set of the faults that the log has */
  char last_reason[1024];        /* what services_reason returned last */
  services_workspace *workspace; /* NULL: none is available */
  void *owner;                   /* its first argument */
  const gk_case *described;      /* what describe returns; NULL: nothing */
};

void services_init (struct services *services);
/* Clears the reason of the last callback. */
void services_clear (struct services *services);
/* Begins prepare: workspaces may be allocated, and the case is described, until
 * services_end_prepare. */
void services_begin_prepare (struct services *services,
                             services_workspace *workspace, void *owner,
                             const gk_case *described);
void services_end_prepare (struct services *services);
/* Clears the log and the metrics. */
void services_end_case (struct services *services);
void services_free (struct services *services);

/* Returns the log so far, an array of lines: a new reference. */
json_t *services_log (struct services *services);
/* Returns the metrics so far as two fields of a record, of which one without
 * names is left out: a new reference. */
json_t *services_metrics (struct services *services);
#define METRIC_VALUES "metrics"
#define METRIC_UNITS "metric_units"

/* Checks the status other than GK_OK that a callback (setup, fill, prepare,
 * launch, verify) returned: returns it, or GK_FAIL if the callback may not
 * return it.  Sets a reason that names the callback when there is none. */
int services_status (struct services *services, const char *callback,
                     int status);
/* True where error() was called since services_clear: of a callback that
 * returns no status, that is a failure. */
bool services_failed (struct services *services);
/* Returns the reason of the last callback; valid until the next call. */
const char *services_reason (struct services *services);

#endif
