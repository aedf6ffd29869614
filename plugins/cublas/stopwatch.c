/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Times launches by events of CUDA's driver.
 */
#include <config.h>

#include "stopwatch.h"

/* Of this thread only: other threads may continue. */
enum { CAPTURE_THREAD_LOCAL = 1 };

int
stopwatch_open (const gk_host *host, const struct driver *driver, void *stream,
                struct stopwatch *watch)
{
  const struct stopwatch opened = { .driver = driver, .stream = stream };
  int error;

  *watch = opened;
  error = driver->event_create (&watch->begin, 0);
  if (error == 0)
    error = driver->event_create (&watch->end, 0);
  if (error == 0)
    return GK_OK;
  stopwatch_close (watch);
  host->error (host, "CUDA's driver makes no event: error %d", error);
  return GK_FAIL;
}

void
stopwatch_close (struct stopwatch *watch)
{
  if (watch->begin != NULL)
    watch->driver->event_destroy (watch->begin);
  if (watch->end != NULL)
    watch->driver->event_destroy (watch->end);
}

/* NULL if a launch can't be captured. */
static void *
capture_graph (const struct stopwatch *watch, stopwatch_enqueue *enqueue,
               void *state, int n)
{
  const struct driver *d = watch->driver;
  void *graph = NULL, *made = NULL;
  bool is_right = true;

  if (d->capture_begin (watch->stream, CAPTURE_THREAD_LOCAL) != 0)
    return NULL;
  for (int i = 0; i < n && is_right; i++)
    is_right = enqueue (state);
  if (d->capture_end (watch->stream, &graph) != 0 || graph == NULL)
    return NULL;
  if (!is_right || d->graph_instantiate (&made, graph, 0) != 0)
    made = NULL;
  d->graph_destroy (graph);
  return made;
}

static bool
run_once (const struct stopwatch *watch, stopwatch_enqueue *enqueue,
          void *state, void *graph)
{
  return graph != NULL ? watch->driver->graph_launch (graph, watch->stream) == 0
                       : enqueue (state);
}

/* The launches before the first event are still running when those behind it
 * are enqueued. */
static double
time_run (struct stopwatch *watch, stopwatch_enqueue *enqueue, void *state,
          void *graph)
{
  const struct driver *d = watch->driver;
  float ms = -1;
  bool ran = (graph == NULL || run_once (watch, enqueue, state, graph))
             && d->event_record (watch->begin, watch->stream) == 0
             && run_once (watch, enqueue, state, graph)
             && d->event_record (watch->end, watch->stream) == 0;

  watch->error = d->event_synchronize (watch->end);
  if (!ran || watch->error != 0
      || d->event_elapsed (&ms, watch->begin, watch->end) != 0)
    return -1;
  return 1e-3 * (double)ms;
}

double
stopwatch_time (struct stopwatch *watch, stopwatch_enqueue *enqueue,
                void *state, int n)
{
  void *graph = NULL;
  double seconds;

  /* The first launch loads code, which a capture can't do. */
  if (watch->error != 0 || !enqueue (state))
    return -1;
  if (n > 1) {
    graph = capture_graph (watch, enqueue, state, n);
    if (graph == NULL)
      return -1;
  }
  seconds = time_run (watch, enqueue, state, graph);
  if (graph != NULL)
    watch->driver->graph_made_destroy (graph);
  return seconds / n;
}
