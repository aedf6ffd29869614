/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reads a file of records.  It has one run, or several where files were
 * concatenated; runs are kept apart.
 */
#ifndef RECORD_RUNS_H
#define RECORD_RUNS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "record/records.h"
#include "suite/job.h"

/* Starts zeroed. */
struct runs {
  struct records *run; /* each begins with its run record */
  int *line;           /* line of that record */
  size_t n;
  off_t bytes;  /* up to the end of the last whole line */
  bool unended; /* that line lacks its newline */
};

/* Gets a record while it is read; it is valid during the call only.  False ends
 * the reading. */
typedef bool visit_record_fn (void *user, const struct record *record);

/* Reads a file, or "-", standard input, and joins the parts of each run.
 * Leaves out a line that is blank, cut short or no record, after a message.
 * False, with nothing to free, after a message when there is no run. */
bool runs_read (struct runs *runs, const char *path);
/* Reads a regular file that has one run in one part: passes each record to take
 * as it is read, and keeps none.  False without a message where take ended
 * it. */
bool runs_read_each (struct runs *runs, const char *path, visit_record_fn *take,
                     void *user);
/* Reads an open file, closes it, and leaves the parts of each run unjoined
 * (record/parts.c).  Succeeds without any run where no record was finished. */
bool runs_read_parts (struct runs *runs, FILE *file, const char *path);
void runs_free (struct runs *runs);

/* Seeds of random searches, read from a file of records that a run resumes, so
 * that it draws the same combinations. */

/* Sets the seed of each job that has a random search without one, to that of
 * the job of the same name in the file's last run.  Ignores a file that can't
 * be read: resuming reports it. */
void kept_seeds_apply (struct jobs *jobs, const char *path);

/* The parts of a run that was resumed.  Each part begins with a run record of
 * its own, which lists the earlier cases that no longer count. */

/* True where a run record continues the run before it. */
bool record_resumes (const json_t *run);

/* Joins all parts into one run, as if it had never been interrupted: one run
 * record; the cases that count, in the order of the suite; each fault after
 * the cases of its problem; and the last part's end record, if any.  Leaves
 * records of one part unchanged. */
void records_join (struct records *records);

#endif
