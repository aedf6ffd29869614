/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a job's keys family, variant and baseline name in the catalog.
 */
#ifndef SELECT_H
#define SELECT_H

#include "suite/diagnostics.h"
#include "suite/job.h"

/* Each takes the entry that says it, of the section or of the defaults, or
 * NULL where none does, fills the job, and tells whatever is wrong. */

/* NULL: the section's own name. */
void select_family (struct diagnostics *diagnostics,
                    const struct catalog *catalog,
                    const struct section *section, const struct entry *entry,
                    struct job *job);
/* What to say after the name of a family that is not there: the nearest one,
 * else all; to be freed. */
char *select_family_hint (const struct catalog *catalog, const char *name);
/* NULL: all.  Needs the family.  False when anything is wrong. */
bool select_variants (struct diagnostics *diagnostics,
                      const struct catalog *catalog,
                      const struct section *section, const struct entry *entry,
                      struct job *job);
/* Needs the variants.  A default that this job can't have is left out. */
void select_baseline (struct diagnostics *diagnostics,
                      const struct catalog *catalog,
                      const struct section *section, const struct entry *entry,
                      struct job *job);

/* Once all jobs are made: tells what the defaults name and no job has. */
void select_check_defaults (struct diagnostics *diagnostics,
                            const struct catalog *catalog,
                            const struct jobs *jobs);

#endif
