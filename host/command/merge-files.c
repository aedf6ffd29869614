/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <jansson.h>
#include <pthread.h>
#include <sys/stat.h>

#include "base/message.h"
#include "base/processors.h"
#include "command/merge-files.h"
#include "command/merge.h"

/* What a file that is merged may have at the most: the records of one rank, and
 * they are in memory while they are read. */
#define FILE_MOST ((off_t)256 << 20)

/* More threads would have more of such files in memory. */
enum { THREADS_MOST = 8 };

/* What the threads share. */
struct files {
  pthread_mutex_t lock; /* of what follows */
  pthread_cond_t added; /* another file was */
  struct fleet *fleet;
  const struct options *options;
  int next;    /* file to be read */
  int n_added; /* files, so that the next is that number */
};

static bool
is_too_large (const char *path)
{
  struct stat about;

  if (stat (path, &about) < 0 || !S_ISREG (about.st_mode)
      || about.st_size <= FILE_MOST)
    return false;
  message_print (
      "%s has %lld bytes, and %lld is the most of a file among others: "
      "it is left out",
      path, (long long)about.st_size, (long long)FILE_MOST);
  return true;
}

/* In the order of the files, whichever was read first: a report is the same
 * each time. */
static void
add_in_turn (struct files *r, int number, const struct runs *runs)
{
  pthread_mutex_lock (&r->lock);
  while (r->n_added < number)
    pthread_cond_wait (&r->added, &r->lock);
  r->fleet->n_files++;
  if (runs->n > 0)
    merge_add (r->fleet, runs, r->options->argument[number]);
  else
    r->fleet->n_refused++;
  r->n_added++;
  pthread_cond_broadcast (&r->added);
  pthread_mutex_unlock (&r->lock);
}

static int
take_next (struct files *r)
{
  int number;

  pthread_mutex_lock (&r->lock);
  number = r->next++;
  pthread_mutex_unlock (&r->lock);
  return number;
}

static void *
read_files (void *user)
{
  struct files *r = user;
  int number;

  while ((number = take_next (r)) < r->options->n_arguments) {
    const char *path = r->options->argument[number];
    struct runs runs = { 0 };

    if (!is_too_large (path))
      runs_read (&runs, path);
    add_in_turn (r, number, &runs);
    runs_free (&runs);
  }
  return NULL;
}

static int
threads_for (int n_files)
{
  cpu_set_t usable;
  int n;

  processors_get_usable (&usable);
  n = CPU_COUNT (&usable) < THREADS_MOST ? CPU_COUNT (&usable) : THREADS_MOST;
  return n < n_files ? n : n_files;
}

void
merge_files (struct fleet *fleet, const struct options *options)
{
  struct files files = { .lock = PTHREAD_MUTEX_INITIALIZER,
                         .added = PTHREAD_COND_INITIALIZER,
                         .fleet = fleet,
                         .options = options };
  pthread_t thread[THREADS_MOST];
  int n = 0, wanted = threads_for (options->n_arguments);

  /* What else the first of them to parse would do. */
  json_object_seed (0);
  /* This thread is one of them, and reads all where there is no other. */
  while (n + 1 < wanted
         && pthread_create (&thread[n], NULL, read_files, &files) == 0)
    n++;
  read_files (&files);
  for (int i = 0; i < n; i++)
    pthread_join (thread[i], NULL);
}
