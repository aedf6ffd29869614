/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The journal: the records of a run, one JSON object a line, in memory for the
 * report and, with -o, in a file as the run goes.
 */
#ifndef JOURNAL_H
#define JOURNAL_H

#include <jansson.h>
#include <stdbool.h>

/* How records are written.  Fifteen digits are what a double holds of any
 * decimal: they come back the same each time a record is read and written. */
#define JOURNAL_DUMP (JSON_COMPACT | JSON_REAL_PRECISION (15))

struct journal {
  json_t *records; /* array */
  char *path;      /* NULL: none is written */
  int fd;
  bool failed; /* complained of once */
};

/* path NULL: memory only; "-": standard output.  Complains and returns false
 * when the file can't be made. An existing file is replaced. */
bool journal_open (struct journal *journal, const char *path);
/* Whether writing to path leaves input, a file that the run reads, as it is;
 * complains when it does not.  path NULL and "-" write to no named file. */
bool journal_spares (const char *path, const char *input);
/* Takes over the reference; writes the line and flushes it.  False when it
 * could not be written (complained of once; the run goes on in memory). */
bool journal_add (struct journal *journal, json_t *record);
/* Syncs and closes the file; false when anything was not written. */
bool journal_close (struct journal *journal);

/* Reads records back from a file, or "-", standard input; NULL and a complaint
 * when it is none.  A last line that was cut short by a crash is left out, with
 * a warning. */
json_t *journal_read (const char *path);

#endif
