/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/xalloc.h"
#include "device/kinds.h"
#include "device/meter.h"
#include "run/meter-poller.h"
#include "record/reading-record.h"

/* Nanoseconds between two readings.  A reading every 20 ms does not disturb
 * launches. */
enum { POLL_NS = 20000000 };
/* Every 5th reading includes energy, which advances in steps of some 0.1 s.
 * Every 25th includes all, most of which hardly ever changes. */
enum { ENERGY_POLLS = 5, ALL_POLLS = 25 };
/* The most readings of a turn.  When there are more, drop every second one and
 * double the period. */
enum { READINGS_MOST = 4096 };

struct meter_poller {
  char *address; /* of the device whose meter is open; NULL: none */
  struct meter *meter;
  pid_t *own_pids; /* of this run */
  size_t n_own_pids;
  struct reading *reading;
  size_t n;
  unsigned n_polls; /* in the turn */
  long pause_ns;
  bool running; /* the thread */
  pthread_t thread;
  pthread_mutex_t lock; /* guards over */
  pthread_cond_t changed;
  bool over; /* the thread is to end */
};

struct meter_poller *
meter_poller_new (void)
{
  struct meter_poller *w = xcalloc (1, sizeof *w);
  pthread_condattr_t clock;

  pthread_condattr_init (&clock);
  pthread_condattr_setclock (&clock, CLOCK_MONOTONIC);
  pthread_cond_init (&w->changed, &clock);
  pthread_condattr_destroy (&clock);
  pthread_mutex_init (&w->lock, NULL);
  return w;
}

static void
stop_thread (struct meter_poller *w)
{
  if (!w->running)
    return;
  pthread_mutex_lock (&w->lock);
  w->over = true;
  pthread_cond_signal (&w->changed);
  pthread_mutex_unlock (&w->lock);
  pthread_join (w->thread, NULL);
  w->running = false;
}

void
meter_poller_free (struct meter_poller *w)
{
  stop_thread (w);
  meter_close (w->meter);
  pthread_cond_destroy (&w->changed);
  pthread_mutex_destroy (&w->lock);
  free (w->reading);
  free (w->own_pids);
  free (w->address);
  free (w);
}

/* Drops every second reading, never the first. */
static void
thin_out (struct meter_poller *w)
{
  size_t n = 0;

  for (size_t i = 0; i < w->n; i += 2)
    w->reading[n++] = w->reading[i];
  w->n = n;
  w->pause_ns *= 2;
}

static void
take_reading (struct meter_poller *w, enum reading_depth depth)
{
  if (w->n == READINGS_MOST)
    thin_out (w);
  w->reading = xgrow (w->reading, w->n, sizeof *w->reading);
  w->meter->read (w->meter, depth, w->own_pids, w->n_own_pids,
                  &w->reading[w->n++]);
}

/* Waits until the next reading is due.  False when the thread should end. */
static bool
wait_for_next (struct meter_poller *w)
{
  struct timespec due;
  bool over;

  clock_gettime (CLOCK_MONOTONIC, &due);
  due.tv_sec += (due.tv_nsec + w->pause_ns) / 1000000000;
  due.tv_nsec = (due.tv_nsec + w->pause_ns) % 1000000000;
  pthread_mutex_lock (&w->lock);
  while (!w->over && pthread_cond_timedwait (&w->changed, &w->lock, &due) == 0)
    ;
  over = w->over;
  pthread_mutex_unlock (&w->lock);
  return !over;
}

static void *
poll_meter (void *user)
{
  struct meter_poller *w = user;

  while (wait_for_next (w)) {
    w->n_polls++;
    take_reading (w, w->n_polls % ALL_POLLS == 0      ? READING_ALL
                     : w->n_polls % ENERGY_POLLS == 0 ? READING_ENERGY
                                                      : READING_LIGHT);
  }
  return NULL;
}

/* One meter is open at a time, since cases seldom change the device. */
static void
open_meter (struct meter_poller *w, gk_device_kind kind, const char *address)
{
  if (w->address != NULL && strcmp (w->address, address) == 0)
    return;
  meter_close (w->meter);
  free (w->address);
  w->meter = meter_open (kind, address);
  w->address = xstrdup (address);
}

static void
set_own_pids (struct meter_poller *w, const json_t *pids)
{
  const json_t *pid;
  size_t i;

  free (w->own_pids);
  w->n_own_pids = json_array_size (pids);
  w->own_pids = xcalloc (w->n_own_pids + 1, sizeof *w->own_pids);
  json_array_foreach (pids, i, pid)
  {
    w->own_pids[i] = (pid_t)json_integer_value (pid);
  }
}

/* The depth of a turn's first and last reading: a case's first and last ones
 * include counters. */
static enum reading_depth
depth_of (const json_t *request)
{
  return json_is_true (json_object_get (request, "all")) ? READING_ALL
                                                         : READING_LIGHT;
}

json_t *
meter_poller_start (struct meter_poller *w, const json_t *request)
{
  const char *device = json_string_value (json_object_get (request, "device"));
  const char *address
      = json_string_value (json_object_get (request, "address"));
  int kind = device_kind_find (device);

  stop_thread (w);
  if (kind < 0 || address == NULL)
    return json_object ();
  open_meter (w, (gk_device_kind)kind, address);
  if (w->meter == NULL)
    return json_pack ("{s:b}", "absent", true);
  set_own_pids (w, json_object_get (request, "ours"));
  w->n = w->n_polls = 0;
  w->pause_ns = POLL_NS;
  w->over = false;
  take_reading (w, depth_of (request));
  w->running = pthread_create (&w->thread, NULL, poll_meter, w) == 0;
  return json_object ();
}

json_t *
meter_poller_stop (struct meter_poller *w, const json_t *request)
{
  struct readings answer;

  stop_thread (w);
  fields_clear (&readings_fields, &answer);
  if (w->meter != NULL && w->n > 0) {
    take_reading (w, depth_of (request));
    answer.readings = (struct items){ w->reading, w->n };
    answer.clock_sm_most = w->meter->clock_sm_most;
    w->n = 0;
  }
  return fields_to_json (&readings_fields, &answer);
}
