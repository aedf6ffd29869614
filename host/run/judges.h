/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The judge's process as the supervisor sees it: the one family that it has
 * loaded and the problem that it holds.  A failure in it is the family's.  In
 * set_up or during a case it ends that case; in teardown, between cases, it
 * becomes a fault record.
 *
 * The inputs' seed is the suite's `seed`, or judge_seed draws it.
 * judge/judge.h describes the seeds that the judge draws.
 */
#ifndef JUDGES_H
#define JUDGES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"
#include "plan/cases.h"
#include "run/child.h"
#include "run/faults.h"
#include "run/cpu-affinity.h"

struct judge_process {
  char *plugin; /* path of the family's; NULL: no process */
  struct child child;
  bool examines;             /* examines families, too */
  const struct case_ *holds; /* a case of the problem that it holds; NULL:
                              * none */
  json_t *problem;           /* as the judge answered it */
  struct faults *faults;     /* receives the faults between cases */
  const struct cpu_affinity *affinity; /* NULL: any core */
};

enum judge_result {
  JUDGE_READY,
  JUDGE_REFUSES,    /* *reply has a status and a reason */
  JUDGE_FAILS,      /* *why says what the family did */
  JUDGE_INTERRUPTED /* or, after a message, no process could be started */
};

/* Makes the case's problem, unless the judge holds it. */
enum judge_result judge_ensure_problem (struct judge_process *judge,
                                        const struct case_ *c, json_t **reply,
                                        char **why);
/* Releases the problem.  A teardown that fails becomes a fault. */
void judge_release (struct judge_process *judge);
/* Records what the verdict on a case says that the examination of the family
 * found.  Each finding is recorded once, since what one problem shows, others
 * do, too. */
void judge_note_faults (struct judge_process *judge, const struct case_ *c,
                        const json_t *verdict);
/* Kills a process that can't be used any more. */
void judge_retire (struct judge_process *judge);
void judge_end (struct judge_process *judge);

/* Returns the seed of a problem's inputs: the suite's, else a random one. */
uint64_t judge_seed (const struct case_ *c);

/* Returns what a child printed since the last call, in the pool; NULL:
 * nothing. */
const char *printed_by (struct child *child, struct pool *pool);
/* Returns "did not finish within 10 s; REMEDY", to be freed. */
char *timeout_reason (double seconds, const char *remedy);

#endif
