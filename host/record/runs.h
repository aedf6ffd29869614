/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The runs that a file of records has: one, or more where such files were put
 * together, which are not to be mixed.
 */
#ifndef RUNS_H
#define RUNS_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "record/records.h"

/* Zeroed: none. */
struct runs {
  struct records *run; /* each begins with its run record */
  int *line;           /* where that is */
  size_t n;
  off_t bytes;  /* to the end of the last line that is whole */
  bool unended; /* which lacks the sign for it */
};

/* Takes a record when it was read, which lasts no longer than the call; false
 * ends the reading. */
typedef bool visit_record_fn (void *user, const struct record *record);

/* Reads a file, or "-", standard input; each run has its parts joined.  A line
 * that is blank, was cut short or is no record is left out, with a warning.
 * False, nothing to free and a complaint where nothing is read. */
bool runs_read (struct runs *runs, const char *path);
/* Likewise, but of a file (no pipe) that has one run in one part, take gets all
 * records as they are read, and runs none of them.  False without a complaint
 * where take ended it. */
bool runs_read_each (struct runs *runs, const char *path, visit_record_fn *take,
                     void *user);
/* Reads an open file, which is closed, and leaves runs in their parts, as
 * record/parts.h has them.  A file in which no record was finished is good, and
 * has no run. */
bool runs_read_parts (struct runs *runs, FILE *file, const char *path);
void runs_free (struct runs *runs);

#endif
