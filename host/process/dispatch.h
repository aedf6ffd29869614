/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Dispatch: what a worker does for each request of the supervisor.  The same
 * code serves --in-process, without a worker between.
 *
 * Requests and answers are JSON objects:
 *   {"op":"describe","path":P}      -> {"plugin":{...}} or {"error":why}
 *   {"op":"devices","kinds":["cpu"]} -> {"devices":[...],"no_cuda":why}; the
 *                                      drivers of other kinds are not touched
 *   {"op":"run", ...}               -> a part of the case's record, and
 *                                      "needs_restart":true when no further
 *                                      case should run in this process
 *   {"op":"release_problem"}        -> {}: the current problem's teardown, and
 *                                      its memory given back
 */
#ifndef DISPATCH_H
#define DISPATCH_H

#include <stdbool.h>

#include <jansson.h>

struct dispatcher;

/* in_process: a profiler or sanitizer may be looking on. */
struct dispatcher *dispatcher_new (bool in_process);
/* A new reference; never NULL. */
json_t *dispatch (struct dispatcher *dispatcher, const json_t *request);
void dispatcher_free (struct dispatcher *dispatcher);

#endif
