/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>

#include "device/device.h"

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
