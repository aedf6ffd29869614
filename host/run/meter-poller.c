/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "device/kinds.h"
#include "device/meter.h"
#include "record/case-samples.h"
#include "run/dispatch.h"

/* Between two readings.  A reading every 20 ms does not disturb launches. */
#define PAUSE_SECONDS 20e-3
/* Every 5th reading includes energy, which advances in steps of some 0.1 s.
 * Every 25th includes all, most of which hardly ever changes. */
enum { ENERGY_POLLS = 5, ALL_POLLS = 25 };
/* The most readings of a case.  When there are more, drop every second one and
 * double the period. */
enum { READINGS_MOST = 4096 };

struct meter_poller {
  char *address; /* of the device whose meter is open; NULL: none */
  struct meter *meter;
  pid_t *own_pids; /* of this run */
  size_t n_own_pids;
  struct reading *reading;
  size_t n;
  unsigned n_polls; /* of the case */
  double pause_s;
  bool polling;
};

struct meter_poller *
meter_poller_new (void)
{
  return xcalloc (1, sizeof (struct meter_poller));
}

void
meter_poller_free (struct meter_poller *w)
{
  meter_close (w->meter);
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
  w->pause_s *= 2;
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

void
meter_poller_wait (struct meter_poller *w, int fd)
{
  struct pollfd request = { .fd = fd, .events = POLLIN };

  while (w->polling) {
    const int n = clock_poll (&request, 1, w->pause_s);

    if (n > 0 || (n < 0 && errno != EINTR))
      return;
    if (n < 0)
      continue;
    w->n_polls++;
    take_reading (w, w->n_polls % ALL_POLLS == 0      ? READING_ALL
                     : w->n_polls % ENERGY_POLLS == 0 ? READING_ENERGY
                                                      : READING_LIGHT);
  }
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

json_t *
meter_poller_start (struct meter_poller *w, const json_t *request)
{
  const char *device = json_string_value (json_object_get (request, "device"));
  const char *address
      = json_string_value (json_object_get (request, "address"));
  int kind = device_kind_find (device);

  w->polling = false;
  if (kind < 0 || address == NULL)
    return json_object ();
  open_meter (w, (gk_device_kind)kind, address);
  if (w->meter == NULL)
    return json_pack ("{s:b}", "absent", true);
  set_own_pids (w, json_object_get (request, "ours"));
  w->n = w->n_polls = 0;
  w->pause_s = PAUSE_SECONDS;
  take_reading (w, READING_ALL);
  w->polling = true;
  return json_object ();
}

json_t *
meter_poller_stop (struct meter_poller *w)
{
  struct readings answer;

  w->polling = false;
  fields_clear (&readings_fields, &answer);
  if (w->meter != NULL && w->n > 0) {
    take_reading (w, READING_ALL);
    answer.readings = (struct items){ w->reading, w->n };
    answer.clock_sm_most = w->meter->clock_sm_most;
    w->n = 0;
  }
  return fields_to_json (&readings_fields, &answer);
}
