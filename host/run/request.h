/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Requests for a case: what the judge is told of it, and what the process that
 * times is, which is no more than it needs.
 */
#ifndef REQUEST_H
#define REQUEST_H

#include <jansson.h>
#include <stdbool.h>
#include <sys/types.h>

#include "bench/run-request.h"
#include "bench/settings.h"
#include "judge/judge.h"
#include "plan/cases.h"

struct judge_request {
  json_int_t number; /* of the case */
  struct settings settings;
  double precision; /* of the variant */
  bool at_once;     /* launches that returned have ended */
  int turn;         /* from 0, or REQUEST_WHOLE */
  pid_t worker;     /* the process that times; 0: it is this one */
  const char *cpus; /* that it is pinned to; NULL: to none */
};

/* Each of the first three: a new reference, with its "op". */

/* To the judge: make the case's problem; examine: its family, too. */
json_t *request_set_up (const struct case_ *c, uint64_t seed, bool examine);
/* To the judge: conduct the case, with that process; or, where that is the
 * better, the turn of it that has this number. */
enum { REQUEST_WHOLE = -1 };
json_t *request_judge (const struct case_ *c, pid_t worker, int turn);
/* To the timing worker: obey; problem is what the judge answered. */
json_t *request_run (const struct case_ *c, json_t *problem);

/* What came of the above, which borrows from json; false when that is
 * something else. */
bool request_read_set_up (struct set_up_request *r, const json_t *json);
bool request_read_judge (struct judge_request *r, const json_t *json);
bool request_read_run (struct run_request *r, const json_t **problem,
                       const json_t *json);

#endif
