/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/complain.h"
#include "base/wrap.h"
#include "command/commands.h"
#include "command/output.h"
#include "process/supervisor.h"
#include "record/record.h"
#include "report/describe.h"

static void
print_device (const json_t *device)
{
  const char *name = record_text (device, NULL, "name");
  char *text = describe_hardware (device);
  char lead[32];

  snprintf (lead, sizeof lead, "%-8s", name);
  wrap_print (stdout, lead, 8, text);
  free (text);
}

int
command_devices (const struct options *options)
{
  struct supervisor *supervisor = supervisor_new (options->local);
  json_t *answer = supervisor_devices (supervisor, true);
  const json_t *device;
  size_t i;

  json_array_foreach (json_object_get (answer, "devices"), i, device)
      print_device (device);
  if (json_object_get (answer, "no_cuda") != NULL)
    wrap_print (stdout, "no CUDA device: ", 2,
                record_text (answer, NULL, "no_cuda"));
  json_decref (answer);
  supervisor_free (supervisor);
  return output_end (EXIT_PASSED);
}
