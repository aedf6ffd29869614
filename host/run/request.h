/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Requests for a case.  The judge gets all of its settings, the timing worker
 * no more than it needs (bench/run-request.h).
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

/* A replay as it is asked for (judge/replay.c). */
struct replay_request {
  const char *values; /* the samples of the case, as its record has them */
  int64_t samples;    /* to take */
  int64_t pairs;      /* launches on new inputs */
  bool fresh;         /* not sent: by a process that ran no case before */
};

struct judge_request {
  struct settings settings;
  struct replay_request replay; /* .values NULL: it is none */
  double precision;             /* of the variant */
  bool uniform_only;            /* likewise */
  bool at_once;                 /* launches have ended when they return */
  pid_t worker;                 /* the timing process; 0: this one */
  const char *cpus;             /* that it is pinned to; NULL: none */
};

/* Each of the first three returns a new reference, with its "op". */

/* To the judge: make the case's problem; examine: examine its family, too. */
json_t *request_set_up (const struct case_ *c, uint64_t seed, bool examine);
/* To the judge: run the case, or its replay unless that is NULL, with that
 * timing process. */
json_t *request_judge (const struct case_ *c, pid_t worker,
                       const struct replay_request *replay);
/* To the timing worker: carry out the judge's orders.  problem is the judge's
 * answer to "set_up". */
json_t *request_run (const struct case_ *c, json_t *problem);
/* To a new timing worker: open the case's device and, unless that is ahead,
 * load its plugin. */
json_t *request_open (const struct case_ *c, bool ahead);

/* Parse these requests; the result borrows from json.  False when json is
 * something else. */
bool request_read_set_up (struct set_up_request *r, const json_t *json);
bool request_read_judge (struct judge_request *r, const json_t *json);
bool request_read_run (struct run_request *r, const json_t **problem,
                       const json_t *json);

/* The log of a case: the family's lines, then the variant's. */

/* Appends lines, a list or NULL, to those of an answer. */
void logs_append (json_t *answer, json_t *lines);

/* The metrics of a case: the family's, then the variant's, which have a prefix
 * (METRIC_OF_VARIANT), so that neither replaces the other's. */

/* Adds those that a timing worker answered to those of an answer. */
void metrics_append (json_t *answer, const json_t *of_variant);

#endif
