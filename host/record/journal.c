/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/message.h"
#include "base/read-file.h"
#include "base/xalloc.h"
#include "record/runs.h"

/* Seconds between two fsyncs, which would take time from short cases if each
 * had one. */
#define SYNC_SECONDS 5

static bool
is_same (const struct stat *a, const struct stat *b)
{
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Standard output has an offset of its own in the file: a second open would
 * overwrite what the first one writes. */
static bool
is_output_file (const char *path)
{
  struct stat file, output;

  return stat (path, &file) == 0 && S_ISREG (file.st_mode)
         && fstat (STDOUT_FILENO, &output) == 0 && is_same (&file, &output);
}

static bool
complain_of_open (const char *path)
{
  if (errno == EISDIR)
    message_print ("%s is a folder: name a file in it with -o", path);
  else
    message_print ("%s can't be written: %s: name another file with -o", path,
                   strerror (errno));
  return false;
}

/* A run that was believed to be dead would write into the same file.  Without
 * locks, as on some file systems, file_change finds that out. */
static bool
lock_file (const struct journal *journal)
{
  if (flock (journal->fd, LOCK_EX | LOCK_NB) == 0)
    return true;
  if (errno != EWOULDBLOCK) {
    message_print ("%s can't be locked: %s: let no other run write it",
                   journal->path, strerror (errno));
    return true;
  }
  message_print ("%s is being written by another gkhost: wait for its end, or "
                 "name another file with -o",
                 journal->path);
  return false;
}

/* O_APPEND: no holes where another process truncates or writes the file. */
static bool
open_file (struct journal *journal, int access)
{
  const char *path = journal->path;

  if (is_output_file (path)) {
    message_print ("%s is where standard output goes: use -o -", path);
    return false;
  }
  journal->fd = open (path, access | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (journal->fd < 0)
    return complain_of_open (path);
  return !fd_is_file (journal->fd) || lock_file (journal);
}

/* False, after a message, for a file with other content than records: -o may be
 * mistyped. */
static bool
may_replace (const struct journal *journal)
{
  struct stat about;
  char begin[16];
  size_t n = 0;
  FILE *file;

  if (fstat (journal->fd, &about) == 0 && about.st_size == 0)
    return true;
  file = fopen (journal->path, "re");
  if (file != NULL) {
    n = fread (begin, 1, sizeof begin, file);
    fclose (file);
  }
  if (n > 0 && begins_run (begin, n))
    return true;
  message_print ("%s is no file of records: remove it, or name another file "
                 "with -o",
                 journal->path);
  return false;
}

static bool
open_new (struct journal *journal)
{
  if (strcmp (journal->path, "-") == 0) {
    journal->fd = fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    return journal->fd >= 0 || complain_of_open ("standard output");
  }
  if (!open_file (journal, O_WRONLY))
    return false;
  return !fd_is_file (journal->fd)
         || (may_replace (journal)
             && (ftruncate (journal->fd, 0) == 0
                 || complain_of_open (journal->path)));
}

bool
journal_keeps_input (const char *path, const char *input)
{
  struct stat out, in;

  if (path == NULL || strcmp (path, "-") == 0 || stat (path, &out) < 0
      || stat (input, &in) < 0 || !is_same (&out, &in))
    return true;
  message_print ("-o %s would write over %s: name another file with -o", path,
                 input);
  return false;
}

static void
journal_abandon (struct journal *journal)
{
  if (journal->fd >= 0)
    close (journal->fd);
  free (journal->path);
  *journal = (struct journal){ .fd = -1 };
}

bool
journal_open (struct journal *journal, const char *path)
{
  *journal = (struct journal){ .fd = -1 };
  if (path == NULL)
    return true;
  journal->path = xstrdup (path);
  if (open_new (journal))
    return true;
  journal_abandon (journal);
  return false;
}

/* The last run of the file becomes the journal's records. */
static int
read_back (struct journal *journal)
{
  int fd = fcntl (journal->fd, F_DUPFD_CLOEXEC, 3);
  FILE *file = fd >= 0 ? fdopen (fd, "r") : NULL;
  struct runs runs;

  if (file == NULL) {
    message_print ("%s can't be read: %s", journal->path, strerror (errno));
    return EXIT_HOST;
  }
  if (!runs_read_parts (&runs, file, journal->path))
    return EXIT_USAGE;
  journal->bytes = runs.bytes;
  journal->unended = runs.unended;
  if (runs.n > 0) {
    journal->records = runs.run[runs.n - 1];
    runs.run[runs.n - 1] = (struct records){ 0 };
  }
  runs_free (&runs);
  return EXIT_PASSED;
}

int
journal_reopen (struct journal *journal, const char *path)
{
  int status = EXIT_HOST;

  *journal = (struct journal){ .fd = -1, .path = xstrdup (path) };
  if (open_file (journal, O_RDWR)) {
    if (fd_is_file (journal->fd))
      status = read_back (journal);
    else {
      message_print ("--resume: %s is not a regular file: name one with -o",
                     path);
      status = EXIT_USAGE;
    }
  }
  if (status != EXIT_PASSED)
    journal_abandon (journal);
  return status;
}

/* One message only: a full disk fails at every case. */
static void
journal_fail (struct journal *journal, const char *why, const char *remedy)
{
  if (!journal->failed)
    message_print ("%s is not complete: %s: %s",
                   strcmp (journal->path, "-") == 0 ? "standard output"
                                                    : journal->path,
                   why, remedy);
  journal->failed = true;
}

static bool
complain_of_write (struct journal *journal)
{
  const int error = errno;
  const char *remedy = write_all_remedy (error);

  journal_fail (journal, strerror (error),
                remedy != NULL ? remedy
                               : "run again with -o where there is room");
  return false;
}

/* Returns what other processes did to the file; NULL: it is there, and as long
 * as what was written. */
static const char *
file_change (const struct journal *journal)
{
  struct stat file, named;

  if (strcmp (journal->path, "-") == 0 || fstat (journal->fd, &file) < 0
      || !S_ISREG (file.st_mode))
    return NULL;
  if (stat (journal->path, &named) < 0 || !is_same (&file, &named))
    return "it was removed or replaced";
  return file.st_size != journal->bytes ? "another process wrote it" : NULL;
}

static bool
check_file (struct journal *journal)
{
  const char *change = file_change (journal);

  if (change != NULL)
    journal_fail (journal, change, "run again with -o and a file of its own");
  return change == NULL;
}

/* False, with errno set, when the line can't be written. */
static bool
write_line (struct journal *journal, const struct fields *fields,
            const void *record)
{
  char *line = record_line (fields, record);
  size_t n = strlen (line);
  bool good;

  line[n] = '\n'; /* one write for the line and its end */
  if (fields == &run_fields) {
    sha256_begin (&journal->hash);
    journal->synced = clock_now ();
  }
  sha256_add (&journal->hash, line, n + 1);
  journal->written = true;
  good = write_all (journal->fd, line, n + 1);
  journal->bytes += (off_t)n + 1;
  free (line);
  return good;
}

bool
journal_cut_tail (struct journal *journal)
{
  if (ftruncate (journal->fd, journal->bytes) < 0
      || (journal->unended && !write_all (journal->fd, "\n", 1)))
    return complain_of_write (journal);
  journal->bytes += journal->unended;
  return true;
}

/* Writes the records to the disk, so that they outlive a crash of the machine.
 * Pipes and terminals can't be synced. */
static bool
sync_file (struct journal *journal)
{
  journal->synced = clock_now ();
  return fsync (journal->fd) == 0 || errno == EINVAL || errno == ENOTSUP
         || errno == EROFS || complain_of_write (journal);
}

static bool
sync_in_time (struct journal *journal)
{
  return clock_now () - journal->synced < SYNC_SECONDS || sync_file (journal);
}

bool
journal_add (struct journal *journal, const struct fields *fields, void *record)
{
  records_add (&journal->records, fields, record);
  if (journal->fd < 0)
    return true;
  /* A line after a cut one could be misread. */
  if (journal->failed)
    return false;
  /* Before the write: the file may now be another run's. */
  return check_file (journal)
         && (write_line (journal, fields, record)
             || complain_of_write (journal))
         && sync_in_time (journal);
}

const char *
journal_hash (struct journal *journal)
{
  return journal->fd < 0
             ? NULL
             : pool_made (&journal->records.pool, sha256_text (&journal->hash));
}

bool
journal_is_lost (const struct journal *journal)
{
  return journal->failed && strcmp (journal->path, "-") == 0;
}

bool
journal_close (struct journal *journal)
{
  if (journal->fd >= 0) {
    sync_file (journal);
    if (journal->written)
      check_file (journal);
    if (close (journal->fd) < 0 && errno != EINTR)
      complain_of_write (journal);
  }
  records_free (&journal->records);
  free (journal->path);
  journal->path = NULL;
  journal->fd = -1;
  return !journal->failed;
}
