/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The seeds of random searches that a file of records has, so that a run that
 * goes on with it draws the same again.
 */
#ifndef KEPT_SEEDS_H
#define KEPT_SEEDS_H

#include "suite/job.h"

/* Gives the jobs that have a random search without a seed the one that the last
 * run in the file had for a job of their name.  A file that is not there, or
 * has none, gives none: what is wrong with it tells who goes on with it. */
void kept_seeds_apply (struct jobs *jobs, const char *path);

#endif
