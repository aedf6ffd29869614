/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/xalloc.h"
#include "run/child.h"
#include "run/describe.h"
#include "run/deadline.h"

/* Workers side by side. */
enum { AT_ONCE = 8 };

/* A worker that was asked. */
struct describe_child {
  struct child child;
  struct deadline deadline;
  bool mute;                    /* it closed what it prints to */
  struct plugin_answer *answer; /* where its answer goes; NULL: nobody was */
};

struct describe_batch {
  struct describe_child asked[AT_ONCE];
  double seconds;
};

static void
start_child (struct describe_batch *d, struct describe_child *asked,
             const struct plugin_file *file, struct plugin_answer *answer)
{
  json_t *request;

  if (!child_spawn (&asked->child, CHILD_WORKER, NULL))
    return;
  request = json_pack ("{s:s, s:s, s:s}", "op", "describe", "path", file->path,
                       "identity", file->identity);
  /* One that is gone already is told of when it is waited for. */
  child_send (&asked->child, request);
  json_decref (request);
  deadline_start (&asked->deadline, d->seconds);
  asked->mute = false;
  asked->answer = answer;
}

/* Adds the last line that the plugin printed: where it ends its process, that
 * may be why. */
static void
add_printed (struct plugin_answer *answer, struct child *child)
{
  char *printed = child_output (child), *last, *why;
  size_t n = printed != NULL ? strlen (printed) : 0;

  while (n > 0 && printed[n - 1] == '\n')
    printed[--n] = '\0';
  if (n > 0) {
    last = strrchr (printed, '\n');
    why = xasprintf ("%s; it printed: %s", answer->why,
                     last != NULL ? last + 1 : printed);
    free (answer->why);
    answer->why = why;
  }
  free (printed);
}

/* Takes what a worker has said so far; false when there is more to wait for. */
static bool
take_plugin_answer (const struct describe_batch *d,
                    struct describe_child *asked)
{
  struct plugin_answer *answer = asked->answer;
  json_t *reply = NULL;

  switch (child_wait (&asked->child, 0, &reply, &answer->why)) {
  case CHILD_ANSWERED:
    answer->plugin = json_incref (json_object_get (reply, "plugin"));
    if (answer->plugin == NULL) {
      const char *error = json_string_value (json_object_get (reply, "error"));

      answer->why = xstrdup (
          error != NULL ? error : "its worker's answer can't be understood");
    }
    json_decref (reply);
    return true;
  case CHILD_TIMEOUT: /* nothing is there */
    if (!deadline_is_over (&asked->deadline))
      return false;
    answer->why
        = xasprintf ("loading it did not finish within %g s", d->seconds);
    add_printed (answer, &asked->child);
    return true;
  case CHILD_INTERRUPTED:
    answer->why = xstrdup ("interrupted");
    return true;
  case CHILD_CRASHED:
  case CHILD_BESIDE:
    add_printed (answer, &asked->child);
    break;
  }
  return true;
}

/* Waits until one of them speaks or ends, or its time may be over. */
static void
wait_for_any (struct describe_batch *d)
{
  struct pollfd frames[2 * AT_ONCE], *prints = frames + AT_ONCE;
  bool any = false;
  int ms = 0;

  for (int i = 0; i < AT_ONCE; i++) {
    struct describe_child *asked = &d->asked[i];
    bool waits = asked->answer != NULL;
    int may = waits ? deadline_poll_ms (&asked->deadline) : 0;

    frames[i] = (struct pollfd){ .fd = waits ? asked->child.frames : -1,
                                 .events = POLLIN };
    prints[i] = (struct pollfd){
      .fd = waits && !asked->mute ? asked->child.output : -1, .events = POLLIN
    };
    if (waits && (!any || may < ms))
      ms = may;
    any |= waits;
  }
  if (poll (frames, 2 * AT_ONCE, ms) > 0)
    for (int i = 0; i < AT_ONCE; i++)
      d->asked[i].mute
          |= prints[i].revents != 0 && (prints[i].revents & POLLIN) == 0;
}

/* Ends those that are done; how many are still waited for. */
static size_t
end_finished (struct describe_batch *d)
{
  size_t n = 0;

  for (int i = 0; i < AT_ONCE; i++) {
    struct describe_child *asked = &d->asked[i];

    if (asked->answer == NULL)
      continue;
    if (!take_plugin_answer (d, asked)) {
      n++;
      continue;
    }
    child_kill (&asked->child);
    asked->answer = NULL;
  }
  return n;
}

struct plugin_answer *
describe_plugins (const struct plugin_file *file, size_t n, double seconds)
{
  struct describe_batch d = { .seconds = seconds };
  struct plugin_answer *answer = xcalloc (n, sizeof *answer);
  size_t next = 0, waiting = 0;

  while (next < n || waiting > 0) {
    for (int i = 0; i < AT_ONCE; i++)
      for (; next < n && d.asked[i].answer == NULL; next++)
        if (interrupt_signal () != 0)
          answer[next].why = xstrdup ("interrupted");
        else
          start_child (&d, &d.asked[i], &file[next], &answer[next]);
    wait_for_any (&d);
    waiting = end_finished (&d);
  }
  return answer;
}

void
plugin_answers_free (struct plugin_answer *described, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    json_decref (described[i].plugin);
    free (described[i].why);
  }
  free (described);
}
