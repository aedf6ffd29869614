/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "device/cpu/cores.h"

unsigned
cores_usable (cpu_set_t *cores)
{
  long n;

  if (sched_getaffinity (0, sizeof *cores, cores) == 0)
    return (unsigned)CPU_COUNT (cores);
  n = sysconf (_SC_NPROCESSORS_ONLN);
  CPU_ZERO (cores);
  for (int i = 0; i < CPU_SETSIZE && i < (n > 0 ? n : 1); i++)
    CPU_SET (i, cores);
  return (unsigned)CPU_COUNT (cores);
}

/* The first line of what the system tells of a cache of a core. */
static bool
read_line (const char *root, int core, int cache, const char *what, char *line,
           int bytes)
{
  char *path = xasprintf ("%s/sys/devices/system/cpu/cpu%d/cache/index%d/%s",
                          root, core, cache, what);
  FILE *f = fopen (path, "re");
  bool ok = f != NULL && fgets (line, bytes, f) != NULL;

  if (f != NULL)
    fclose (f);
  free (path);
  return ok;
}

/* Takes those of a list, as in "0-7,64-71\n", out of a set. */
static void
take_out (cpu_set_t *cores, const char *list)
{
  int first, last, n;

  while (sscanf (list, "%d%n", &first, &n) == 1) {
    list += n;
    last = first;
    if (sscanf (list, "-%d%n", &last, &n) == 1)
      list += n;
    for (int i = first; i <= last && i >= 0 && i < CPU_SETSIZE; i++)
      CPU_CLR (i, cores);
    list += *list == ',';
  }
}

/* Bytes of the last cache of a core; those that have the same one leave the
 * set. */
static uint64_t
last_of (const char *root, int core, cpu_set_t *rest)
{
  enum { MOST = 5 };
  char size[32], list[4096], unit = 'K';
  unsigned long long n;

  CPU_CLR (core, rest);
  for (int cache = MOST - 1; cache >= 0; cache--) {
    if (!read_line (root, core, cache, "size", size, sizeof size)
        || sscanf (size, "%llu%c", &n, &unit) < 1)
      continue;
    if (read_line (root, core, cache, "shared_cpu_list", list, sizeof list))
      take_out (rest, list);
    return (uint64_t)n << (unit == 'M' ? 20 : 10);
  }
  return 0;
}

uint64_t
cores_last_cache_below (const char *root, const cpu_set_t *cores)
{
  cpu_set_t rest = *cores;
  uint64_t bytes = 0;

  /* Few files, where many cores have one cache: each start reads them. */
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET (i, &rest))
      bytes += last_of (root, i, &rest);
  return bytes;
}

/* The C library tells of one cache, however many there are, and at times of
 * all that a processor has outside of this machine. */
uint64_t
cores_last_cache (const cpu_set_t *cores)
{
  uint64_t bytes = cores_last_cache_below ("", cores);
  long l3, l2;

  if (bytes > 0)
    return bytes;
  l3 = sysconf (_SC_LEVEL3_CACHE_SIZE);
  l2 = sysconf (_SC_LEVEL2_CACHE_SIZE);
  return (uint64_t)(l3 > 0 ? l3 : l2 > 0 ? l2 : 0);
}
