/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Records of CUPTI, NVIDIA's profiling library: when the kernels, copies and
 * fills of a launch ran, by the device's own clock.  Events around a launch
 * also include the time to begin and to end it.
 */
#ifndef CUDA_ACTIVITY_H
#define CUDA_ACTIVITY_H

#include <stdbool.h>
#include <stdint.h>

/* All zero before the first use. */
struct cuda_activity {
  bool opened;
  uint64_t first, next; /* numbers of the launches that were not read yet */
};

/* Starts recording; major: of the driver's version.  False on failure: *why is
 * the reason, to be freed. */
bool cuda_activity_begin (struct cuda_activity *a, int major, char **why);
/* Stops recording. */
void cuda_activity_end (struct cuda_activity *a);

/* Call before and after each launch to record, on the thread that launches. */
void cuda_activity_mark (struct cuda_activity *a, bool begin);

/* Sums over the launches marked since the last call, which must be complete, in
 * seconds: *span from the start of a launch's first piece of work to the end of
 * its last, *busy the pieces alone.  False if a record is missing: *why is the
 * reason, to be freed. */
bool cuda_activity_read (struct cuda_activity *a, double *span, double *busy,
                         char **why);

#endif
