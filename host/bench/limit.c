/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/names.h"
#include "bench/limit.h"
#include "plugin/abi-names.h"

/* Whether the bytes come from the device's own memory: those of a hot problem
 * that fits in the L2 don't. */
static bool
memory_bound_known (const gk_work *work, const struct device_info *device,
                    const struct mode *mode)
{
  return device->memory_bandwidth > 0
         && !(mode->cache == CACHE_HOT
              && work->bytes_read + work->bytes_written <= device->gk.l2);
}

struct limit
limit_of (const gk_work *work, const struct device_info *device,
          const struct mode *mode)
{
  struct limit limit = { 0, "" };
  gk_op_class c = work->op_class;

  /* With arithmetic, the smaller of two limits may be the one that is not
   * known; then none is. */
  if (mode->scope != SCOPE_KERNEL || mode->memory == MEMORY_MAPPED
      || (work->ops > 0
          && ((size_t)c >= op_class_names.n || device->ops[c] <= 0)))
    return limit;
  if (memory_bound_known (work, device, mode)) {
    limit.seconds = (double)(work->bytes_read + work->bytes_written)
                    / device->memory_bandwidth;
    limit.by = "memory";
  }
  if (work->ops > 0 && work->ops / device->ops[c] > limit.seconds) {
    limit.seconds = work->ops / device->ops[c];
    limit.by = names_at (&op_class_names, c);
  }
  return limit;
}
