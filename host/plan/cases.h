/* SPDX-License-Identifier: BSD-3-Clause
 *
 * plan/: expands jobs to cases on devices, and orders the cases.
 * Uses: base, plugin, device, suite.
 *
 * Cases are the products of jobs, values of options, variants, combinations of
 * tunables, devices and modes.
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
  const bool *tuned;  /* parallel to it: the job sets the tunable */
  const char *device; /* "cpu", "cuda:0"; with a skip, as the suite names
                         it */
  struct mode mode;
  const char *skip; /* why it can't run, known when planning; NULL: it runs */
  bool absent;  /* a device or a processor that the suite names is not there, or
                   a device is lost: a failure, not a skip */
  size_t index; /* the row: from 0 */
  size_t round; /* of the job's rounds: from 0 */
  const char *build_label; /* of the build, where two builds of a plugin are
                              compared; NULL: there is one */
};

/* The devices, as far as expansion needs them. */
struct device_list {
  struct {
    char *name;          /* "cpu", "cuda:0" */
    unsigned capability; /* 0 where the kind has none */
    char *lost;          /* why it can't be used; NULL: it can */
  } * device;
  size_t n;
  char *absent[N_DEVICE_KINDS]; /* why there is no device of the kind; NULL when
                                   there is one, or when it was not probed */
};

struct cases {
  struct problem **problem;
  size_t n_problems;
  struct case_ *case_;
  size_t n;
  struct pool pool; /* owns what many cases share: reasons to skip them */
};

/* Makes all cases of all jobs whose "JOB/VARIANT" matches the glob only (NULL:
 * all).  Order: job, problem, plugin of the variant, variant, tunables, mode.
 * A random search makes only the cases it draws.  A job with rounds has the
 * cases of a problem once per round, skipped ones in the first round only.
 * False, after a message, when the suite has more than 1,000,000 cases or when
 * none is selected. */
bool cases_make (struct cases *cases, const struct jobs *jobs,
                 const struct device_list *devices, const char *only);
/* Keeps those for which take returns true, and numbers them again. */
void cases_filter (struct cases *cases,
                   bool (*take) (void *arg, const struct case_ *c), void *arg);
void cases_free (struct cases *cases);

/* Returns the index after the round of a problem to which case i belongs. */
size_t cases_round_end (const struct cases *cases, size_t i);

/* Returns why a variant rejects the problem's element types or layouts, to be
 * freed; NULL when it accepts them. */
char *cases_reject_reason (const struct problem *problem,
                           const struct variant_desc *variant);

/* Returns all settings of a case. */
struct settings case_settings (const struct case_ *c);

/* Two builds of one plugin in one run: each case runs once with each build. */

struct build {
  const char *label; /* the user's name for it: "A" */
  const struct plugin_desc *plugin;
  const struct catalog *catalog; /* that contains it and its variants */
};

/* Drops all cases but those of the first build's plugin, and adds the same
 * cases of the second after each round of them.  A variant that the second
 * lacks, has with other tunables or on another kind of device, or that rejects
 * the problem there, runs with the first alone.  False, after a message, when
 * no case is left. The builds, and what they point to, must outlive the cases.
 */
bool builds_pair_cases (struct cases *cases, const struct build *first,
                        const struct build *second);

#endif
