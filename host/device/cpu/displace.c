/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "base/parallel.h"
#include "base/processors.h"
#include "device/cpu/bandwidth.h"
#include "device/cpu/displace.h"
#include "device/cpu/last-cache.h"

/* Where the system does not tell what the caches hold. */
enum { UNKNOWN = 32 << 20 };

static size_t
choose_bytes (void)
{
  cpu_set_t processors;
  uint64_t held;

  processors_get_usable (&processors);
  held = last_cache (&processors);
  if (held == 0)
    held = UNKNOWN;
  return (size_t)(2 * held + BANDWIDTH_STEP - 1) / BANDWIDTH_STEP
         * BANDWIDTH_STEP;
}

static bool
map_displacer (struct displacer *d)
{
  size_t bytes = choose_bytes ();
  void *memory = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (memory == MAP_FAILED)
    return false;
  /* Pages that nobody wrote to are all the same one. */
  memset (memory, 1, bytes);
  *d = (struct displacer){ memory, bytes };
  return true;
}

/* Parts begin at lines, steps are of several: the last ones of a part are those
 * of the next, too. */
static void
read_part (void *memory, size_t from, size_t end)
{
  size_t first = from / BANDWIDTH_STEP * BANDWIDTH_STEP;
  size_t last = (end + BANDWIDTH_STEP - 1) / BANDWIDTH_STEP * BANDWIDTH_STEP;

  bandwidth_read ((char *)memory + first, last - first);
}

bool
cache_displace (struct displacer *d)
{
  if (d->memory == NULL && !map_displacer (d))
    return false;
  parallel_run (d->bytes, read_part, d->memory);
  return true;
}

void
cache_displace_end (struct displacer *d)
{
  if (d->memory != NULL)
    munmap (d->memory, d->bytes);
  *d = (struct displacer){ 0 };
}
