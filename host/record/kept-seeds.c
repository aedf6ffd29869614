/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "record/kept-seeds.h"
#include "record/run-record.h"

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

/* Only a regular file: a pipe can be read but once. */
static FILE *
open_file (const char *path)
{
  int fd = open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  struct stat about;
  FILE *file = NULL;

  if (fd >= 0 && fstat (fd, &about) == 0 && S_ISREG (about.st_mode))
    file = fdopen (fd, "r");
  if (fd >= 0 && file == NULL)
    close (fd);
  return file;
}

void
kept_seeds_apply (struct jobs *jobs, const char *path)
{
  int64_t *seed = xcalloc (jobs->n, sizeof *seed);
  FILE *file = open_file (path);
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
