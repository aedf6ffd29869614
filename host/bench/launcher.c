/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/launcher.h"
#include "plugin/abi-names.h"

/* ---- Launches ---- */

bool
launcher_device_failed (struct launcher *l)
{
  return claim_end (l->claim, GK_FAIL, "%s: %s", l->device->info.name,
                    l->device->error);
}

bool
launcher_kernel (struct launcher *l)
{
  int status;

  services_clear (l->services);
  callback_begin (CALLBACK_LAUNCH);
  status = l->variant->launch (&l->services->host, l->problem, l->state,
                               l->device->stream);
  callback_end ();
  return status == GK_OK
         || claim_end_callback (l->claim, l->services, "launch", status);
}

/* Enqueues one run without a graph; this is also what is captured. */
static bool
run_without_graph (struct launcher *l)
{
  bool transfer = l->mode.scope == SCOPE_TRANSFER;

  if (transfer && !buffers_transfer (l->buffers, GK_INPUT))
    return launcher_device_failed (l);
  if (!launcher_kernel (l))
    return false;
  if (transfer && !buffers_transfer (l->buffers, GK_OUTPUT))
    return launcher_device_failed (l);
  return true;
}

bool
launcher_run (struct launcher *l)
{
  if (l->graph == NULL)
    return run_without_graph (l);
  return l->device->ops->graph_launch (l->device, l->graph)
         || launcher_device_failed (l);
}

bool
launcher_wait (struct launcher *l)
{
  return l->device->ops->sync (l->device) || launcher_device_failed (l);
}

bool
launcher_capture (struct launcher *l)
{
  struct device *d = l->device;
  void *graph;
  bool launched, captured;

  if (!d->ops->capture_begin (d))
    return launcher_device_failed (l);
  launched = run_without_graph (l);
  captured = d->ops->capture_end (d, &graph, &l->nodes);
  if (captured && launched && l->nodes > 0) {
    if (l->mode.launch == LAUNCH_GRAPH)
      l->graph = graph;
    else
      d->ops->graph_free (d, graph);
    return true;
  }
  if (captured && launched)
    claim_end (l->claim, GK_FAIL,
               "launch enqueued nothing on the stream that it was given");
  else
    claim_end (l->claim, GK_FAIL,
               "launch can't be captured in a graph (%s); it may only enqueue "
               "on the stream that it is given: no allocation, no "
               "synchronisation, no other stream",
               captured ? services_reason (l->services) : d->error);
  if (captured)
    d->ops->graph_free (d, graph);
  return false;
}

/* ---- Claims that end a case ---- */

bool
claim_end (struct claim *claim, int status, const char *format, ...)
{
  va_list args;

  claim->status = status;
  va_start (args, format);
  vsnprintf (claim->reason, sizeof claim->reason, format, args);
  va_end (args);
  return false;
}

bool
claim_end_wrong (struct claim *claim, enum wrong_class wrong_class,
                 const char *format, ...)
{
  va_list args;

  claim->status = GK_WRONG;
  claim->wrong_class = wrong_class;
  va_start (args, format);
  vsnprintf (claim->reason, sizeof claim->reason, format, args);
  va_end (args);
  return false;
}

bool
claim_end_freeing (struct claim *claim, int status, char *reason)
{
  claim_end (claim, status, "%s", reason);
  free (reason);
  return false;
}

bool
claim_end_callback (struct claim *claim, struct services *services,
                    const char *callback, int status)
{
  status = services_status (services, callback, status);
  return claim_end (claim, status, "%s", services_reason (services));
}

/* Graph nodes that a driver queues before it blocks.  A held stream must not
 * reach that: the thread that would release it would be blocked. */
enum { QUEUE_ROOM = 256, HOLD_ROOM = 2 * QUEUE_ROOM };

size_t
launcher_max_launches (const struct launcher *l)
{
  size_t nodes = l->graph != NULL || l->nodes == 0 ? 1 : l->nodes;

  /* What a launch has changed is restored before the next. */
  if (has_role (&l->buffers->problem->setup, GK_INOUT))
    return 1;
  /* Function calls on the CPU are not queued. */
  if (!l->device->graphs)
    return 1u << 20;
  return nodes > QUEUE_ROOM ? 1 : QUEUE_ROOM / nodes;
}

/* A copy from host memory may block in the call until its stream gets there,
 * which never happens while that is held.  Such modes are slow enough to be
 * timed without a hold. */
bool
launcher_can_hold (const struct launcher *l, size_t launches)
{
  return !l->profiled && l->mode.scope == SCOPE_KERNEL
         && l->mode.memory == MEMORY_DEVICE
         && (l->graph != NULL || l->nodes <= HOLD_ROOM / launches);
}
