/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/complain.h"
#include "base/wrap.h"
#include "base/xalloc.h"
#include "command/commands.h"
#include "command/output.h"
#include "device/kinds.h"
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

/* Why there is no device of a kind, where there is none. */
static void
print_absent (const json_t *answer, gk_device_kind kind)
{
  char *key = device_kind_absent_key (kind);
  char *lead = xasprintf ("no %s device: ", device_kind_at (kind)->label);

  if (json_object_get (answer, key) != NULL)
    wrap_print (stdout, lead, 2, record_text (answer, NULL, key));
  free (lead);
  free (key);
}

int
command_devices (const struct options *options)
{
  struct supervisor *supervisor = supervisor_new (options->local);
  json_t *answer = supervisor_devices (supervisor, UINT32_MAX);
  const json_t *device;
  size_t i;

  json_array_foreach (json_object_get (answer, "devices"), i, device)
      print_device (device);
  for (int kind = 0; kind < N_DEVICE_KINDS; kind++)
    print_absent (answer, (gk_device_kind)kind);
  json_decref (answer);
  supervisor_free (supervisor);
  return output_end (EXIT_PASSED);
}
