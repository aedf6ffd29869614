/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/strand.h"
#include "base/xalloc.h"
#include "device/kinds.h"
#include "run/child.h"
#include "run/deadline.h"
#include "run/probing.h"

/* Seconds that a driver may take to start, with all of its devices. */
#define START_SECONDS 60
/* Seconds that the other devices get after the first has answered. */
#define BEHIND_SECONDS 10

/* Workers at a time, and the most devices of a kind that have names. */
enum { AT_ONCE = 8, DEVICES_MOST = 10000 };

/* Several devices of a kind. */
struct probing {
  struct prober *prober;
  struct device_record *device;
  gk_device_kind kind;
  size_t n, next; /* devices, and the next one to probe */
  bool any;       /* one has answered */
  struct pool *pool;
};

/* Probes one device after the other. */
struct prober {
  struct probing *probing;
  struct strand *strand; /* NULL: there is only this one */
  struct deadline whole, behind;
};

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

/* Once one device has answered, the rest get BEHIND_SECONDS more. */
static void
note_answer (struct probing *p)
{
  p->any = true;
  for (int i = 0; i < AT_ONCE; i++)
    deadline_start (&p->prober[i].behind, BEHIND_SECONDS);
}

/* Returns the answer; NULL and *why, to be freed, when none comes. */
static json_t *
wait_for_answer (struct prober *prober, struct child *child, char **why)
{
  const struct probing *p = prober->probing;
  enum child_answer answer;
  json_t *reply = NULL;

  deadline_start (&prober->whole, START_SECONDS);
  deadline_start (&prober->behind, BEHIND_SECONDS);
  do {
    int ms = deadline_poll_ms (&prober->whole),
        less = deadline_poll_ms (&prober->behind);

    answer = child_wait (child, 1e-3 * (p->any && less < ms ? less : ms),
                         &reply, why);
    if (answer == CHILD_TIMEOUT && deadline_is_over (&prober->whole))
      *why = xasprintf ("it did not answer within %d s", START_SECONDS);
    else if (answer == CHILD_TIMEOUT && deadline_is_over (&prober->behind)
             && p->any)
      *why = xasprintf (
          "it did not answer within %d s of another device's answer",
          BEHIND_SECONDS);
  } while (answer == CHILD_TIMEOUT && *why == NULL);
  return reply;
}

/* Probes a device in a new worker.  Returns the answer; NULL and *why, to be
 * freed, when none comes. */
static json_t *
probe_in_worker (struct prober *prober, const char *name, char **why)
{
  json_t *request = json_pack ("{s:s, s:s}", "op", "probe", "device", name);
  json_t *reply = NULL;
  struct child child;

  if (child_spawn (&child, CHILD_WORKER, prober->strand)) {
    child_send (&child, request);
    reply = wait_for_answer (prober, &child, why);
    child_kill (&child);
  }
  if (reply == NULL && *why == NULL)
    *why = xstrdup ("no worker could be started to ask what it is");
  json_decref (request);
  return reply;
}

static void
probe_one (struct prober *prober, size_t i)
{
  struct probing *p = prober->probing;
  char *name = device_kind_name (p->kind, i), *why = NULL;
  json_t *reply = probe_in_worker (prober, name, &why);
  struct device_record *device = &p->device[i];

  *device = device_record_lost (name, why != NULL ? why : "", p->pool);
  if (reply != NULL) {
    device->lost = NULL;
    fields_from_json (&device_fields, device, p->pool, reply, BY_WORKER);
    device->name = pool_text (p->pool, name);
  }
  if (device->lost == NULL)
    note_answer (p);
  json_decref (reply);
  free (why);
  free (name);
}

static void
run_prober (void *user)
{
  struct prober *prober = user;
  struct probing *p = prober->probing;

  while (p->next < p->n)
    probe_one (prober, p->next++);
}

/* Probes with as many probers as there are devices, or can be. */
static void
probe_beside (struct probing *p)
{
  struct strand *strand[AT_ONCE];
  struct prober prober[AT_ONCE];
  size_t n = 0;

  p->prober = prober;
  for (int i = 0; i < AT_ONCE; i++)
    prober[i] = (struct prober){ .probing = p };
  while (n < AT_ONCE && n < p->n) {
    strand[n] = prober[n].strand = strand_new (run_prober, &prober[n]);
    if (strand[n] == NULL)
      break;
    n++;
  }
  if (n > 0)
    strands_run (strand, n);
  else
    run_prober (&prober[0]);
  for (size_t i = 0; i < n; i++)
    strand_free (strand[i]);
}

/* Appends the devices of a kind of which there are several. */
static void
probe_each (struct device_records *found, gk_device_kind kind,
            struct pool *pool)
{
  struct items *all = &found->devices;
  struct probing p = { .kind = kind, .pool = pool };
  struct device_record *device;
  int64_t n = found->several[kind];

  if (n < 1 || n > DEVICES_MOST)
    return;
  p.n = (size_t)n;
  device = pool_alloc (pool, (all->n + p.n) * sizeof *device);
  if (all->n > 0)
    memcpy (device, all->item, all->n * sizeof *device);
  p.device = device + all->n;
  probe_beside (&p);
  *all = (struct items){ device, all->n + p.n };
}

struct device_records
probe_devices (uint32_t kinds, struct pool *pool)
{
  json_t *request = devices_request (kinds, true), *reply = NULL;
  struct device_records found;
  struct child counts;
  char *why = NULL;

  if (child_spawn (&counts, CHILD_WORKER, NULL)) {
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
