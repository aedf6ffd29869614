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

#include "base/sha256.h"
#include "record/records.h"
#include "suite/job.h"

/* Starts zeroed. */
struct runs {
  struct records *run; /* each begins with its run record */
  int *line;           /* line of that record */
  size_t n;
  off_t bytes;  /* up to the end of the last whole line; 0: without any run */
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
/* True where a text begins as a file of records does, or may after n bytes. */
bool begins_run (const char *text, size_t n);

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

/* The journal: the records of a run, kept in memory for the report and, with
 * -o, appended to a file as the run goes, one JSON object per line.
 *
 * Each line is written by itself when its case is over, so that a killed run
 * leaves whole records behind, and at most one line that was cut short.  The
 * file is synced at the end, and before that when a case ends 5 s after the
 * begin or the last time: the next one is then being set up.  The file is
 * locked while the run lasts, where the file system has locks.  After a write
 * error, or when another process removed or changed the file, the run goes on
 * in memory, and nothing more is appended: a line after a cut one could be
 * misread. */

struct journal {
  struct records records;
  char *path; /* NULL: no file */
  int fd;
  off_t bytes;        /* of the file: of whole lines where it is resumed */
  bool unended;       /* the last of them lacks its newline */
  bool written;       /* the file has a line of this part */
  double synced;      /* clock_now of the last fsync, or of the begin */
  bool failed;        /* a write error was reported */
  struct sha256 hash; /* of the lines of this part: from its run record on */
};

/* Opens a new file, and replaces an existing one of records.  path is NULL for
 * memory only, "-" for standard output.  False, after a message, when the file
 * can't be written, another run writes it, or it has something else. */
bool journal_open (struct journal *journal, const char *path);
/* Opens a file to resume, and makes one where there is none.  Its last run, in
 * its parts (record/parts.c), becomes the journal's records.  Returns
 * EXIT_PASSED; else, after a message and with nothing open, EXIT_USAGE where it
 * is no such file, or EXIT_HOST where it can't be written. */
int journal_reopen (struct journal *journal, const char *path);
/* Removes from a resumed file a last line that was cut short; before this the
 * file is unchanged.  False as journal_add. */
bool journal_cut_tail (struct journal *journal);
/* False, after a message, where writing to path would overwrite input, a file
 * that the run reads. path may be NULL or "-". */
bool journal_keeps_input (const char *path, const char *input);
/* Adds a record, which must be in the pool of the journal's records, and writes
 * its line.  False when it could not be written, after one message for all
 * records. */
bool journal_add (struct journal *journal, const struct fields *fields,
                  void *record);
/* Returns the hash of the lines of this part so far, in the form of end_record,
 * in the pool of its records; NULL: there is no file. */
const char *journal_hash (struct journal *journal);
/* True once records that go to standard output can't be written: then a report
 * can't, either. */
bool journal_is_lost (const struct journal *journal);
/* Syncs and closes the file, and frees the records.  False when a record was
 * not written. */
bool journal_close (struct journal *journal);

#endif
