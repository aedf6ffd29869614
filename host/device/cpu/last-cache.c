/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/read-file.h"
#include "base/processors.h"
#include "base/xalloc.h"
#include "device/cpu/cpu.h"

/* Returns a property of a processor's cache; to be freed, NULL: none. */
static char *
read_line (const char *root, int processor, int cache, const char *what)
{
  char *path = xasprintf ("%s/sys/devices/system/cpu/cpu%d/cache/index%d/%s",
                          root, processor, cache, what);
  char *line = file_line (path, "");

  free (path);
  return line;
}

/* Removes the processors that share this cache from a set. */
static void
remove_sharers (cpu_set_t *rest, const char *root, int processor, int cache)
{
  char *list = read_line (root, processor, cache, "shared_cpu_list");
  cpu_set_t same;

  CPU_ZERO (&same);
  if (list != NULL)
    free (processors_parse (&same, list));
  CPU_AND (&same, &same, rest);
  CPU_XOR (rest, rest, &same);
  free (list);
}

/* Returns the bytes of a processor's last-level cache, and removes the
 * processors that share it from the set. */
static uint64_t
read_last_cache (const char *root, int processor, cpu_set_t *rest)
{
  enum { MOST = 5 };

  CPU_CLR ((size_t)processor, rest);
  for (int cache = MOST - 1; cache >= 0; cache--) {
    char *size = read_line (root, processor, cache, "size"), unit = 'K';
    unsigned long long n = 0;
    int read = size != NULL ? sscanf (size, "%llu%c", &n, &unit) : 0;

    free (size);
    if (read < 1)
      continue;
    remove_sharers (rest, root, processor, cache);
    return (uint64_t)n << (unit == 'M' ? 20 : 10);
  }
  return 0;
}

uint64_t
last_cache_below (const char *root, const cpu_set_t *processors)
{
  cpu_set_t rest = *processors;
  uint64_t bytes = 0;

  /* Reads few files, since many processors share a cache; each start does this.
   */
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET ((size_t)i, &rest))
      bytes += read_last_cache (root, i, &rest);
  return bytes;
}

/* The C library reports only one cache, and in a virtual machine sometimes all
 * of the physical processor's. */
uint64_t
last_cache (const cpu_set_t *processors)
{
  uint64_t bytes = last_cache_below ("", processors);
  long l3, l2;

  if (bytes > 0)
    return bytes;
  l3 = sysconf (_SC_LEVEL3_CACHE_SIZE);
  l2 = sysconf (_SC_LEVEL2_CACHE_SIZE);
  return (uint64_t)(l3 > 0 ? l3 : l2 > 0 ? l2 : 0);
}
