/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "device/cpu/cpu.h"
#include "device/cuda/cuda.h"
#include "device/devices.h"

struct device *
devices_open (const char *name, char **why)
{
  if (strcmp (name, "cpu") == 0)
    return cpu_open ();
  if (strncmp (name, "cuda:", 5) == 0)
    return cuda_open (atoi (name + 5), why);
  *why = xasprintf ("there is no kind of device called '%s'", name);
  return NULL;
}

struct device_info *
devices_probe (bool ask_cuda, size_t *n, char **no_cuda)
{
  size_t n_cuda = 0;
  struct device_info *cuda = ask_cuda ? cuda_probe (&n_cuda, no_cuda) : NULL;
  struct device_info *all = xcalloc (1 + n_cuda, sizeof *all);

  cpu_probe (&all[0]);
  if (n_cuda > 0)
    memcpy (all + 1, cuda, n_cuda * sizeof *all);
  free (cuda);
  *n = 1 + n_cuda;
  return all;
}
