/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Answers: what a worker does for each request of the supervisor.  The same
 * code serves --in-process, without a worker between.
 *
 * Requests and answers are JSON objects:
 *   {"op":"describe","path":P}      -> {"plugin":{...}} or {"error":why}
 *   {"op":"devices","cuda":true}    -> {"devices":[...],"no_cuda":why}; with
 *                                      false the driver is not touched
 *   {"op":"run", ...}               -> a part of the case's record, and
 *                                      "sick":true when no further case should
 *                                      run in this process
 *   {"op":"rest"}                   -> {}: gives back the problem's memory
 */
#ifndef ANSWER_H
#define ANSWER_H

#include <stdbool.h>

#include <jansson.h>

struct answerer;

/* in_process: a profiler or sanitizer may be looking on. */
struct answerer *answerer_new (bool in_process);
/* A new reference; never NULL. */
json_t *answer (struct answerer *answerer, const json_t *request);
void answerer_free (struct answerer *answerer);

#endif
