/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The combinations of a variant's tunables, by number: the last tunable's
 * values change fastest.  Those that a job's search leaves out are never made.
 */
#ifndef TUNINGS_H
#define TUNINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "plan/cases.h"
#include "suite/job.h"

/* Larger numbers are all this one. */
#define TUNINGS_MAX INT64_MAX

/* Returns how many combinations n sweeps have. */
uint64_t tunings_count (const struct sweep *sweep, size_t n);
/* Returns the values of a combination; to be freed. */
gk_value *tunings_values (const struct sweep *sweep, size_t n, uint64_t number);

/* Returns how many a variant of a job has. */
uint64_t tunings_of_variant (const struct job_variant *variant);
/* Returns how many of them the job's search runs at most. */
uint64_t tunings_count_searched (const struct job *job,
                                 const struct job_variant *variant);

/* Returns n different numbers below `all`, sorted, each set of them as likely
 * as any other; to be freed.  They follow from the seed and `all` alone, and
 * those of a smaller n are among those of a larger one. */
uint64_t *tunings_draw (uint64_t all, size_t n, int64_t seed);

/* Targets of a variant of a job: the devices that the job names and the variant
 * can use, times the measuring modes. */

struct target {
  const char *device; /* owned by the device list, or the job */
  struct mode mode;
  char *skip;  /* why it can't run there; NULL: it can */
  bool absent; /* a device or a processor that the job names is not there, or
                  the device is lost */
};

struct targets {
  struct target *target;
  size_t n; /* at least 1 */
};

void targets_make (struct targets *targets, const struct job *job,
                   const struct variant_desc *variant,
                   const struct device_list *devices);
void targets_free (struct targets *targets);

#endif
