/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The sentences of a report: one line that describes a run, a device, a block,
 * a skip or a failure.  A format indents and wraps them.  The caller frees each
 * char * that is returned.
 */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include <stdbool.h>
#include <stddef.h>

#include "report/compare/rounds.h"
#include "report/groups.h"

/* The result of a sweep: of each problem whose tunables were swept, the fastest
 * row among all jobs of a run. */

struct fastest {
  const struct case_record *record; /* never a peer's; the first of equals */
  const struct case_record
      *peer;        /* the fastest of the same problem; NULL: none */
  size_t near;      /* other rows within its spread, without peers */
  size_t first_row; /* index of its problem's first row among all rows */
};

struct fastest_list {
  struct fastest *fastest;
  size_t n;
};

/* The settings that competing rows share: the mode and the data, since zeros
 * may be faster.  The others are set to their defaults. */
struct settings fastest_settings (const struct case_record *record);

/* Lists problems in the order of the suite, without those where no variant has
 * rows that differ in tunables or only peers have a time. */
void fastest_make (struct fastest_list *list, const struct groups *groups);
void fastest_free (struct fastest_list *list);

/* "rows=1000 cols=3000 dtype=i32" */
char *describe_pairs (const struct pairs *pairs);
/* "shared new tile=32": a variant, its build (NULL: none) and tunables. */
char *describe_variant (const char *variant, const char *side,
                        const struct pairs *tunables);
/* "1000" */
char *describe_value (const struct pair *pair);
/* The device of a block; NULL when there are several. */
const char *describe_device (const struct block *block);
/* What the heading of a block or of a comparison is made of. */
struct problem_heading {
  const char *job, *family;
  const struct pairs *params;
  const struct pairs *usual; /* those that are left out, as is a cold cache;
                                NULL: none */
  struct settings settings;  /* those that are shown */
  const char *device, *cpus; /* of a case */
  const char *on;            /* the one device of all cases; NULL: several */
};
/* "transpose-small (transpose): rows=1000, cold cache, on cpu" */
char *describe_problem (const struct problem_heading *heading);
/* "transpose-small (transpose): rows=1000 cols=3000, cold cache, on cpu";
 * without what is usual in that run; NULL: with all. */
char *describe_block (const struct block *block, const struct run_record *run);
/* "unless a heading says otherwise: pad=0, cold cache"; NULL: the record does
 * not say what is usual. */
char *describe_usual (const struct run_record *run);
/* Which part of its combinations of tunables a block's job ran: "copy: random
 * 50 of 240 combinations of tunables, seed 123".  NULL when it ran all, or for
 * a later block of the job. */
char *describe_search (const struct block *block);
/* The heading of the list of fastest rows. */
const char *describe_fastest_list (const struct groups *groups);
/* The rows that replace a job's named baseline when that has no time; NULL when
 * it has one. */
char *describe_baseline (const struct block *block);
/* "best on cuda:0 (no-loop, 125 us) is 29.8 to 30.6x as fast as best on cpu
 * (cpu-stream, 3.78 ms)"; NULL when the block lacks either. */
char *describe_best_rows (const struct block *block,
                          const struct rounds *rounds);
/* "gkhost 0.1.0, 2026-11-20 10:00:00 UTC, conf/suite.ini" */
char *describe_run (const struct run_record *run);
/* "NVIDIA H200, compute capability 9.0, 139 GiB, 4810 GB/s" */
char *describe_hardware (const struct device_record *device);
/* Remark i on the run, as on the load of its machine (remarks.c); NULL after
 * the last. */
char *describe_remark (const struct groups *groups, size_t i);
/* "skipped 14 CUDA cases: REASON" */
char *describe_skip (const struct skip *skip);
/* Which of --columns no case has; NULL: each is there. */
char *describe_absent_columns (const struct groups *groups);
/* "31 cases: 25 ok, 6 skipped"; "6 cases: 6 skipped; nothing ran" */
char *describe_totals (const struct groups *groups);
/* The problem of a row in the list of fastest rows, without its job: "copy:
 * rows=1000 cols=3000, cold cache, on cuda:0" */
char *describe_comparison (const struct case_record *record);
/* "bulk stage=4096: 9.70 us, speed-up 1.31x over memcpy" */
char *describe_fastest (const struct fastest *fastest);
/* What an incomplete run lacks; NULL for a complete one. */
char *describe_break (const struct records *records);
/* "transpose-small/shared tile=32 (rows=1 cols=1), cold cache, on cuda:0" */
char *describe_case (const struct case_record *record);
/* Describes a case without its device. */
char *describe_benchmark (const struct case_record *record);

/* What failed between cases, where, and why. */
char *describe_fault (const struct fault_record *fault);

/* The list below the totals of a page: cases that did not pass, skips, faults,
 * and how an incomplete run ended. */

/* Prints one item; outcome: of a case that did not pass, else NULL. */
typedef void summary_item_fn (void *user, const char *outcome,
                              const char *text);

void summary_list_items (const struct groups *groups, summary_item_fn *print,
                         void *user);

/* The ratio of two rows' times with its confidence interval. */

/* What the interval is estimated from. */
enum ratio_ground {
  RATIO_BARE,       /* nothing: a row has one sample */
  RATIO_WITHIN_RUN, /* samples, all of one process */
  RATIO_OF_ROUNDS   /* rounds */
};

/* The ratio of two timed rows; for RATIO_BARE the estimate has no error. */
enum ratio_ground row_ratio (const struct rounds *rounds,
                             const struct case_record *over,
                             const struct case_record *under,
                             struct estimate *estimate);

/* Prints it into text, of UNITS_MAX bytes, and returns that: "5.1 to 7.4x". */
char *row_ratio_text (char *text, enum ratio_ground ground,
                      struct estimate estimate);

/* Where a row stands among those of its block. */
enum tie {
  TIE_SLOWER, /* measurably slower, or without a time */
  TIE_LEAST,  /* it has the least time */
  TIE_EQUAL   /* not measurably slower than that */
};

/* Sets that of each row; all are slower when fewer than two have a time. */
void rows_tie (enum tie *tie, const struct block *block,
               const struct rounds *rounds);

/* The fastest row of the CPU and the fastest of the GPU, where a block has
 * both.  Speed-ups compare rows of one device; this is the only figure across
 * devices. */

struct best_rows {
  const struct case_record *faster, *slower;
  struct estimate ratio; /* of the slower one's time to the faster one's */
  enum ratio_ground ground;
};

/* False when a device has no row with a time. */
bool best_rows_find (struct best_rows *best, const struct block *block,
                     const struct rounds *rounds);

/* The unit that the rates of a block are shown in. */

/* The SI unit, NULL when rows have different ones, and the largest rate, which
 * selects the prefix (base/units.h). */
struct rate_unit {
  const char *si;
  double largest;
};

struct rate_unit rate_unit_of (const struct block *block);

/* A record's rate in that unit; NaN when it has none. */
double rate_in_unit (const struct case_record *record, const char *si);

#endif
