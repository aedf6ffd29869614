/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/xalloc.h"
#include "bench/health.h"
#include "bench/case-begin.h"

enum { HEALTH_BYTES = 4096, BYTE = 0xa5 };

static bool
holds_what_is_written (struct device *d, void *memory)
{
  unsigned char read_back[HEALTH_BYTES] = { 0 };

  if (!d->ops->fill (d, memory, BYTE, HEALTH_BYTES) || !d->ops->sync (d)
      || !d->ops->peek (d, read_back, memory, HEALTH_BYTES))
    return false;
  for (int i = 0; i < HEALTH_BYTES; i++)
    if (read_back[i] != BYTE)
      return device_fail (d, "its memory does not hold what was written to it");
  return true;
}

static bool
test_device (struct device *d)
{
  void *memory;
  bool ok;

  if (!d->ops->alloc (d, MEMORY_DEVICE, HEALTH_BYTES, &memory))
    return false;
  ok = holds_what_is_written (d, memory) && d->ops->launch_empty (d, 0)
       && d->ops->sync_all (d);
  d->ops->free (d, MEMORY_DEVICE, memory);
  return ok;
}

bool
health_check (struct bench *b, const char *device, char **why)
{
  struct claim claim = { 0 };

  if (!case_begin_use_device (b, device, &claim)) {
    *why = xstrdup (claim.reason);
    return false;
  }
  if (test_device (b->device))
    return true;
  *why = xstrdup (b->device->error);
  return false;
}
