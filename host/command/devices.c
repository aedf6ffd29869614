/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/complain.h"
#include "base/wrap.h"
#include "base/xalloc.h"
#include "command/commands.h"
#include "command/output.h"
#include "process/supervisor.h"
#include "record/device-record.h"
#include "report/describe.h"

static void
print_device (const struct device_record *device)
{
  char *text = describe_hardware (device);
  char *lead = xasprintf ("%-8s", device->name != NULL ? device->name : "");

  wrap_print (stdout, lead, 8, text);
  free (lead);
  free (text);
}

int
command_devices (const struct options *options)
{
  struct supervisor *supervisor = supervisor_new (options->local);
  struct pool pool = { 0 };
  struct device_records found = supervisor_devices (supervisor, true, &pool);
  const struct device_record *device = found.devices.item;

  for (size_t i = 0; i < found.devices.n; i++)
    print_device (&device[i]);
  if (found.no_cuda != NULL)
    wrap_print (stdout, "no CUDA device: ", 2, found.no_cuda);
  pool_free (&pool);
  supervisor_free (supervisor);
  return output_end (EXIT_PASSED);
}
