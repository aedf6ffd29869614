/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The job builder makes a job of a section's entries, and of the defaults for
 * keys that the section lacks.
 */
#ifndef SUITE_JOB_SETTINGS_H
#define SUITE_JOB_SETTINGS_H

#include <stdbool.h>

#include "base/names.h"
#include "suite/lines.h"
#include "suite/job.h"
#include "suite/settings.h"

/* Shared by all jobs of a suite. */
struct suite_builder {
  struct diagnostics diagnostics;
  const struct catalog *catalog;
  const struct job_presets *presets;
  bool *used; /* parallel to the defaults: some job used it */
};

/* One job that is being made. */
struct job_builder {
  struct suite_builder *suite;
  const struct section *section;
  struct job *job;
  bool variants_good; /* the job's variants have no mistake */
  struct sweep *mode; /* parallel to the settings: values of those of a mode */
};

/* Settings (job-settings.c). */

/* Parses an entry's value of a setting; false after a message. */
bool builder_parse_setting (struct diagnostics *diagnostics,
                            const struct section *section,
                            const struct setting *setting,
                            const struct entry *entry, struct sweep *sweep);
/* Sets setting i of the job from an entry. */
void builder_apply_setting (struct job_builder *builder, size_t i,
                            const struct entry *entry);
/* Sets what holds for the whole run from the defaults. */
void builder_apply_whole (struct suite_builder *suite, struct jobs *jobs);
/* Sets the job's devices where no entry does. */
void builder_apply_default_devices (struct job_builder *builder);
/* Makes the job's modes: every combination, the last list fastest. */
void builder_make_modes (struct job_builder *builder);
/* Adjusts pairs of a least and a most that contradict each other. */
void builder_reconcile (struct job_builder *builder);

/* Options of the family and tunables of its variants (job-options.c). */

/* Starts every option and every tunable at its own default. */
void builder_start_options (struct job *job);
void builder_free_options (struct job *job);
void builder_apply_option (struct job_builder *builder, size_t index,
                           const struct entry *entry);
/* Sets a tunable of each selected variant that has it; false when none has. */
bool builder_apply_tunable (struct job_builder *builder,
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
