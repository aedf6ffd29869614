/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "device/device.h"
#include "device/meter.h"

static const struct device_backend *const backends[]
    = { [GK_CPU] = &cpu_backend, [GK_CUDA] = &cuda_backend };
_Static_assert(sizeof backends / sizeof backends[0] == N_DEVICE_KINDS,
               "each kind has a backend");

/* Returns the kind of a device by its name; -1 with *why. */
static int
find_kind (const char *name, int *ordinal, char **why)
{
  int kind = device_kind_of (name, ordinal);

  if (kind < 0)
    *why = xasprintf ("there is no kind of device called '%s'", name);
  return kind;
}

struct device *
device_open (const char *name, bool alone, char **why)
{
  int ordinal, kind = find_kind (name, &ordinal, why);

  return kind >= 0 ? backends[kind]->open (ordinal, alone, why) : NULL;
}

size_t
device_count (gk_device_kind kind, char **why)
{
  return backends[kind]->count (why);
}

bool
device_probe (const char *name, struct device_info *info, char **why)
{
  int ordinal, kind = find_kind (name, &ordinal, why);

  return kind >= 0 && backends[kind]->probe (ordinal, info, why);
}

struct meter *
meter_open (gk_device_kind kind, const char *address)
{
  return backends[kind]->meter != NULL ? backends[kind]->meter (address) : NULL;
}

void
meter_close (struct meter *meter)
{
  free (meter);
}

bool
device_measure (const char *name, struct measures *measures, char **why)
{
  int ordinal, kind = find_kind (name, &ordinal, why);

  *measures = (struct measures){ 0 };
  return kind >= 0 && backends[kind]->measure (ordinal, measures, why);
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
