/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/xalloc.h"
#include "run/child.h"
#include "run/queries.h"

/* Workers at a time. */
enum { AT_ONCE = 8 };

/* A worker and its query. */
struct query_worker {
  struct query *query; /* NULL: this slot is free */
  struct child child;
  struct deadline deadline;
  bool behind; /* the deadline follows from another's answer */
  bool mute;   /* it closed its output */
};

struct query_batch {
  struct query_worker worker[AT_ONCE];
  double seconds, behind;
  bool any; /* a query has a reply, and behind > 0 */
};

/* Once one has answered, the others get that much more time. */
static void
hurry_worker (const struct query_batch *batch, struct query_worker *w)
{
  if (w->deadline.left <= batch->behind)
    return;
  deadline_start (&w->deadline, batch->behind);
  w->behind = true;
}

static void
start_worker (struct query_batch *batch, struct query_worker *w,
              struct query *query)
{
  if (interrupt_signal () != 0) {
    query->why = xstrdup ("interrupted");
    return;
  }
  if (!child_spawn (&w->child, CHILD_WORKER, 0))
    return;
  /* An error is reported by the wait for the answer. */
  child_send (&w->child, json_incref (query->request));
  deadline_start (&w->deadline, batch->seconds);
  w->behind = w->mute = false;
  w->query = query;
  if (batch->any)
    hurry_worker (batch, w);
}

/* Returns what a worker printed, without the end of the last line, to be freed;
 * NULL: nothing. */
static char *
printed_text (struct child *child)
{
  char *printed = child_output (child);
  size_t n = printed != NULL ? strlen (printed) : 0;

  while (n > 0 && printed[n - 1] == '\n')
    printed[--n] = '\0';
  if (n > 0)
    return printed;
  free (printed);
  return NULL;
}

/* The last line that a worker printed may be the reason when a plugin ends its
 * process. */
static char *
last_line (struct child *child)
{
  char *printed = printed_text (child), *last, *line;

  if (printed == NULL)
    return NULL;
  last = strrchr (printed, '\n');
  line = xstrdup (last != NULL ? last + 1 : printed);
  free (printed);
  return line;
}

/* Reads a worker's answer.  False when it is still due. */
static bool
read_answer (const struct query_batch *batch, struct query_worker *w)
{
  struct query *query = w->query;

  switch (child_wait (&w->child, 0, &query->reply, &query->why)) {
  case CHILD_ANSWERED:
    return true;
  case CHILD_TIMEOUT:
    if (!deadline_is_over (&w->deadline))
      return false;
    query->why
        = w->behind
              ? xasprintf ("it did not answer within %g s of another's answer",
                           batch->behind)
              : xasprintf ("it did not answer within %g s", batch->seconds);
    child_print_stack (&w->child);
    query->printed = printed_text (&w->child);
    return true;
  case CHILD_INTERRUPTED:
    query->why = xstrdup ("interrupted");
    return true;
  case CHILD_CRASHED:
  case CHILD_BESIDE:
    break;
  }
  query->printed = last_line (&w->child);
  return true;
}

/* Waits until a worker answers, prints or ends, or the next deadline. */
static void
wait_for_any (struct query_batch *batch)
{
  struct pollfd frames[2 * AT_ONCE], *prints = frames + AT_ONCE;
  int ms = -1;

  for (int i = 0; i < AT_ONCE; i++) {
    struct query_worker *w = &batch->worker[i];
    const bool waits = w->query != NULL;

    frames[i] = (struct pollfd){ waits ? w->child.frames : -1, POLLIN, 0 };
    prints[i] = (struct pollfd){ waits && !w->mute ? w->child.output : -1,
                                 POLLIN, 0 };
    if (waits) {
      const int left = deadline_poll_ms (&w->deadline);

      ms = ms < 0 || left < ms ? left : ms;
    }
  }
  if (ms >= 0 && clock_poll (frames, 2 * AT_ONCE, 1e-3 * ms) > 0)
    for (int i = 0; i < AT_ONCE; i++)
      batch->worker[i].mute
          |= prints[i].revents != 0 && (prints[i].revents & POLLIN) == 0;
}

/* Ends the workers that are done.  Returns how many are still at work. */
static size_t
end_finished (struct query_batch *batch)
{
  size_t n = 0;

  for (int i = 0; i < AT_ONCE; i++) {
    struct query_worker *w = &batch->worker[i];

    if (w->query == NULL)
      continue;
    if (!read_answer (batch, w)) {
      n++;
      continue;
    }
    child_kill (&w->child);
    if (w->query->reply != NULL && batch->behind > 0 && !batch->any) {
      batch->any = true;
      for (int j = 0; j < AT_ONCE; j++)
        hurry_worker (batch, &batch->worker[j]);
    }
    w->query = NULL;
  }
  return n;
}

void
queries_answer (struct query *query, size_t n, double seconds, double behind)
{
  struct query_batch batch = { .seconds = seconds, .behind = behind };
  size_t next = 0, waiting = 0;

  while (next < n || waiting > 0) {
    for (int i = 0; i < AT_ONCE; i++)
      while (next < n && batch.worker[i].query == NULL)
        start_worker (&batch, &batch.worker[i], &query[next++]);
    wait_for_any (&batch);
    waiting = end_finished (&batch);
  }
}

void
queries_free (struct query *query, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    json_decref (query[i].request);
    json_decref (query[i].reply);
    free (query[i].why);
    free (query[i].printed);
  }
}
