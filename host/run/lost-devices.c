/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/xalloc.h"
#include "device/kinds.h"
#include "run/lost-devices.h"

/* A driver may take long to start, the more devices there are. */
#define HEALTH_SECONDS 60

static struct lost_device *
find_lost_device (const struct lost_devices *lost, const char *device)
{
  for (size_t i = 0; i < lost->n; i++)
    if (strcmp (lost->device[i].name, device) == 0)
      return &lost->device[i];
  return NULL;
}

void
lost_devices_suspect (struct lost_devices *lost, const char *device)
{
  struct lost_device *d = find_lost_device (lost, device);
  int ordinal;

  /* The processor is what we run on. */
  if (device_kind_of (device, &ordinal) == GK_CPU)
    return;
  if (d == NULL) {
    lost->device = xgrow (lost->device, lost->n, sizeof *lost->device);
    d = &lost->device[lost->n++];
    *d = (struct lost_device){ .name = xstrdup (device) };
  }
  d->suspected = true;
}

/* What a worker makes of its device, to be freed; NULL: it works. */
static char *
query_health (struct worker *worker)
{
  json_t *request
      = json_pack ("{s:s, s:s}", "op", "health", "device", worker->device);
  json_t *reply = NULL;
  const char *error;
  char *why = NULL;

  child_send (&worker->child, request);
  if (child_wait (&worker->child, HEALTH_SECONDS, &reply, &why)
      == CHILD_TIMEOUT)
    why = xasprintf ("it did not answer within %d s", HEALTH_SECONDS);
  error = json_string_value (json_object_get (reply, "error"));
  if (error != NULL)
    why = xstrdup (error);
  json_decref (reply);
  json_decref (request);
  return why;
}

bool
lost_devices_check (struct lost_devices *lost, struct worker *worker)
{
  struct lost_device *d = find_lost_device (lost, worker->device);

  if (d == NULL || !d->suspected)
    return true;
  d->suspected = false;
  d->why = query_health (worker);
  if (d->why == NULL)
    return true;
  message_print ("%s is lost: %s; its other cases fail", d->name, d->why);
  return false;
}

const char *
lost_devices_why (const struct lost_devices *lost, const char *device)
{
  const struct lost_device *d = find_lost_device (lost, device);

  return d != NULL ? d->why : NULL;
}

void
lost_devices_free (struct lost_devices *lost)
{
  for (size_t i = 0; i < lost->n; i++) {
    free (lost->device[i].name);
    free (lost->device[i].why);
  }
  free (lost->device);
}
