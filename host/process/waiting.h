/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Trials that wait for their next turn, in the judge.
 */
#ifndef WAITING_H
#define WAITING_H

#include <stddef.h>

#include "judge/trial.h"
#include "process/request.h"

struct waiting {
  struct {
    json_int_t number; /* of the case */
    struct trial *trial;
  } * entry;
  size_t n;
};

/* The trial that is asked for, which goes on, or begins; the caller's, who puts
 * it back or ends it. */
struct trial *waiting_take (struct waiting *waiting,
                            const struct judge_request *request,
                            struct judge *judge);
void waiting_put (struct waiting *waiting, json_int_t number,
                  struct trial *trial);
/* Ends a trial that is over. */
void waiting_end (struct trial *trial);
/* Ends all that wait. */
void waiting_free (struct waiting *waiting);

#endif
