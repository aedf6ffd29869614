/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The judge's process as the supervisor sees it: the one family that it has
 * loaded, and the problem that it holds.  What goes wrong there is the
 * family's.
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
  char *plugin; /* the family's; NULL: there is no process */
  struct child child;
  bool examines;             /* families, too: what it found is a fault */
  const struct case_ *holds; /* a case of the problem; NULL: none */
  json_t *problem;           /* as the judge told it */
  struct faults *faults;     /* where it notes those between cases */
  struct strand *strand;     /* that waits for it; NULL: none */
  const struct cpu_affinity
      *affinity; /* where it may compute; NULL: anywhere */
};

enum judge_result {
  JUDGE_READY,
  JUDGE_REFUSES,    /* *reply has a status and a reason */
  JUDGE_FAILS,      /* *why says how the family did */
  JUDGE_INTERRUPTED /* or no process could be started, which was complained
                       of */
};

/* Has the case's problem made, unless it is. */
enum judge_result judge_ensure_problem (struct judge_process *judge,
                                        const struct case_ *c, json_t **reply,
                                        char **why);
/* Ends the problem; a family that can't do that is noted as a fault. */
void judge_release (struct judge_process *judge);
/* Notes what the verdict on a case says that the family was found to do, each
 * once: what one problem showed, others do. */
void judge_note_faults (struct judge_process *judge, const struct case_ *c,
                        const json_t *verdict);
/* Ends a process that can't be used any more. */
void judge_retire (struct judge_process *judge);
/* Ends it, and frees. */
void judge_end (struct judge_process *judge);

/* The seed of a problem: the user's, or one that nobody can foresee. */
uint64_t judge_seed (const struct case_ *c);

/* What a child printed since the last call, in the pool; NULL: nothing. */
const char *printed_by (struct child *child, struct pool *pool);
/* "did not finish within 10 s; ...": to be freed. */
char *timeout_reason (double seconds, const char *remedy);

#endif
