/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/complain.h"
#include "base/write-all.h"
#include "base/xalloc.h"
#include "record/journal.h"

/* A file that standard output goes to already has its own place to write at:
 * opened again, each would write over the other. */
static bool
is_output_file (const char *path)
{
  struct stat file, output;

  return stat (path, &file) == 0 && S_ISREG (file.st_mode)
         && fstat (STDOUT_FILENO, &output) == 0 && file.st_dev == output.st_dev
         && file.st_ino == output.st_ino;
}

static bool
open_file (struct journal *journal)
{
  const char *path = journal->path;

  if (strcmp (path, "-") != 0 && is_output_file (path)) {
    complain ("%s is where standard output goes: write -o -", path);
    return false;
  }
  if (strcmp (path, "-") == 0)
    journal->fd = fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  else
    journal->fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (journal->fd >= 0)
    return true;
  if (errno == EISDIR)
    complain ("%s is a folder: name a file in it with -o", path);
  else
    complain ("%s can't be written: %s: name another file with -o", path,
              strerror (errno));
  return false;
}

bool
journal_spares (const char *path, const char *input)
{
  struct stat out, in;

  if (path == NULL || strcmp (path, "-") == 0 || stat (path, &out) < 0
      || stat (input, &in) < 0 || out.st_dev != in.st_dev
      || out.st_ino != in.st_ino)
    return true;
  complain ("-o %s would write over %s: name another file with -o", path,
            input);
  return false;
}

bool
journal_open (struct journal *journal, const char *path)
{
  *journal = (struct journal){ .fd = -1 };
  if (path != NULL) {
    journal->path = xstrdup (path);
    if (!open_file (journal)) {
      free (journal->path);
      journal->path = NULL;
      return false;
    }
  }
  return true;
}

static bool
complain_of_write (struct journal *journal)
{
  const int error = errno;
  const char *remedy = write_remedy (error);

  /* Once is enough: a full disk would fail at every case. */
  if (!journal->failed)
    complain (
        "%s is not complete: %s: %s",
        strcmp (journal->path, "-") == 0 ? "standard output" : journal->path,
        strerror (error),
        remedy != NULL ? remedy : "run again with -o where there is room");
  journal->failed = true;
  return false;
}

/* Appends a line to the file; errno tells why it can't. */
static bool
write_line (int fd, const struct fields *fields, const void *record)
{
  char *line = record_line (fields, record);
  size_t n;
  bool good;

  if (line == NULL) {
    errno = ENOMEM;
    return false;
  }
  n = strlen (line);
  line[n] = '\n'; /* the end goes out with its line */
  good = write_all (fd, line, n + 1);
  free (line);
  return good;
}

bool
journal_add (struct journal *journal, const struct fields *fields, void *record)
{
  records_add (&journal->records, fields, record);
  if (journal->fd < 0)
    return true;
  /* After a line that was cut, a further one would only be misread. */
  if (journal->failed)
    return false;
  return write_line (journal->fd, fields, record)
         || complain_of_write (journal);
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
    /* Pipes and terminals can't be synced: that is no fault. */
    if (fsync (journal->fd) < 0 && errno != EINVAL && errno != ENOTSUP
        && errno != EROFS)
      complain_of_write (journal);
    if (close (journal->fd) < 0 && errno != EINTR)
      complain_of_write (journal);
  }
  records_free (&journal->records);
  free (journal->path);
  journal->path = NULL;
  journal->fd = -1;
  return !journal->failed;
}

/* What is wrong with a record, as text for a complaint; NULL: nothing. */
static const char *
check_record (const json_t *record, bool first)
{
  const char *type = json_string_value (json_object_get (record, "type"));
  json_int_t format = json_integer_value (json_object_get (record, "format"));

  if (type == NULL)
    return "not a record: it has no type; are these records that gkhost wrote "
           "with -o?";
  if (first && strcmp (type, "run") != 0)
    return "records begin with a run record; is the first line missing?";
  if (first && (format < 1 || format > RECORD_FORMAT))
    return "written in another format: read it with the gkhost that wrote it";
  return NULL;
}

static bool
add_line (struct records *records, const char *path, int number,
          const char *line, size_t n)
{
  json_error_t error;
  json_t *record = json_loadb (line, n, JSON_REJECT_DUPLICATES, &error);
  const char *wrong;

  if (record == NULL) {
    /* No end of line: the run, or the machine, died in the midst of it. */
    if (line[n - 1] != '\n' && number > 1) {
      complain_at (path, number, "the last line was cut short and is left out");
      return true;
    }
    /* A suite, or a report in another format. */
    if (number == 1)
      complain ("%s: this is not a file of records: name one that gkhost wrote "
                "with -o",
                path);
    else
      complain_at (path, number, "not JSON: %s", error.text);
    return false;
  }
  wrong = check_record (record, number == 1);
  if (wrong != NULL)
    complain_at (path, number, "%s", wrong);
  else
    records_add_json (records, record);
  json_decref (record);
  return wrong == NULL;
}

static bool
read_lines (struct records *records, FILE *file, const char *path)
{
  char *line = NULL;
  size_t room = 0;
  ssize_t n;
  int number = 0;
  bool good = true;

  while (good && (n = getline (&line, &room, file)) > 0)
    good = add_line (records, path, ++number, line, (size_t)n);
  free (line);
  if (good && ferror (file)) {
    complain ("%s can't be read: %s", path, strerror (errno));
    return false;
  }
  if (good && number == 0) {
    complain ("%s is empty: name a file of records that gkhost wrote with -o",
              path);
    return false;
  }
  return good;
}

bool
journal_read (struct records *records, const char *path)
{
  bool from_stdin = strcmp (path, "-") == 0, good;
  FILE *file = from_stdin ? stdin : fopen (path, "re");

  *records = (struct records){ 0 };
  if (from_stdin)
    path = "standard input";
  if (file == NULL) {
    complain ("%s can't be read: %s: name a file of records that gkhost wrote "
              "with -o",
              path, strerror (errno));
    return false;
  }
  good = read_lines (records, file, path);
  if (!good)
    records_free (records);
  if (!from_stdin)
    fclose (file);
  return good;
}
