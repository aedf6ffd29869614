/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "bench/launcher.h"
#include "plugin/abi-names.h"

/* ---- Launches ---- */

bool
launcher_device_failed (struct launcher *l)
{
  l->status = GK_FAIL;
  snprintf (l->reason, sizeof l->reason, "%s: %s", l->device->info.name,
            l->device->error);
  return false;
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
  if (status == GK_OK)
    return true;
  l->status = services_status (l->services, "launch", status);
  snprintf (l->reason, sizeof l->reason, "%s", services_reason (l->services));
  return false;
}

/* Enqueues one run without a graph; this is also what is captured. */
static bool
run_without_graph (struct launcher *l)
{
  bool transfer = l->mode.scope == SCOPE_TRANSFER;

  if (transfer && !buffers_upload_staged (l->buffers))
    return launcher_device_failed (l);
  if (!launcher_kernel (l))
    return false;
  if (transfer && !buffers_download_staged (l->buffers))
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
  l->status = GK_FAIL;
  if (captured && launched)
    snprintf (l->reason, sizeof l->reason,
              "launch enqueued nothing on the stream that it was given");
  else
    snprintf (l->reason, sizeof l->reason,
              "launch can't be captured in a graph (%s); it may only enqueue "
              "on the stream that it is given: no allocation, no "
              "synchronisation, no other stream",
              captured ? services_reason (l->services) : d->error);
  if (captured)
    d->ops->graph_free (d, graph);
  return false;
}

void
launcher_close (struct launcher *l)
{
  l->device->ops->graph_free (l->device, l->graph);
  l->graph = NULL;
}

/* ---- Claims that end a case ---- */

bool
claim_end (struct claim *claim, int status, const char *reason)
{
  claim->status = status;
  snprintf (claim->reason, sizeof claim->reason, "%s", reason);
  return false;
}

bool
claim_end_freeing (struct claim *claim, int status, char *reason)
{
  claim_end (claim, status, reason);
  free (reason);
  return false;
}

bool
claim_end_callback (struct claim *claim, struct services *services,
                    const char *callback, int status)
{
  status = services_status (services, callback, status);
  return claim_end (claim, status, services_reason (services));
}

bool
claim_end_launch (struct claim *claim, const struct launcher *launcher)
{
  return claim_end (claim, launcher->status, launcher->reason);
}

bool
claim_end_device (struct claim *claim, struct launcher *launcher)
{
  launcher_device_failed (launcher);
  return claim_end_launch (claim, launcher);
}
