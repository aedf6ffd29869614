/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>

#include "size-text.h"

void
size_text (char *text, size_t room, uint64_t bytes)
{
  static const char *const units[]
      = { "bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
  double value = (double)bytes;
  int unit = 0;

  while (value >= 1024 && unit < 6) {
    value /= 1024;
    unit++;
  }
  snprintf (text, room, "%.*f %s", unit == 0 || value >= 99.95 ? 0 : 1, value,
            units[unit]);
}
