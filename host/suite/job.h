/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A job: one section of a suite, checked against the catalog.
 */
#ifndef JOB_H
#define JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/names.h"
#include "bench/settings.h"
#include "device/selector.h"
#include "plugin/catalog.h"
#include "suite/suite.h"
#include "suite/sweep.h"

/* Which of the combinations of its variants' tunables a job runs.
 *   all         each of them
 *   random 50   so many, drawn */
enum search_kind { SEARCH_ALL, SEARCH_RANDOM };

/* Zeroed: all. */
struct search {
  enum search_kind kind;
  int64_t n;    /* of a random one: combinations of each variant, at most */
  int64_t seed; /* of a random one; 0: not set yet */
};

/* Parses kind and n.  Returns NULL on success; else what is wrong with the text
 * and what would be right, to be freed. */
char *search_parse (struct search *search, const char *text);
/* Parses the seed in the same way. */
char *search_parse_seed (struct search *search, const char *text);
/* Returns a search as a suite writes it, "random 50"; to be freed. */
char *search_text (const struct search *search);

/* A variant that a job runs. */
struct job_variant {
  const struct variant_desc *variant;
  struct sweep *tunable; /* parallel to its options; each at least one value */
  bool *tuned;           /* parallel to it: the job sets the tunable */
};

struct job {
  char *name;
  const struct family_desc *family;
  struct job_variant *variant; /* selected, in the catalog's order */
  size_t n_variants;
  struct sweep *option; /* parallel to family->options; each at least one
                           value */
  struct selectors devices;
  struct mode *mode; /* every combination of the lists */
  size_t n_modes;
  struct settings settings; /* all but the mode */
  char *baseline;           /* variants, "a, b"; NULL: not given */
  char *cpus;               /* processors that its cases are pinned to, as
                               base/processors.h writes them; NULL: none */
  char *note;               /* that reports print above it; NULL: none */
  struct search search;     /* of combinations of tunables */
  bool large; /* cases that would take long are left out, for a check */
};

/* The values of parallel, the default first. */
enum parallel { PARALLEL_DEVICES, PARALLEL_NO };
extern const struct names parallel_names;

struct jobs {
  struct job *job;
  size_t n;
  enum parallel parallel; /* which cases run side by side */
};

/* What the caller adds to the suite; zeroed: nothing. */
struct job_presets {
  const struct selectors
      *devices; /* for all jobs, in place of theirs; NULL: none */
  /* Called with each job before its keys are read: it may change the
   * defaults. */
  void (*start) (void *user, const struct section *section, struct job *job);
  void *user;
};

/* Makes jobs of a suite, and checks them against the catalog.  False, after
 * messages with file, line and the nearest valid name for all mistakes. */
bool jobs_make (struct jobs *jobs, const struct suite *suite,
                const struct catalog *catalog,
                const struct job_presets *presets);
void jobs_free (struct jobs *jobs);

#endif
