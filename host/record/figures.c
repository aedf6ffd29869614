/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "base/text.h"
#include "plugin/abi-names.h"
#include "record/caveat.h"
#include "record/figures.h"
#include "record/limit.h"
#include "record/suspect.h"

static bool
is_of_class (const char *name, gk_op_class op_class)
{
  return strcmp (text_or_empty (name), names_at (&op_class_names, op_class))
         == 0;
}

/* The rate is of what the family says, whatever the variant does: of what takes
 * the device longer. */
static void
set_rate (struct case_record *record, double seconds,
          const struct device_record *device, struct pool *pool)
{
  const struct result *r = &record->result;
  bool integers = is_of_class (r->work.op_class, GK_OPS_I32)
                  || is_of_class (r->work.op_class, GK_OPS_TENSOR_I8);

  if (r->work.ops > 0 && !limit_is_memory (record, device)) {
    record->rate.value = r->work.ops / seconds;
    record->rate.unit = pool_text (pool, integers ? "OP/s" : "FLOP/s");
  } else if (r->work.bytes >= 0) {
    record->rate.value = (double)r->work.bytes / seconds;
    record->rate.unit = pool_text (pool, "B/s");
  }
}

static void
set_limit (struct case_record *record, double seconds,
           const struct device_record *device, struct pool *pool)
{
  const struct limit limit = limit_of (record, device);

  if (limit.seconds <= 0)
    return;
  record->limit.seconds = limit.seconds;
  record->limit.by = pool_text (pool, limit.by);
  record->of_limit = limit.seconds / seconds;
}

void
figures_set (struct case_record *record, const struct device_record *device,
             struct pool *pool)
{
  /* A clock may be too coarse to see a tiny case at all. */
  double seconds = case_time (record);

  if (seconds <= 0)
    return;
  set_rate (record, seconds, device, pool);
  if (device != NULL)
    set_limit (record, seconds, device, pool);
  suspect_check (record, device, pool);
  caveats_find (record, device, pool);
}
