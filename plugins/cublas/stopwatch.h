/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Measures a launch, for a choice that prepare makes.  Short launches are
 * captured as one graph of many, as otherwise the time to enqueue them would be
 * measured.
 */
#ifndef CUBLAS_STOPWATCH_H
#define CUBLAS_STOPWATCH_H

#include "driver.h"

struct stopwatch {
  const struct driver *driver;
  void *stream, *begin, *end;
  int error; /* of the device itself, which is unusable then; 0: none */
};

/* Enqueues a launch; false if the library rejects it. */
typedef bool stopwatch_enqueue (void *state);

int stopwatch_open (const gk_host *host, const struct driver *driver,
                    void *stream, struct stopwatch *watch);
void stopwatch_close (struct stopwatch *watch);

/* Seconds per launch, the mean of n consecutive ones after as many that are not
 * timed; negative if the launch is rejected. */
double stopwatch_time (struct stopwatch *watch, stopwatch_enqueue *enqueue,
                       void *state, int n);

#endif
