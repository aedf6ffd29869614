/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Chooses the fastest of several ways by noisy times.  All are timed once, then
 * those that are like the fastest few; then these few again, interleaved, so
 * that changes of the clock affect all alike; the least median wins.
 */
#ifndef CUBLAS_TUNING_H
#define CUBLAS_TUNING_H

#include <stdbool.h>

struct tuning {
  void *state;
  int n; /* ways, numbered from 0 */

  /* Times way i: seconds, negative if it can't run. */
  double (*time) (void *state, int i);

  /* Whether the results of way i are right; called for ways that are among the
   * fastest so far. */
  bool (*is_right) (void *state, int i);

  /* Adds ways like way i.  Returns how many there are then. */
  int (*vary) (void *state, int i);

  /* The limit of each of the three passes, except for the ways that the first
   * must time to find one. */
  double seconds;
};

/* Returns the index of the fastest of n, -1 if none can run, or none is right.
 * *timed: how many were timed. */
int tuning_best (const struct tuning *t, int *timed);

/* Seconds of a monotonic clock. */
double tuning_clock (void);

#endif
