/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Finds in the catalog what a job's keys family, variant and baseline name.
 */
#ifndef SELECT_H
#define SELECT_H

#include "suite/lines.h"
#include "suite/job.h"

/* Each function gets the entry of its key, of the section or of the defaults,
 * or NULL where there is none; it fills the job, and reports mistakes. */

/* entry NULL: the section's own name. */
void select_family (struct diagnostics *diagnostics,
                    const struct catalog *catalog,
                    const struct section *section, const struct entry *entry,
                    struct job *job);
/* Returns a hint for the name of a family that is not there: the nearest one,
 * else all; to be freed. */
char *select_family_hint (const struct catalog *catalog, const char *name);
/* entry NULL: all.  Needs the family.  False after a message. */
bool select_variants (struct diagnostics *diagnostics,
                      const struct catalog *catalog,
                      const struct section *section, const struct entry *entry,
                      struct job *job);
/* Needs the variants.  A default that this job can't have is ignored. */
void select_baseline (struct diagnostics *diagnostics,
                      const struct catalog *catalog,
                      const struct section *section, const struct entry *entry,
                      struct job *job);

/* Called when all jobs are made: reports names in defaults that no job has. */
void select_check_defaults (struct diagnostics *diagnostics,
                            const struct catalog *catalog,
                            const struct jobs *jobs);

#endif
