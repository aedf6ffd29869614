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
#include "device/kinds.h"
#include "plugin/catalog.h"
#include "suite/settings.h"
#include "suite/diagnostics.h"
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
  bool devices_preset; /* they are job_presets.devices, which is -d */
  struct mode *mode;   /* every combination of the lists */
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

/* The job builder makes a job of a section's entries, and of the defaults for
 * keys that the section lacks. */

struct job_builder {
  struct diagnostics diagnostics;
  const struct catalog *catalog;
  const struct job_presets *presets;
  bool *used; /* parallel to the defaults: some job used it */
  /* The one job that is being made, of diagnostics.section. */
  struct job *job;
  bool variants_good; /* the job's variants have no mistake */
  struct sweep *mode; /* parallel to the settings: values of those of a mode */
};

/* Finds in the catalog what a job's keys family, variant and baseline name
 * (select.c).  Each function fills the job, and reports mistakes. */

/* Without the key: the section's own name. */
void select_family (struct job_builder *builder);
/* Returns a hint for the name of a family that is not there: the nearest one,
 * else all; to be freed. */
char *select_family_hint (const struct catalog *catalog, const char *name);
/* Without the key: all.  Needs the family.  False after a message. */
bool select_variants (struct job_builder *builder);
/* Needs the variants.  A default that this job can't have is ignored. */
void select_baseline (struct job_builder *builder);

/* Called with each default when all jobs are made: reports names that no job
 * has. */
void select_check_default (struct job_builder *builder, const struct jobs *jobs,
                           const struct entry *entry);

/* Settings, options of the family and tunables of its variants
 * (job-settings.c). */

/* Parses an entry's value of a setting; false after a message. */
bool builder_parse_setting (struct job_builder *builder,
                            const struct setting *setting,
                            const struct entry *entry, struct sweep *sweep);
/* Sets setting i of the job from an entry. */
void builder_apply_setting (struct job_builder *builder, size_t i,
                            const struct entry *entry);
/* Sets what holds for the whole run from the defaults. */
void builder_apply_whole (struct job_builder *builder, struct jobs *jobs);
/* Sets the job's devices where no entry does. */
void builder_apply_default_devices (struct job_builder *builder);
/* Makes the job's modes: every combination, the last list fastest. */
void builder_make_modes (struct job_builder *builder);
/* Adjusts pairs of a least and a most that contradict each other. */
void builder_reconcile (struct job_builder *builder);

/* Starts every option and every tunable at its own default. */
void builder_start_options (struct job *job);
void builder_free_options (struct job *job);
/* Sets an option of the family, or a tunable of each selected variant that has
 * it; false when none has. */
bool builder_apply_option (struct job_builder *builder,
                           const struct entry *entry);
/* Returns the first variant of a family, selected or not, that has a tunable of
 * this name; NULL: none. */
const struct variant_desc *
builder_variant_with (const struct catalog *catalog,
                      const struct family_desc *family, const char *key);
/* Offers every key that a job of this family could have. */
void builder_offer_keys (struct nearest *nearest, const struct catalog *catalog,
                         const struct family_desc *family);
/* Reports an entry whose key is unknown. */
void builder_diagnose_unknown (struct job_builder *builder,
                               const struct entry *entry);

#endif
