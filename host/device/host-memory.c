/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/host-memory.h"

/* A number of /proc/meminfo, in bytes; 0 when it is not there. */
static uint64_t
meminfo (const char *field)
{
  FILE *f = fopen ("/proc/meminfo", "re");
  char line[128];
  uint64_t kib = 0;
  size_t n = strlen (field);

  if (f == NULL)
    return 0;
  while (kib == 0 && fgets (line, sizeof line, f) != NULL)
    if (strncmp (line, field, n) == 0 && line[n] == ':')
      kib = strtoull (line + n + 1, NULL, 10);
  fclose (f);
  return kib << 10;
}

uint64_t
host_memory_total (void)
{
  return meminfo ("MemTotal");
}

uint64_t
host_memory_available (void)
{
  uint64_t bytes = meminfo ("MemAvailable");

  return bytes > 0 ? bytes : UINT64_MAX;
}
