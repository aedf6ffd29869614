/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A job: one section of a suite, checked against the catalog.
 */
#ifndef JOB_H
#define JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/mode.h"
#include "device/selector.h"
#include "plugin/catalog.h"
#include "suite/suite.h"
#include "suite/sweep.h"

/* When sampling ends. */
struct sampling {
  int64_t warmup; /* launches before anything is looked at, >= 1 */
  int64_t min_samples, max_samples;
  double min_time, max_time; /* seconds of sampling */
  double noise;              /* relative standard error of the median, 0.005 */
  double timeout;            /* seconds for the whole case */
};

/* A tunable that a job sets: for each selected variant that has it. */
struct tunable {
  char *name;
  char *text; /* as written; parsed for each variant's own type */
  int line;
};

struct job {
  char *name;
  int line;
  const struct family_desc *family;
  const struct variant_desc **variant; /* selected, in the catalog's order */
  size_t n_variants;
  struct sweep *option; /* parallel to family->options; each at least one */
  struct tunable *tunable;
  size_t n_tunables;
  struct selectors devices;
  struct mode *mode; /* every combination of the lists */
  size_t n_modes;
  struct sampling sampling;
  gk_data data; /* what the timed inputs hold */
  uint64_t seed;
  bool verify;
  char *baseline; /* a variant's name; NULL: not given */
};

struct jobs {
  struct job *job;
  size_t n;
};

/* Checks a suite against the catalog.  Complains with file, line and nearest
 * valid name about everything wrong, and returns false. */
bool jobs_make (struct jobs *jobs, const struct suite *suite,
                const struct catalog *catalog);
void jobs_free (struct jobs *jobs);

#endif
