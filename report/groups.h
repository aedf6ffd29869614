/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Groups the case records of a run into the blocks that a reader compares: a
 * block is one problem in one mode on one device.
 *
 * The CPU has fewer modes than a GPU: cache and pages only.  Its rows stand in
 * the first block of their problem with the same cache and pages; rows with the
 * default pages of the CPU stand in a GPU's block, so that both are in one
 * table.
 */
#ifndef GROUPS_H
#define GROUPS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/pool.h"
#include "base/text.h"
#include "device/kinds.h"
#include "record/records.h"
#include "report/compare/rounds.h"

/* The baseline of the speed-ups on one device of a block.  It is a row of that
 * device, so that another device's noise does not add to the ratios. */
struct device_baseline {
  unsigned row : 31;    /* index in the block; block.n: no row has a time */
  unsigned missing : 1; /* the named baseline has no time: row replaces it */
};

/* Kept small: a report may have a million blocks. */
struct block {
  const struct case_record *head; /* defines its mode and problem */
  const struct case_record *
      *record;                  /* borrowed from the run; none is skipped */
  const struct job_record *job; /* whose note is printed above it: set in the
                                   first block of the job, else NULL */
  const char *missing; /* the named baseline that has no time: a variant that
                          failed, or all that the job names; NULL: none */
  unsigned n;          /* rows */
  /* Those of the block's own device and of the CPU, whose rows may stand in a
   * GPU's block. */
  struct device_baseline own_baseline, cpu_baseline;
};

/* Cases that did not run for the same reason.  Reasons that differ in the
 * plugin's name alone are the same: four missing plugins are one line. */
struct skip {
  enum status status; /* skipped, or failed: a requirement is missing */
  const char *reason; /* of the first case; "": none */
  size_t n, of_kind[N_DEVICE_KINDS];
  const char **variant; /* each once */
  size_t n_variants;
  const char **plugin; /* each once */
  size_t n_plugins;
};

struct groups {
  const struct records *records;
  const struct run_record *run; /* NULL: there is none */
  const struct end_record *end; /* NULL: the run did not end */
  struct block *block;
  size_t n_blocks;
  struct skip *skip;
  size_t n_skips;
  size_t n_cases, count[N_STATUS];
  size_t n_suspect;   /* cases whose status is ok */
  bool searched;      /* a job ran part of its combinations of tunables */
  struct map devices; /* of the run, by name */
  struct rounds rounds;
  const struct list *columns; /* that tables have besides; NULL: none */
};

/* The records must outlive the groups. */
void groups_make (struct groups *groups, const struct records *records);
void groups_free (struct groups *groups);

/* The row of a baseline; NULL: none. */
const struct case_record *block_baseline_row (const struct block *block,
                                              struct device_baseline baseline);
/* The baseline of a row's speed-up; NULL: none. */
const struct case_record *block_baseline (const struct block *block,
                                          const struct case_record *record);
bool record_is_on_cpu (const struct case_record *record);

/* The run's record of a case's device; NULL: there is none. */
const struct device_record *groups_device (const struct groups *groups,
                                           const struct case_record *record);

/* Groups skipped cases by their reasons.  Reasons that differ in the plugin's
 * name alone are one: four missing plugins are one line of the report. */

/* Sets the skips of groups. */
void skips_make (struct groups *groups, const struct records *records);

/* The reason with the names of all plugins instead of the first; the caller
 * frees it. */
char *skip_reason (const struct skip *skip);

#endif
