/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How long a launch takes, for a choice that prepare makes.  Short launches are
 * captured many to a graph, or else what is seen is how long it takes to
 * enqueue them.
 */
#ifndef CUBLAS_STOPWATCH_H
#define CUBLAS_STOPWATCH_H

#include "driver.h"

struct stopwatch {
  const struct driver *driver;
  void *stream, *begin, *end;
  int error; /* of the device itself, which is lost then; 0: none */
};

/* Enqueues a launch; false where it is refused. */
typedef bool stopwatch_enqueue (void *state);

int stopwatch_open (const gk_host *host, const struct driver *driver,
                    void *stream, struct stopwatch *watch);
void stopwatch_close (struct stopwatch *watch);

/* Seconds of one launch, the mean of n that follow each other, after as many
 * that are not timed; negative where it is refused. */
double stopwatch_time (struct stopwatch *watch, stopwatch_enqueue *enqueue,
                       void *state, int n);

#endif
