/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Seeds of random searches, read from a file of records that a run resumes, so
 * that it draws the same combinations.
 */
#ifndef KEPT_SEEDS_H
#define KEPT_SEEDS_H

#include "suite/job.h"

/* Sets the seed of each job that has a random search without one, to that of
 * the job of the same name in the file's last run.  Ignores a file that can't
 * be read: resuming reports it. */
void kept_seeds_apply (struct jobs *jobs, const char *path);

#endif
