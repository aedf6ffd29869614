/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a check tries: for each family of the plugin a job for each set of
 * sizes, with all types and layouts, and a job for each tunable, with its
 * extremes.
 */
#ifndef CHECK_JOBS_H
#define CHECK_JOBS_H

#include "plugin/catalog.h"
#include "suite/job.h"
#include "suite/suite.h"

struct check_job {
  const int64_t *sizes; /* the problem's sizes get these in turn */
  const char *tunable;  /* to try beyond its default; NULL: all types and
                           layouts are tried instead */
  bool large;           /* run/check-skip.h may leave out its cases */
};

/* Initialized to zero, with the suite set. */
struct check_jobs {
  struct suite *suite; /* a section a job, after its defaults */
  struct check_job *job;
  size_t n;
};

/* Adds the jobs of a family, if the plugin has variants of it.  large: adds
 * jobs of large problems, too. */
void check_jobs_add (struct check_jobs *jobs, const struct catalog *catalog,
                     const struct plugin_desc *plugin,
                     const struct family_desc *family, bool large);
/* Presets the job of a section (job_presets.start); user: the check_jobs. */
void check_jobs_start (void *user, const struct section *section,
                       struct job *job);
void check_jobs_free (struct check_jobs *jobs);

#endif
