/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/complain.h"
#include "base/processors.h"
#include "base/text.h"
#include "base/topology.h"
#include "base/units.h"
#include "base/wrap.h"
#include "base/xalloc.h"
#include "command/commands.h"
#include "device/kinds.h"
#include "process/supervisor.h"
#include "record/device-record.h"
#include "report/describe.h"

static void
print_device (const struct device_record *device)
{
  char *text = describe_hardware (device);
  char time[UNITS_MAX];

  wrap_item (stdout, 0, 7, text_shown (device->name), text);
  free (text);
  if (!(device->floor > 0))
    return;
  text = xasprintf ("the shortest time that a cold launch can be seen to take: "
                    "%s, by one that does nothing",
                    units_time (time, device->floor));
  wrap_item (stdout, 0, 7, "", text);
  free (text);
}

/* Which processors share a memory or a core, where some share more than others;
 * takes the text. */
static void
print_shared (char *text)
{
  if (text != NULL)
    wrap_item (stdout, 0, 7, "", text);
  free (text);
}

static char *
describe_nodes (const struct texts *nodes)
{
  struct text text = { 0 };

  if (nodes->n < 2)
    return NULL;
  text_add (&text, "%zu NUMA nodes, of processors ", nodes->n);
  for (size_t i = 0; i < nodes->n; i++)
    text_add (&text, "%s%s", i > 0 ? "; " : "", nodes->text[i]);
  return text.data;
}

static char *
describe_siblings (const struct texts *siblings)
{
  if (siblings->n == 0)
    return NULL;
  return xasprintf ("%zu cores of several threads: processors %s are one",
                    siblings->n, siblings->text[0]);
}

static void
print_topology (struct pool *pool)
{
  const struct texts nodes = topology_nodes ("", pool);
  struct texts siblings;
  cpu_set_t usable;

  processors_usable (&usable);
  siblings = topology_siblings ("", &usable, pool);
  print_shared (describe_nodes (&nodes));
  print_shared (describe_siblings (&siblings));
}

/* Why there is no device of a kind, where there is none. */
static void
print_absent (const char *why, gk_device_kind kind)
{
  char *lead = xasprintf ("no %s device: ", device_kind_at (kind)->label);

  if (why != NULL)
    wrap_print (stdout, lead, 2, why);
  free (lead);
}

int
command_devices (const struct options *options)
{
  struct supervisor *supervisor = supervisor_new (options->local);
  struct pool pool = { 0 };
  struct device_records found
      = supervisor_devices (supervisor, UINT32_MAX, &pool);
  const struct device_record *device = found.devices.item;

  for (size_t i = 0; i < found.devices.n; i++) {
    print_device (&device[i]);
    if (device_kind_of (text_shown (device[i].name), NULL) == GK_CPU)
      print_topology (&pool);
  }
  for (int kind = 0; kind < N_DEVICE_KINDS; kind++)
    print_absent (found.absent[kind], (gk_device_kind)kind);
  pool_free (&pool);
  supervisor_free (supervisor);
  return output_end (EXIT_PASSED);
}
