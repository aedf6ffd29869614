/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/xalloc.h"
#include "process/child.h"
#include "process/describe.h"
#include "process/patience.h"

/* Workers side by side. */
enum { AT_ONCE = 8 };

/* A worker that was asked. */
struct asked {
  struct child child;
  struct patience patience;
  bool mute;                /* it closed what it prints to */
  struct described *answer; /* where its answer goes; NULL: nobody was */
};

struct describing {
  struct asked asked[AT_ONCE];
  double seconds;
};

static void
start (struct describing *d, struct asked *asked,
       const struct plugin_file *file, struct described *answer)
{
  json_t *request;

  if (!child_spawn (&asked->child, CHILD_WORKER, NULL))
    return;
  request = json_pack ("{s:s, s:s, s:s}", "op", "describe", "path", file->path,
                       "identity", file->identity);
  /* One that is gone already is told of when it is waited for. */
  child_send (&asked->child, request);
  json_decref (request);
  patience_begin (&asked->patience, d->seconds);
  asked->mute = false;
  asked->answer = answer;
}

/* Adds the last line that the plugin printed: where it ends its process, that
 * may be why. */
static void
add_printed (struct described *answer, struct child *child)
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
take (const struct describing *d, struct asked *asked)
{
  struct described *answer = asked->answer;
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
    if (!patience_over (&asked->patience))
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
wait_for_any (struct describing *d)
{
  struct pollfd frames[2 * AT_ONCE], *prints = frames + AT_ONCE;
  bool any = false;
  int ms = 0;

  for (int i = 0; i < AT_ONCE; i++) {
    struct asked *asked = &d->asked[i];
    bool waits = asked->answer != NULL;
    int may = waits ? patience_ms (&asked->patience) : 0;

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
settle (struct describing *d)
{
  size_t n = 0;

  for (int i = 0; i < AT_ONCE; i++) {
    struct asked *asked = &d->asked[i];

    if (asked->answer == NULL)
      continue;
    if (!take (d, asked)) {
      n++;
      continue;
    }
    child_kill (&asked->child);
    asked->answer = NULL;
  }
  return n;
}

struct described *
describe (const struct plugin_file *file, size_t n, double seconds)
{
  struct describing d = { .seconds = seconds };
  struct described *answer = xcalloc (n, sizeof *answer);
  size_t next = 0, waiting = 0;

  while (next < n || waiting > 0) {
    for (int i = 0; i < AT_ONCE; i++)
      for (; next < n && d.asked[i].answer == NULL; next++)
        if (interrupt_signal () != 0)
          answer[next].why = xstrdup ("interrupted");
        else
          start (&d, &d.asked[i], &file[next], &answer[next]);
    wait_for_any (&d);
    waiting = settle (&d);
  }
  return answer;
}

void
described_free (struct described *described, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    json_decref (described[i].plugin);
    free (described[i].why);
  }
  free (described);
}
