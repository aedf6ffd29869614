/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a case is conducted, from the first order to the result.
 */
#ifndef RUN_CASE_H
#define RUN_CASE_H

#include <stdbool.h>

#include "base/pool.h"
#include "judge/result.h"
#include "judge/trial.h"

/* Begins with a trial whose judge and settings are set. */
void run_case_begin (struct trial *trial);
/* Conducts a case with the timer that is set, or a turn of it where it takes
 * turns (turns.paused).  Sets what there is to say of it in result, where all
 * is absent before; its texts go into the pool.  False: the timer is lost. */
bool run_turn (struct trial *trial, struct result *result, struct pool *pool);
void run_case_end (struct trial *trial);

#endif
