/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The journal: the records of a run, kept in memory for the report and, with
 * -o, appended to a file as the run goes, one JSON object per line.
 *
 * Each line is written by itself when its case is over, so that a killed run
 * leaves whole records behind, and at most one line that was cut short.  The
 * file is locked while the run lasts.  After a write error the run goes on in
 * memory, and nothing more is appended: a line after a cut one could be
 * misread.
 */
#ifndef JOURNAL_H
#define JOURNAL_H

#include <stdbool.h>
#include <sys/types.h>

#include "record/records.h"

struct journal {
  struct records records;
  char *path; /* NULL: no file */
  int fd;
  off_t bytes;  /* of whole lines in a file that is resumed */
  bool unended; /* the last of them lacks its newline */
  bool failed;  /* a write error was reported */
};

/* Opens a new file, and replaces an existing one.  path is NULL for memory
 * only, "-" for standard output.  False, after a message, when the file can't
 * be written or another run writes it. */
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
/* True once records that go to standard output can't be written: then a report
 * can't, either. */
bool journal_is_lost (const struct journal *journal);
/* Syncs and closes the file, and frees the records.  False when a record was
 * not written. */
bool journal_close (struct journal *journal);

#endif
