/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The runners as processes: the parent's loop, and what a runner sends.
 *
 * A frame is an object.  {"begin": i}: case i, by its index, begins.  {"case":
 * i, "record": ...}: it has ended.  {"record": ...}: a fault.
 * {"over": b}, the last: whether the run can go on.
 *
 * A runner that ends early is replaced, and the case that it ran runs first in
 * the new one: what ended the old one may have come from outside, or from an
 * earlier case, whose plugin took memory or time from the runner.  A case with
 * which a second runner ends has crashed.  Rows that were kept back for a
 * replay (runner.c) run again, too.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/coverage.h"
#include "base/interrupt.h"
#include "base/message.h"
#include "base/processors.h"
#include "base/xalloc.h"
#include "record/records.h"
#include "run/cpu-affinity.h"
#include "run/frame.h"
#include "run/reaper.h"
#include "run/run-cases.h"

/* Runners that may end before their first case. */
enum { MOST_FRUITLESS = 3 };

struct runner {
  pid_t pid; /* 0: it has ended */
  int frames;
  struct frame_reader reader;
  struct cpu_affinity *affinity; /* of its workers; NULL: any core */
  const char *device;            /* NULL: any */
  const struct indices *list;
  const struct case_ *current; /* the last that began; NULL: none, or it has
                                * ended */
  const struct case_ *suspect; /* runs first, since the runner before this one
                                * ended with it; NULL: none */
  size_t n_begun, n_ended;     /* cases that did so in this process */
  int n_fruitless;             /* runners in which no case began */
  bool over, goes_on;          /* its last frame came, and what it said */
};

struct runners {
  const struct case_runner *r;
  struct runner *runner;
  size_t n;
  bool *ended;          /* by case: its record has arrived */
  struct texts *beside; /* by case: the other devices that ran cases when it
                         * began */
  bool stops;           /* they were asked to stop */
  bool ok;              /* the run can go on */
};

/* ---- In a runner --------------------------------------------------------- */

struct reporter {
  int frames;
  struct pool pool; /* of the record that is reported next */
};

static bool
send_frame (const struct reporter *to, json_t *frame)
{
  const bool ok = frame_write (to->frames, frame, -1);

  json_decref (frame);
  return ok;
}

static void
send_begin (void *user, const struct case_ *c)
{
  send_frame (user, json_pack ("{s:I}", "begin", (json_int_t)c->index));
}

static void
send_fault (void *user, struct fault_record *fault)
{
  send_frame (user, json_pack ("{s:o}", "record",
                               fields_to_json (&fault_fields, fault)));
}

static bool
send_case (void *user, const struct case_ *c, struct case_record *record)
{
  struct reporter *to = user;
  const bool ok = send_frame (
      to, json_pack ("{s:I, s:o}", "case", (json_int_t)c->index, "record",
                     fields_to_json (&case_fields, record)));

  pool_free (&to->pool);
  return ok;
}

/* Runs the rest of the list, and never returns. */
static void
run_in_runner (const struct runners *all, const struct runner *runner,
               int frames)
{
  size_t *index = xcalloc (runner->list->n, sizeof *index), n = 0;
  struct case_runner r = *all->r;
  struct reporter reporter = { .frames = frames };
  const struct run_events events = { .user = &reporter,
                                     .pool = &reporter.pool,
                                     .begin = send_begin,
                                     .fault = send_fault,
                                     .end = send_case };
  bool ok;

  interrupt_keep_first ();
  reaper_begin (true);
  reaper_end_with_parent (SIGTERM, frames);
  if (r.events->private_fd >= 0)
    close (r.events->private_fd);
  r.events = &events;
  supervisor_pin (r.supervisor, runner->affinity);
  if (runner->suspect != NULL)
    index[n++] = runner->suspect->index;
  for (size_t i = 0; i < runner->list->n; i++)
    if (!all->ended[runner->list->index[i]]
        && (runner->suspect == NULL
            || runner->list->index[i] != runner->suspect->index))
      index[n++] = runner->list->index[i];
  ok = runner_run_cases (&r, index, n);
  supervisor_free (r.supervisor);
  free (index);
  /* Stopped by another process than its parent, it is replaced. */
  if (interrupt_signal () == 0)
    send_frame (&reporter, json_pack ("{s:b}", "over", ok));
  close (frames);
  coverage_dump ();
  _exit (EXIT_PASSED);
}

/* ---- In the parent ------------------------------------------------------- */

/* Runners inherit from this process, which a plugin may have changed. */
static void
restore_inherited (const struct runners *all, const struct case_ *c)
{
  const struct run_events *events = all->r->events;
  struct fault_record *fault;

  supervisor_restore (all->r->supervisor, c);
  while ((fault = supervisor_next_fault (all->r->supervisor)) != NULL)
    events->fault (events->user, fault);
}

/* False, after a message, when there is no process for the runner. */
static bool
runner_start (const struct runners *all, struct runner *runner)
{
  int line[2];

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line) < 0
      || fcntl (line[0], F_SETFL, O_NONBLOCK) < 0) {
    message_print ("can't make a socket for a runner: %s", strerror (errno));
    return false;
  }
  restore_inherited (all, runner->current);
  fflush (NULL);
  runner->pid = fork ();
  if (runner->pid == 0) {
    close (line[0]);
    run_in_runner (all, runner, line[1]);
  }
  close (line[1]);
  if (runner->pid < 0) {
    message_print ("can't start a runner: %s", strerror (errno));
    close (line[0]);
    runner->pid = 0;
    return false;
  }
  reaper_add (runner->pid);
  runner->frames = line[0];
  runner->n_begun = runner->n_ended = 0;
  runner->current = NULL;
  runner->over = false;
  return true;
}

static void
runners_stop (struct runners *all)
{
  all->stops = true;
  for (size_t i = 0; i < all->n; i++)
    if (all->runner[i].pid > 0)
      kill (all->runner[i].pid, SIGTERM);
}

/* Stores the other devices on which cases run now. */
static void
note_begin (struct runners *all, struct runner *runner, const struct case_ *c)
{
  const struct run_events *events = all->r->events;
  struct texts *beside = &all->beside[c->index];

  if (beside->n == 0)
    for (size_t i = 0; i < all->n; i++)
      if (all->runner[i].pid > 0 && &all->runner[i] != runner)
        texts_add (events->pool, beside, all->runner[i].device);
  runner->current = c;
  runner->n_begun++;
  events->begin (events->user, c);
}

static void
end_case (struct runners *all, struct runner *runner, const struct case_ *c,
          struct case_record *record)
{
  const struct run_events *events = all->r->events;

  record->beside = all->beside[c->index];
  all->ended[c->index] = true;
  runner->n_ended++;
  if (runner->current == c)
    runner->current = NULL;
  if (!events->end (events->user, c, record) && !all->stops)
    runners_stop (all);
  restore_inherited (all, c);
}

/* Returns the case of that index in a frame; NULL: it has none. */
static const struct case_ *
case_of (const struct runners *all, const json_t *frame, const char *key)
{
  const json_t *index = json_object_get (frame, key);

  return index != NULL
             ? &all->r->plan->cases.case_[(size_t)json_integer_value (index)]
             : NULL;
}

static void
take_frame (struct runners *all, struct runner *runner, const json_t *frame)
{
  const struct run_events *events = all->r->events;
  const struct case_ *begun = case_of (all, frame, "begin");
  const struct case_ *ended = case_of (all, frame, "case");
  const json_t *over = json_object_get (frame, "over");
  const json_t *record = json_object_get (frame, "record");

  if (begun != NULL)
    note_begin (all, runner, begun);
  else if (over != NULL) {
    runner->over = true;
    runner->goes_on = json_is_true (over);
  } else if (ended != NULL)
    end_case (all, runner, ended, record_from_json (record, events->pool).of);
  else
    events->fault (events->user, record_from_json (record, events->pool).of);
}

/* Records that the case which a runner ran when it was killed has crashed. */
static void
end_current (struct runners *all, struct runner *runner, int status)
{
  struct pool *pool = all->r->events->pool;
  struct case_record *record = case_record_new (pool, runner->current);
  char *why = WIFSIGNALED (status)
                  ? xasprintf ("its runner was ended by signal %d (%s)",
                               WTERMSIG (status), strsignal (WTERMSIG (status)))
                  : xasprintf ("its runner exited with status %d",
                               WEXITSTATUS (status));

  case_record_end (record, pool, STATUS_CRASHED, pool_made (pool, why));
  end_case (all, runner, runner->current, record);
}

/* Finds what the next runner begins with.  status: how the last one ended.
 * False when none can go on. */
static bool
find_suspect (struct runners *all, struct runner *runner, int status)
{
  if (runner->over) {
    runner->suspect = NULL;
    return runner->n_ended > 0;
  }
  if (runner->n_begun + runner->n_ended == 0
      && ++runner->n_fruitless == MOST_FRUITLESS) {
    message_print ("%d runners were killed before their first case; their "
                   "cases are not run: run again with --resume",
                   MOST_FRUITLESS);
    return false;
  }
  if (runner->current != NULL && runner->current == runner->suspect)
    end_current (all, runner, status);
  runner->suspect = runner->current;
  return true;
}

/* Goes on in a new runner where one can. */
static void
replace_runner (struct runners *all, struct runner *runner, int status)
{
  if (interrupt_signal () != 0 || !find_suspect (all, runner, status)
      || all->stops || !runner_start (all, runner))
    all->ok = false;
}

/* Reaps a runner that has closed its socket. */
static void
runner_end (struct runners *all, struct runner *runner)
{
  int status = 0;

  close (runner->frames);
  frame_reader_free (&runner->reader);
  runner->reader = (struct frame_reader){ 0 };
  reaper_reap (runner->pid, &status);
  runner->pid = 0;
  if (!runner->over || !runner->goes_on)
    replace_runner (all, runner, status);
}

/* Reads what a runner has sent, one or more frames. */
static void
runner_read (struct runners *all, struct runner *runner)
{
  enum frame_result got;
  json_t *frame = NULL;

  while ((got = frame_read (&runner->reader, runner->frames, &frame))
         == FRAME_WHOLE) {
    take_frame (all, runner, frame);
    json_decref (frame);
  }
  if (got != FRAME_MORE)
    runner_end (all, runner);
}

/* Waits for frames.  False when no runner is left. */
static bool
runners_wait (struct runners *all)
{
  struct pollfd *fds = xcalloc (all->n, sizeof *fds);
  bool any = false;

  for (size_t i = 0; i < all->n; i++) {
    const bool runs = all->runner[i].pid > 0;

    fds[i] = (struct pollfd){ runs ? all->runner[i].frames : -1, POLLIN, 0 };
    any |= runs;
  }
  if (interrupt_signal () != 0 && !all->stops)
    runners_stop (all);
  all->r->events->wait (all->r->events->user);
  /* A signal that came just before is noticed at the next pass. */
  if (any && clock_poll (fds, all->n, 1) > 0)
    for (size_t i = 0; i < all->n; i++)
      if (fds[i].revents != 0)
        runner_read (all, &all->runner[i]);
  free (fds);
  return any;
}

/* Gives each runner of a device cores near the device. */
static void
runners_pin (struct runners *all, struct cpu_affinity *affinity)
{
  const char **address = xcalloc (all->n, sizeof *address);
  cpu_set_t usable;

  for (size_t i = 0; i < all->n; i++) {
    address[i] = supervisor_address (all->r->supervisor, all->runner[i].device);
    all->runner[i].affinity = &affinity[i];
  }
  processors_get_usable (&usable);
  cpu_affinities_make (affinity, "", address, all->n, &usable);
  free (address);
}

bool
runners_run (const struct case_runner *r, const struct indices *list,
             const char *const *device, size_t n)
{
  const size_t n_cases = r->plan->cases.n;
  struct cpu_affinity *affinity = xcalloc (n, sizeof *affinity);
  struct runners all = { .r = r,
                         .runner = xcalloc (n, sizeof *all.runner),
                         .n = n,
                         .ended = xcalloc (n_cases, sizeof *all.ended),
                         .beside = xcalloc (n_cases, sizeof *all.beside),
                         .ok = true };

  for (size_t i = 0; i < n; i++)
    all.runner[i]
        = (struct runner){ .list = &list[i],
                           .device = device != NULL ? device[i] : NULL };
  if (device != NULL)
    runners_pin (&all, affinity);
  for (size_t i = 0; i < n && all.ok; i++)
    all.ok = runner_start (&all, &all.runner[i]);
  if (!all.ok)
    runners_stop (&all);
  while (runners_wait (&all))
    continue;
  for (size_t i = 0; i < n; i++)
    cpu_affinity_free (&affinity[i]);
  free (affinity);
  free (all.beside);
  free (all.ended);
  free (all.runner);
  return all.ok;
}
