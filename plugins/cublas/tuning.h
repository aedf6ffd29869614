/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Chooses the fastest of several ways by noisy times.  All are timed once, then
 * the fastest few again, interleaved, so that changes of the clock affect all
 * alike; the least median wins.
 */
#ifndef CUBLAS_TUNING_H
#define CUBLAS_TUNING_H

/* Times way i: seconds, negative if it can't run. */
typedef double tuning_time (void *state, int i);

/* Returns the index of the fastest of n, -1 if none can run.  seconds: the
 * limit of each of the two passes, except for the ways that the first must
 * time.  *timed: how many were timed. */
int tuning_best (int n, tuning_time *time, void *state, double seconds,
                 int *timed);

#endif
