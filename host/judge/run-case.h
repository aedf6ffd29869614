/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Runs a case from the first order to the result.  run-case.c reads in the
 * order of the steps.
 */
#ifndef RUN_CASE_H
#define RUN_CASE_H

#include <stdbool.h>

#include "base/pool.h"
#include "judge/result.h"
#include "judge/trial.h"

/* Begins a trial whose judge and settings are set. */
void run_case_begin (struct trial *trial);
/* Runs a case with the timer that is set.  Stores the outcome in result, where
 * all was absent; its texts go into the pool.  False: the timer is lost. */
bool run_case (struct trial *trial, struct result *result, struct pool *pool);
void run_case_end (struct trial *trial);

#endif
