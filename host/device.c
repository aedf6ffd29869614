/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "xalloc.h"

struct device *
device_open (const char *name, char **why)
{
  if (strcmp (name, "cpu") == 0)
    return cpu_open (why);
  if (strncmp (name, "cuda:", 5) == 0)
    return cuda_open (atoi (name + 5), why);
  *why = xasprintf ("there is no kind of device called '%s'", name);
  return NULL;
}

void
device_close (struct device *d)
{
  if (d != NULL)
    d->ops->close (d);
}

bool
device_fail (struct device *d, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  vsnprintf (d->error, sizeof d->error, format, args);
  va_end (args);
  return false;
}

struct device_info *
devices_probe (bool ask_cuda, size_t *n, char **no_cuda)
{
  size_t n_cuda = 0;
  struct device_info *cuda
      = ask_cuda ? cuda_describe_all (&n_cuda, no_cuda) : NULL;
  struct device_info *all = xcalloc (1 + n_cuda, sizeof *all);

  cpu_describe (&all[0]);
  if (n_cuda > 0)
    memcpy (all + 1, cuda, n_cuda * sizeof *all);
  free (cuda);
  *n = 1 + n_cuda;
  return all;
}
