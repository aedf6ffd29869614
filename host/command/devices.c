/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/complain.h"
#include "base/text.h"
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

  for (size_t i = 0; i < found.devices.n; i++)
    print_device (&device[i]);
  for (int kind = 0; kind < N_DEVICE_KINDS; kind++)
    print_absent (found.absent[kind], (gk_device_kind)kind);
  pool_free (&pool);
  supervisor_free (supervisor);
  return output_end (EXIT_PASSED);
}
