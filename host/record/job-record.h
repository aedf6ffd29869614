/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a run record says of a job that has a note, or a search that ran a part
 * of its combinations.  It stands there once, and not with each case: it is for
 * readers, and no case is another for it.
 */
#ifndef JOB_RECORD_H
#define JOB_RECORD_H

#include <stdbool.h>

#include "base/pool.h"
#include "record/fields.h"
#include "record/pairs.h"
#include "suite/job.h"

struct job_record {
  const char *name, *note, *search;
  int64_t search_seed;
  const struct pairs *combinations; /* of tunables, by variant */
};

extern const struct fields job_fields;

/* Those of the jobs of which there is something to say; no list where there is
 * none. */
struct items job_records_of (struct pool *pool, const struct jobs *jobs);
/* Whether they say the same. */
bool job_records_same (const struct items *a, const struct items *b);

#endif
