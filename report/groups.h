/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a reader compares: the case records of a run put into blocks, each of
 * them one problem in one mode on one device.  The CPU knows no modes but the
 * cache's and its pages', so its rows stand in the first block of their problem
 * with the same; with the pages that are usual for it, in those of GPUs.
 */
#ifndef GROUPS_H
#define GROUPS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/map.h"
#include "report/compare/rounds.h"
#include "device/kinds.h"
#include "record/records.h"

/* What speed-ups on one device of a block are over: a row of the same device,
 * so that another device's noise does not hide what rows differ in. */
struct device_baseline {
  unsigned row : 31;    /* of the block; its n: no row of it has a time */
  unsigned missing : 1; /* what the job names has no time to compare with */
};

/* Small, as a report may have a million blocks. */
struct block {
  const struct case_record *head; /* whose mode and problem it shows */
  const struct case_record *
      *record;                  /* borrowed from the run; none is skipped */
  const struct job_record *job; /* what is said of its job above it: in the
                                   first of the job's blocks; NULL */
  const char
      *missing; /* the baseline that has no time to compare with: a
                   variant that failed, or all that the job names; NULL */
  unsigned n;   /* rows */
  /* Of the rows of the block's own device, and of the CPU's, which may stand
   * in the block of a GPU. */
  struct device_baseline own_baseline, cpu_baseline;
};

/* Cases that did not run, for the same reason, or for one that differs in the
 * name of the plugin only: four plugins that are missing are one line. */
struct skip {
  enum status status; /* skipped, or failed for want of what was asked for */
  const char *reason; /* of the first; "": none was given */
  size_t n, of_kind[N_DEVICE_KINDS];
  const char **variant; /* each once */
  size_t n_variants;
  const char **plugin; /* likewise */
  size_t n_plugins;
};

struct groups {
  const struct records *records;
  const struct run_record *run; /* NULL: not there */
  const struct end_record *end; /* likewise */
  struct block *block;
  size_t n_blocks;
  struct skip *skip;
  size_t n_skips;
  size_t n_cases, count[N_STATUS];
  size_t n_suspect;   /* of those that are ok */
  bool searched;      /* a job ran a part of its combinations of tunables */
  struct map devices; /* of the run, by name */
  struct rounds rounds;
};

/* The records must outlive the groups. */
void groups_make (struct groups *groups, const struct records *records);
void groups_free (struct groups *groups);

/* The row that a baseline is; NULL: none. */
const struct case_record *block_baseline_row (const struct block *block,
                                              struct device_baseline baseline);
/* What the speed-up of a row of the block is over; NULL: nothing. */
const struct case_record *block_baseline (const struct block *block,
                                          const struct case_record *record);
bool record_is_on_cpu (const struct case_record *record);

/* The device of a record, as the run has it; NULL: it has not. */
const struct device_record *groups_device (const struct groups *groups,
                                           const struct case_record *record);

#endif
