/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/message.h"
#include "base/read-file.h"
#include "base/sha256.h"
#include "base/xalloc.h"
#include "record/case-samples.h"
#include "record/run-record.h"
#include "record/runs.h"

/* ---- Files of records ---- */

/* Each record begins with this. */
#define BEGIN "{\"type\":\""

/* Lines left out that are reported one by one. */
enum { WARNINGS_MOST = 3 };

/* A file while it is read. */
struct file_reading {
  struct runs *runs;
  const char *path;
  int number; /* of the line */
  size_t n_left_out;
  visit_record_fn *take; /* NULL: keep the records */
  void *user;
  struct run_record *part; /* NULL before the first run record */
  struct sha256 hash;      /* of the lines of the part so far */
  bool ended;              /* it has an end record */
  /* Of a file whose records are passed on, in which the end is read first. */
  struct pool scanned;
  struct items seeds;
  size_t seeds_at;
};

static void
skip_line (struct file_reading *r, const char *why)
{
  if (r->n_left_out++ < WARNINGS_MOST)
    message_print_at (r->path, r->number, "%s", why);
}

/* A crash of the machine may leave zeros. */
static bool
is_blank (const char *line, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (memchr (" \t\r\n", line[i], sizeof " \t\r\n") == NULL)
      return false;
  return true;
}

/* Returns the last record that begins within a line, after one that was cut
 * short; NULL: none.  Within a text its quotes would be escaped. */
static const char *
begins_within (const char *line, size_t n)
{
  const char *found = NULL, *from = line + 1, *end = line + n;

  while (from < end
         && (from = memmem (from, (size_t)(end - from), BEGIN, strlen (BEGIN)))
                != NULL)
    found = from++;
  return found;
}

static struct records *
add_run (struct file_reading *r)
{
  struct runs *runs = r->runs;

  runs->run = xgrow (runs->run, runs->n, sizeof runs->run[0]);
  runs->line = xgrow (runs->line, runs->n, sizeof runs->line[0]);
  runs->run[runs->n] = (struct records){ 0 };
  runs->line[runs->n] = r->number;
  return &runs->run[runs->n++];
}

/* Few enough to take little room, enough to be worth freeing a pool. */
enum { LINES_BETWEEN_FREES = 256 };

/* Passes the records on, and drops them. */
static bool
deliver_records (struct file_reading *r, struct records *records)
{
  bool good = true;

  for (size_t i = 0; i < records->n && good; i++)
    good = r->take (r->user, &records->record[i]);
  records->n = 0;
  if (r->number % LINES_BETWEEN_FREES == 0)
    pool_free (&records->pool);
  return good;
}

/* False, after a message, where the case contradicts itself. */
static bool
is_consistent (const struct file_reading *r, const struct case_record *c)
{
  char *why = case_record_contradiction (c);

  if (why == NULL)
    return true;
  message_print_at (r->path, r->number,
                    "case %" PRId64 " contradicts itself: %s; read the file "
                    "that gkhost wrote, or measure again",
                    c->number, why);
  free (why);
  return false;
}

/* Stores the hash of a part that is complete in its run record.  said: that of
 * its end record; NULL: it has none. */
static void
end_part (struct file_reading *r, struct pool *pool, const char *said)
{
  char *hash;
  bool changed;

  if (r->part == NULL || r->ended)
    return;
  r->ended = true;
  /* Records that are passed on are gone. */
  if (r->take != NULL)
    return;
  hash = sha256_text (&r->hash);
  changed = said != NULL && strcmp (hash, said) != 0;
  r->part->parts.changed |= changed;
  texts_add_once (pool, &r->part->parts.hash,
                  xasprintf ("%s%s", hash,
                             changed        ? ", changed since it was written"
                             : said == NULL ? ", which no end record confirms"
                                            : ""));
  free (hash);
}

static void
begin_part (struct file_reading *r, struct run_record *run, struct pool *pool)
{
  end_part (r, pool, NULL);
  r->part = run;
  r->ended = false;
  sha256_begin (&r->hash);
}

/* Opens the seeds of the part's cases.  False, after a message, where they are
 * others than those that a case is committed to. */
static bool
open_seeds (const struct file_reading *r, const struct records *records,
            const struct end_record *end)
{
  size_t begin = records->n, at = 0;

  while (begin > 0 && records->record[begin - 1].fields != &run_fields)
    begin--;
  for (size_t i = begin; i < records->n; i++)
    if (records->record[i].fields == &case_fields) {
      struct case_record *c = records->record[i].of;

      if (!seeds_open (c, &end->seeds, &at))
        return is_consistent (r, c);
    }
  return true;
}

/* Checks a record that was added, and what it says of earlier ones.  False,
 * after a message, where it contradicts itself or them. */
static bool
check_added (struct file_reading *r, struct records *records)
{
  const struct record *record = &records->record[records->n - 1];

  if (record->fields == &run_fields)
    begin_part (r, record->of, &records->pool);
  else if (record->fields == &case_fields) {
    seeds_open (record->of, &r->seeds, &r->seeds_at);
    return is_consistent (r, record->of);
  } else if (record->fields == &end_fields) {
    struct end_record *end = record->of;
    bool good;

    end_part (r, &records->pool, end->hash);
    good = open_seeds (r, records, end);
    /* The seeds are now in the cases' records, which make other lines. */
    end->hash = NULL;
    end->seeds = (struct items){ 0 };
    return good;
  }
  return true;
}

/* False, after a message, where the file can't be read on. */
static bool
add_record (struct file_reading *r, const json_t *json)
{
  struct runs *runs = r->runs;
  const char *type = json_string_value (json_object_get (json, "type"));
  json_int_t format = json_integer_value (json_object_get (json, "format"));
  bool run = type != NULL && strcmp (type, run_fields.name) == 0;
  const char *wrong = NULL;
  struct records *to;
  size_t n;

  if (type == NULL && runs->n > 0) {
    skip_line (r, "not a record: it has no type; it is left out");
    return true;
  }
  if (type == NULL)
    wrong = "not a record: it has no type; are these records that gkhost wrote "
            "with -o?";
  else if (!run && runs->n == 0)
    wrong = "records begin with a run record; is the first line missing?";
  else if (run && (format < 1 || format > RECORD_FORMAT))
    wrong = "written in another format: read it with the gkhost that wrote it";
  else if (run && runs->n > 0 && r->take != NULL)
    wrong = "the file changed while it was read: read it again";
  if (wrong != NULL) {
    message_print_at (r->path, r->number, "%s", wrong);
    return false;
  }
  to = run && (runs->n == 0 || !record_resumes (json))
           ? add_run (r)
           : &runs->run[runs->n - 1];
  n = to->n;
  records_add_json (to, json);
  return (to->n == n || check_added (r, to))
         && (r->take == NULL || deliver_records (r, to));
}

/* Handles a line that is not JSON. */
static bool
add_broken (struct file_reading *r, const char *line, size_t n)
{
  const char *within = begins_within (line, n);
  json_t *json = within != NULL
                     ? json_loadb (within, n - (size_t)(within - line),
                                   JSON_REJECT_DUPLICATES, NULL)
                     : NULL;
  bool good = true;

  if (json != NULL) {
    skip_line (r, "a record was cut short, and is left out; another begins "
                  "within its line");
    good = add_record (r, json);
    json_decref (json);
  } else if (is_blank (line, n))
    skip_line (r, "a blank line is left out");
  else if (line[n - 1] != '\n')
    /* The run or the machine died while it wrote. */
    skip_line (r, "the last line was cut short and is left out");
  else
    skip_line (r, "not JSON: the line is left out");
  return good;
}

bool
begins_run (const char *text, size_t n)
{
  static const char begin[] = BEGIN "run\"";

  return memcmp (text, begin, n < strlen (begin) ? n : strlen (begin)) == 0;
}

static bool
add_line (struct file_reading *r, const char *line, size_t n)
{
  struct runs *runs = r->runs;
  json_t *json = json_loadb (line, n, JSON_REJECT_DUPLICATES, NULL);
  bool good = true, whole = json != NULL;

  if (json != NULL)
    good = add_record (r, json);
  else if (runs->n == 0 && !is_blank (line, n) && !begins_run (line, n)) {
    /* A suite, or a report in another format. */
    message_print (
        "%s: this is not a file of records: name one that gkhost wrote with -o",
        r->path);
    good = false;
  } else
    good = add_broken (r, line, n);
  json_decref (json);
  sha256_add (&r->hash, line, n);
  if (whole || line[n - 1] == '\n')
    runs->bytes += (off_t)n;
  runs->unended = whole && line[n - 1] != '\n';
  return good;
}

static bool
read_lines (struct file_reading *r, FILE *file)
{
  char *line = NULL;
  size_t room = 0;
  ssize_t n;
  bool good = true;

  while (good && (n = getline (&line, &room, file)) > 0) {
    r->number++;
    good = add_line (r, line, (size_t)n);
  }
  free (line);
  if (good && r->runs->n > 0)
    end_part (r, &r->runs->run[r->runs->n - 1].pool, NULL);
  if (good && ferror (file)) {
    message_print ("%s can't be read: %s", r->path, strerror (errno));
    return false;
  }
  if (r->n_left_out > WARNINGS_MOST)
    message_print ("%s: %zu lines are left out in all", r->path, r->n_left_out);
  return good;
}

bool
runs_read_parts (struct runs *runs, FILE *file, const char *path)
{
  struct file_reading reading = { .runs = runs, .path = path };
  bool good;

  *runs = (struct runs){ 0 };
  good = read_lines (&reading, file);
  fclose (file);
  if (!good)
    runs_free (runs);
  if (runs->n == 0)
    runs->bytes = 0;
  return good;
}

/* Keeps the seeds of an end record for the cases before it. */
static void
scan_end (struct file_reading *r, const char *line, size_t n)
{
  static const char word[] = "\"type\":\"end\"";
  json_t *json = memmem (line, n, word, strlen (word)) != NULL
                     ? json_loadb (line, n, JSON_REJECT_DUPLICATES, NULL)
                     : NULL;
  const struct record record = record_from_json (json, &r->scanned);

  if (record.fields == &end_fields)
    r->seeds = ((const struct end_record *)record.of)->seeds;
  json_decref (json);
}

/* True where the file can be read twice, and no second line can begin a run or
 * a part, which would change what comes before it.  A line that merely has the
 * word costs no more than keeping all records. */
static bool
has_one_part (struct file_reading *r, FILE *file)
{
  static const char word[] = "\"run\"";
  const off_t begin = ftello (file);
  char *line = NULL;
  size_t room = 0, found = 0;
  ssize_t n;

  if (!fd_is_file (fileno (file)))
    return false;
  while (found < 2 && (n = getline (&line, &room, file)) > 0) {
    found += memmem (line, (size_t)n, word, strlen (word)) != NULL;
    scan_end (r, line, (size_t)n);
  }
  free (line);
  return fseeko (file, begin, SEEK_SET) == 0 && found < 2;
}

static bool
read_file (struct file_reading *r, FILE *file)
{
  struct runs *runs = r->runs;

  if (r->take != NULL && !has_one_part (r, file)) {
    r->take = NULL;
    r->seeds = (struct items){ 0 };
  }
  if (!read_lines (r, file))
    return false;
  if (runs->n == 0)
    message_print (
        "%s is empty: name a file of records that gkhost wrote with -o",
        r->path);
  for (size_t i = 0; i < runs->n; i++)
    records_join (&runs->run[i]);
  return runs->n > 0;
}

bool
runs_read_each (struct runs *runs, const char *path, visit_record_fn *take,
                void *user)
{
  bool from_stdin = strcmp (path, "-") == 0, good;
  FILE *file = from_stdin ? stdin : fopen (path, "re");
  struct file_reading reading = { .runs = runs,
                                  .path = from_stdin ? "standard input" : path,
                                  .take = take,
                                  .user = user };

  *runs = (struct runs){ 0 };
  if (file == NULL) {
    message_print ("%s can't be read: %s: name a file of records that gkhost "
                   "wrote with -o",
                   path, strerror (errno));
    return false;
  }
  good = read_file (&reading, file);
  pool_free (&reading.scanned);
  if (!good)
    runs_free (runs);
  if (!from_stdin)
    fclose (file);
  return good;
}

bool
runs_read (struct runs *runs, const char *path)
{
  return runs_read_each (runs, path, NULL, NULL);
}

void
runs_free (struct runs *runs)
{
  for (size_t i = 0; i < runs->n; i++)
    records_free (&runs->run[i]);
  free (runs->run);
  free (runs->line);
  *runs = (struct runs){ 0 };
}

/* ---- Seeds of random searches ---- */

/* Sets seed[j] for each job that has one in the run record. */
static void
read_run (int64_t *seed, const struct jobs *jobs, const json_t *json)
{
  struct pool pool = { 0 };
  struct run_record run;
  const struct job_record *job;

  fields_clear (&run_fields, &run);
  fields_from_json (&run_fields, &run, &pool, json, BY_HOST);
  job = run.jobs.item;
  for (size_t i = 0; i < run.jobs.n; i++)
    for (size_t j = 0; j < jobs->n; j++)
      if (job[i].name != NULL && job[i].search_seed > 0
          && strcmp (job[i].name, jobs->job[j].name) == 0)
        seed[j] = job[i].search_seed;
  pool_free (&pool);
}

/* Parses only lines that have the word. */
static void
read_line (int64_t *seed, const struct jobs *jobs, const char *line, size_t n)
{
  static const char word[] = "\"search_seed\"";
  json_t *json = memmem (line, n, word, strlen (word)) != NULL
                     ? json_loadb (line, n, JSON_REJECT_DUPLICATES, NULL)
                     : NULL;
  const char *type = json_string_value (json_object_get (json, "type"));

  if (type != NULL && strcmp (type, run_fields.name) == 0)
    read_run (seed, jobs, json);
  json_decref (json);
}

void
kept_seeds_apply (struct jobs *jobs, const char *path)
{
  int64_t *seed = xcalloc (jobs->n, sizeof *seed);
  struct stat about;
  /* Only a regular file: a pipe can be read but once. */
  FILE *file = stat (path, &about) == 0 && S_ISREG (about.st_mode)
                   ? fopen (path, "re")
                   : NULL;
  char *line = NULL;
  size_t room = 0;
  ssize_t n;

  while (file != NULL && (n = getline (&line, &room, file)) > 0)
    read_line (seed, jobs, line, (size_t)n);
  for (size_t i = 0; i < jobs->n; i++)
    if (jobs->job[i].search.kind == SEARCH_RANDOM
        && jobs->job[i].search.seed == 0)
      jobs->job[i].search.seed = seed[i];
  if (file != NULL)
    fclose (file);
  free (line);
  free (seed);
}
