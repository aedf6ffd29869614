/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a check tries: a job for each set of sizes, and one for each tunable.
 */
#ifndef CHECK_JOBS_H
#define CHECK_JOBS_H

#include "plan/cases.h"
#include "plugin/catalog.h"
#include "suite/job.h"
#include "suite/suite.h"

struct check_job {
  const int64_t *sizes; /* what sizes get in turn */
  const char *tunable;  /* that is tried beyond its default; NULL: none, but all
                           types and layouts */
  bool large;
};

/* Zeroed but for the suite: none. */
struct check_jobs {
  struct suite *suite; /* a section for each, behind its defaults */
  struct check_job *job;
  size_t n;
};

/* Adds the jobs of a family in which a plugin has variants; large: those of
 * large problems, too. */
void check_jobs_add (struct check_jobs *jobs, const struct catalog *catalog,
                     const struct plugin_desc *plugin,
                     const struct family_desc *family, bool large);
/* Starts the job of a section; user is the jobs. */
void check_jobs_start (void *user, const struct section *section,
                       struct job *job);
void check_jobs_free (struct check_jobs *jobs);

#endif
