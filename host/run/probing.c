/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "device/kinds.h"
#include "run/child.h"
#include "run/probing.h"
#include "run/queries.h"

/* Seconds that a driver may take to start, with all of its devices. */
#define START_SECONDS 60
/* Seconds that the other devices get after the first has answered. */
#define BEHIND_SECONDS 10

/* The most devices of a kind that have names. */
enum { DEVICES_MOST = 10000 };

json_t *
devices_request (uint32_t kinds, bool apart)
{
  json_t *names = json_array ();

  for (int i = 0; i < N_DEVICE_KINDS; i++)
    if ((kinds & GK_BIT (i)) != 0)
      json_array_append_new (
          names, json_string (device_kind_at ((gk_device_kind)i)->name));
  return json_pack ("{s:s, s:o, s:b}", "op", "devices", "kinds", names, "apart",
                    apart);
}

/* The records when no worker answered. */
static void
set_unknown (struct device_records *found, uint32_t kinds, const char *why,
             struct pool *pool)
{
  struct device_record *cpu = pool_alloc (pool, sizeof *cpu);

  fields_clear (&device_fields, cpu);
  cpu->name = device_kind_at (GK_CPU)->first;
  cpu->description = device_kind_at (GK_CPU)->label;
  found->devices = (struct items){ cpu, 1 };
  for (int i = GK_CPU + 1; i < N_DEVICE_KINDS; i++)
    if ((kinds & GK_BIT (i)) != 0)
      found->absent[i] = pool_text (pool, why);
}

struct device_records
devices_from_answer (const json_t *reply, uint32_t kinds, const char *why,
                     struct pool *pool)
{
  struct device_records found;

  fields_clear (&devices_answer_fields, &found);
  if (reply != NULL)
    fields_from_json (&devices_answer_fields, &found, pool, reply, BY_WORKER);
  else
    set_unknown (&found, kinds, why, pool);
  return found;
}

static void
set_probed (struct device_record *device, const struct query *query,
            char *name, struct pool *pool)
{
  const char *why = query->why != NULL
                        ? query->why
                        : "no worker could be started to ask what it is";

  *device = device_record_lost (name, why, pool);
  if (query->reply == NULL)
    return;
  device->lost = NULL;
  fields_from_json (&device_fields, device, pool, query->reply, BY_WORKER);
  device->name = pool_text (pool, name);
}

/* Appends the devices of a kind of which there are several. */
static void
probe_each (struct device_records *found, gk_device_kind kind,
            struct pool *pool)
{
  struct items *all = &found->devices;
  const int64_t several = found->several[kind];
  const size_t n = several < 1 || several > DEVICES_MOST ? 0 : (size_t)several;
  struct query *query = xcalloc (n, sizeof *query);
  char **name = xcalloc (n, sizeof *name);
  struct device_record *device;

  for (size_t i = 0; i < n; i++) {
    name[i] = device_kind_name (kind, i);
    query[i].request
        = json_pack ("{s:s, s:s}", "op", "probe", "device", name[i]);
  }
  queries_answer (query, n, START_SECONDS, BEHIND_SECONDS);
  device = pool_alloc (pool, (all->n + n + 1) * sizeof *device);
  if (all->n > 0)
    memcpy (device, all->item, all->n * sizeof *device);
  for (size_t i = 0; i < n; i++) {
    set_probed (&device[all->n + i], &query[i], name[i], pool);
    free (name[i]);
  }
  if (n > 0)
    *all = (struct items){ device, all->n + n };
  queries_free (query, n);
  free (query);
  free (name);
}

struct device_records
probe_devices (uint32_t kinds, struct pool *pool)
{
  json_t *request = devices_request (kinds, true), *reply = NULL;
  struct device_records found;
  struct child counts;
  char *why = NULL;

  if (child_spawn (&counts, CHILD_WORKER)) {
    child_send (&counts, request);
    if (child_wait (&counts, START_SECONDS, &reply, &why) == CHILD_TIMEOUT)
      why = xasprintf ("the driver did not answer within %d s", START_SECONDS);
  }
  if (reply == NULL && why == NULL)
    why = xstrdup ("no worker could be started to ask the driver");
  found = devices_from_answer (reply, kinds, why, pool);
  /* This process keeps the driver loaded until all are probed. */
  for (int kind = 0; kind < N_DEVICE_KINDS; kind++)
    probe_each (&found, (gk_device_kind)kind, pool);
  child_kill (&counts);
  free (why);
  json_decref (reply);
  json_decref (request);
  return found;
}
