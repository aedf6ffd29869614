/* SPDX-License-Identifier: BSD-3-Clause
 *
 * plan/: from jobs to cases on devices.
 * Uses: base, plugin, device, suite.
 *
 * Expansion: jobs times values times variants times modes gives cases.
 */
#ifndef CASES_H
#define CASES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/pool.h"
#include "device/kinds.h"
#include "suite/job.h"

/* One set of concrete parameters. */
struct problem {
  const struct job *job;
  gk_value *value; /* parallel to job->family->options */
  size_t index;    /* in the suite, from 0 */
};

struct case_ {
  const struct problem *problem;
  const struct variant_desc *variant;
  gk_value *tunable;  /* parallel to variant->options; NULL where none */
  const bool *tuned;  /* likewise: the job says something of it */
  const char *device; /* "cpu", "cuda:0"; for one with a skip, what was
                         asked for */
  struct mode mode;
  const char *skip; /* why it can't run, known beforehand; NULL: run it */
  bool absent;  /* a device or a processor that the suite names is not there, or
                   a device is lost: no skip, but a failure */
  size_t index; /* the row: from 0 */
  size_t round; /* of the job's rounds: from 0 */
  const char *build_label; /* of two builds of a plugin that are compared, what
                       this one's is called; NULL: there is but one */
  size_t descent; /* the number, from 1, of the one that decides whether it
                     runs; 0: it runs anyway */
};

/* Cases of which a descent runs a part: a variant's, on one problem, target and
 * mode, with each combination of its tunables, by number. */
struct descent_cases {
  const struct job_variant *variant;
  size_t first, n;
};

/* What there is to run on, as far as expansion needs it. */
struct device_list {
  struct {
    char *name;          /* "cpu", "cuda:0" */
    unsigned capability; /* 0 where the kind has none */
    char *lost;          /* why it can't be used; NULL: it can */
  } * device;
  size_t n;
  char *absent[N_DEVICE_KINDS]; /* why there is no device of the kind; NULL when
                                   there is, or when nobody asked */
};

struct cases {
  struct problem **problem;
  size_t n_problems;
  struct case_ *case_;
  size_t n;
  struct descent_cases *descent; /* of number 1, ... */
  size_t n_descents;
  struct pool pool; /* of what many share: the reasons to skip them */
};

/* Makes all cases of all jobs whose "JOB/VARIANT" matches the glob only (NULL:
 * all).  Order: job, problem, plugin of the variant, variant, tunables, mode;
 * of a descent mode, tunables.  A random search makes those that it draws.
 * Of a job with rounds each problem has all that once a round, but what is
 * skipped in the first alone.  Complains and returns false when the suite has
 * too many cases (1,000,000) or when nothing is selected. */
bool cases_make (struct cases *cases, const struct jobs *jobs,
                 const struct device_list *devices, const char *only);
/* Leaves those of which take says so, numbered anew; they run whatever a
 * descent would say. */
void cases_filter (struct cases *cases,
                   bool (*take) (void *arg, const struct case_ *c), void *arg);
void cases_free (struct cases *cases);

/* Behind the round of a problem to which case i belongs. */
size_t cases_round_end (const struct cases *cases, size_t i);

/* Why a variant can't take the problem's element types and layouts, to be
 * freed; NULL when it can. */
char *cases_reject_reason (const struct problem *problem,
                           const struct variant_desc *variant);

/* All that a case is measured with. */
struct settings case_settings (const struct case_ *c);

#endif
