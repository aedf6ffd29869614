/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a check tries: a job for each round of sizes, and one for each tunable.
 */
#ifndef CHECK_ROUNDS_H
#define CHECK_ROUNDS_H

#include "plan/cases.h"
#include "plugin/catalog.h"
#include "suite/job.h"
#include "suite/suite.h"

struct round {
  const int64_t *sizes; /* what sizes get in turn */
  const char *tunable;  /* that is tried beyond its default; NULL: none, but all
                           types and layouts */
  bool large;
};

/* Zeroed but for the suite: none. */
struct rounds {
  struct suite *suite; /* a section for each, behind its defaults */
  struct round *round;
  size_t n;
};

/* Adds the rounds of a family in which a plugin has variants; large: those of
 * large problems, too. */
void rounds_add (struct rounds *rounds, const struct catalog *catalog,
                 const struct plugin_desc *plugin,
                 const struct family_desc *family, bool large);
/* Starts the job of a round; user is the rounds. */
void rounds_start (void *user, const struct section *section, struct job *job);
void rounds_free (struct rounds *rounds);

/* What a launch takes grows with, as far as can be told: the product of the
 * problem's sizes, or the cube of its only one. */
double problem_extent (const struct problem *problem);

#endif
