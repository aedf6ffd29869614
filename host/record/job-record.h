/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a run record says of a job that has a note.  It stands there once, and
 * not with each case: it is for readers, and no case is another for it.
 */
#ifndef JOB_RECORD_H
#define JOB_RECORD_H

#include <stdbool.h>

#include "base/pool.h"
#include "record/fields.h"
#include "suite/job.h"

struct job_record {
  const char *name, *note;
};

extern const struct fields job_fields;

/* Those of the jobs that have a note; no list where none has. */
struct items job_records_of (struct pool *pool, const struct jobs *jobs);
/* Whether they say the same. */
bool job_records_same (const struct items *a, const struct items *b);

#endif
