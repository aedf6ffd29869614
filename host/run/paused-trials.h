/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Trials that wait for their next turn, in the judge.
 */
#ifndef PAUSED_TRIALS_H
#define PAUSED_TRIALS_H

#include <stddef.h>

#include "judge/trial.h"
#include "run/request.h"

struct paused_trials {
  struct {
    json_int_t number; /* of the case */
    struct trial *trial;
  } * entry;
  size_t n;
};

/* The trial that is asked for, which goes on, or begins; the caller's, who puts
 * it back or ends it. */
struct trial *paused_trials_take (struct paused_trials *waiting,
                                  const struct judge_request *request,
                                  struct judge *judge);
void paused_trials_put (struct paused_trials *waiting, json_int_t number,
                        struct trial *trial);
/* Ends a trial that is over. */
void paused_trials_end_trial (struct trial *trial);
/* Ends all that wait. */
void paused_trials_free (struct paused_trials *waiting);

#endif
