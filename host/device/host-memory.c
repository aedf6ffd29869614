/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "device/host-memory.h"

/* Returns a field of /proc/meminfo in bytes; 0 if it is missing. */
static uint64_t
read_meminfo (const char *root, const char *field)
{
  char *path = xasprintf ("%s/proc/meminfo", root);
  FILE *f = fopen (path, "re");
  char line[128];
  uint64_t kib = 0;
  size_t n = strlen (field);

  free (path);
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
  return read_meminfo ("", "MemTotal");
}

uint64_t
host_memory_available_below (const char *root)
{
  uint64_t bytes = read_meminfo (root, "MemAvailable");
  uint64_t limited = cgroup_memory_available (root);

  return bytes > 0 && bytes < limited ? bytes : limited;
}

/* With 32 bits at most half of the address space is usable. */
uint64_t
host_memory_available (void)
{
  uint64_t bytes = host_memory_available_below ("");

  return bytes < PTRDIFF_MAX || sizeof (size_t) > 4 ? bytes : PTRDIFF_MAX;
}
