/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Activity: when that which a launch enqueued ran on the device, kernels,
 * copies and fills, by the device's own clock, as CUPTI notes it.  Events
 * around a launch enclose more: what it takes to begin and to end one.
 */
#ifndef CUDA_ACTIVITY_H
#define CUDA_ACTIVITY_H

#include <stdbool.h>
#include <stdint.h>

/* All zero before it begins for the first time. */
struct cuda_activity {
  bool opened;
  uint64_t first, next; /* numbers of the launches that were not asked for */
};

/* Begins to note what is enqueued; major: of the driver's version.  False when
 * it can't: *why says why, to be freed. */
bool cuda_activity_begin (struct cuda_activity *a, int major, char **why);
/* Notes no more. */
void cuda_activity_end (struct cuda_activity *a);

/* Around each launch whose times are wanted, on the thread that launches. */
void cuda_activity_mark (struct cuda_activity *a, bool begin);

/* Of the launches marked since the last time, which the device is through with:
 * *span from the beginning of a launch's first piece of work to the end of its
 * last, *busy all that the pieces take; both summed over the launches, in
 * seconds.  False where anything is missing: *why says what, to be freed. */
bool cuda_activity_read (struct cuda_activity *a, double *span, double *busy,
                         char **why);

#endif
