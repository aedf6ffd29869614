/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The journal: the records of a run, one JSON object a line, in memory for the
 * report and, with -o, in a file as the run goes.
 */
#ifndef JOURNAL_H
#define JOURNAL_H

#include <stdbool.h>
#include <sys/types.h>

#include "record/records.h"

struct journal {
  struct records records;
  char *path; /* NULL: none is written */
  int fd;
  off_t bytes;  /* of whole lines in a file that is gone on with */
  bool unended; /* the last of which lacks the sign for it */
  bool failed;  /* complained of once */
};

/* path NULL: memory only; "-": standard output.  Complains and returns false
 * when the file can't be made, or another run is writing it.  An existing file
 * is replaced. */
bool journal_open (struct journal *journal, const char *path);
/* Opens a file to go on with, made when there is none: its last run, in its
 * parts (record/parts.h), becomes the journal's records, of which there are
 * none where none was finished.  Complains where it is no such file
 * (EXIT_USAGE), or can't be written (EXIT_HOST); nothing is open then. */
int journal_reopen (struct journal *journal, const char *path);
/* Drops from such a file a last line that was cut short: until then it is as it
 * was.  False as of journal_add. */
bool journal_cut_tail (struct journal *journal);
/* Whether writing to path leaves input, a file that the run reads, as it is;
 * complains when it does not.  path NULL and "-" write to no named file. */
bool journal_keeps_input (const char *path, const char *input);
/* Adds a record, which is in the pool of the journal's records, and writes its
 * line.  False when that could not be written (complained of once; the run goes
 * on in memory). */
bool journal_add (struct journal *journal, const struct fields *fields,
                  void *record);
/* Whether nobody gets any more of it: neither records nor a report. */
bool journal_is_lost (const struct journal *journal);
/* Syncs and closes the file, and frees the records; false when anything was not
 * written. */
bool journal_close (struct journal *journal);

#endif
