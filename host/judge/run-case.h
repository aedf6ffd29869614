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

/* Runs a case whose judge, timer and settings are set.  Stores the outcome in
 * result, where all was absent; its texts go into the pool.  False: the timer
 * is lost. */
bool run_case (struct trial *trial, struct result *result, struct pool *pool);
void run_case_end (struct trial *trial);

#endif
