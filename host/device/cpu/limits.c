/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "base/processors.h"
#include "base/xalloc.h"
#include "device/cpu/last-cache.h"
#include "device/cpu/limits.h"
#include "device/cpu/team.h"
#include "device/host-memory.h"

/* Memory in caches, so that little of it stays in one from pass to pass; under
 * the least, caches would be measured. */
enum { CACHES = 4, LEAST_CACHES = 2 };
/* Of the last cache, what stays in it from pass to pass, beside what others
 * have there. */
enum { CACHE_SHARE = 2 };
/* Of the memory that is free, so that nobody else runs out of it. */
enum { SHARE = 4 };
/* A cache that the system tells nothing of. */
#define UNKNOWN_CACHE ((uint64_t)64 << 20)

/* 0: too little is free. */
static size_t
choose_memory (const cpu_set_t *cores)
{
  uint64_t cache = last_cache (cores);
  uint64_t most = host_memory_available () / SHARE, bytes;

  if (cache == 0)
    cache = UNKNOWN_CACHE;
  bytes = cache * CACHES < most ? cache * CACHES : most;
  return bytes >= cache * LEAST_CACHES ? (size_t)bytes : 0;
}

static bool
measure_on (const cpu_set_t *cores, double best[N_MEASURES], char **why)
{
  size_t bytes = choose_memory (cores);
  char *memory;
  bool ok;

  if (bytes == 0) {
    *why = xstrdup ("too little memory is free: it takes eight times the last "
                    "cache");
    return false;
  }
  memory = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    *why = xasprintf ("can't allocate %zu bytes of memory: %s", bytes,
                      strerror (errno));
    return false;
  }
  madvise (memory, bytes, MADV_HUGEPAGE);
  ok = team_measure (cores, memory, bytes,
                     (size_t)last_cache (cores) / CACHE_SHARE, best, why);
  munmap (memory, bytes);
  return ok;
}

static cpu_set_t
find_first_core (const cpu_set_t *cores)
{
  cpu_set_t one;
  int i = 0;

  CPU_ZERO (&one);
  while (i < CPU_SETSIZE - 1 && !CPU_ISSET (i, cores))
    i++;
  CPU_SET (i, &one);
  return one;
}

bool
cpu_limits_measure (int ordinal, struct measures *measures, char **why)
{
  cpu_set_t cores, one;

  (void)ordinal;
  processors_get_usable (&cores);
  one = find_first_core (&cores);
  return measure_on (&cores, measures->all, why)
         && measure_on (&one, measures->one, why);
}
