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

#include "suite/job.h"

/* More are not told apart. */
#define TUNINGS_MAX INT64_MAX

/* Those of one value of each of n sweeps. */
uint64_t tunings_count (const struct sweep *sweep, size_t n);
/* The values of combination number; to be freed. */
gk_value *tunings_values (const struct sweep *sweep, size_t n, uint64_t number);

/* Those of a variant of a job. */
uint64_t tunings_of_variant (const struct job_variant *variant);
/* How many of them a search of the job runs at the most. */
uint64_t tunings_count_searched (const struct job *job,
                                 const struct job_variant *variant);
/* The number of the one with each tunable's default, or the first value where
 * that is not among them. */
uint64_t tunings_start (const struct job_variant *variant);

/* n different numbers below all, each set of them as likely as any other, in
 * order; to be freed.  They follow from the seed and all alone, and those of a
 * smaller n are among those of a larger one. */
uint64_t *tunings_draw (uint64_t all, size_t n, int64_t seed);

#endif
