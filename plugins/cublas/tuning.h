/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The fastest of several ways, by times that are noisy.  All are timed once;
 * the fastest few of them again, in turns, so that what the clock does
 * meanwhile hits all alike, and their medians decide.
 */
#ifndef CUBLAS_TUNING_H
#define CUBLAS_TUNING_H

/* Times way i: seconds, negative where it can't run. */
typedef double tuning_time (void *state, int i);

/* The number of the fastest of n, -1 where none can run.  `seconds` that each
 * of the two passes may take, but for the ways that the first has to have
 * timed. *timed: how many were. */
int tuning_best (int n, tuning_time *time, void *state, double seconds,
                 int *timed);

#endif
