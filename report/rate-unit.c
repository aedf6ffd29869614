/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "base/text.h"
#include "report/rate-unit.h"

static bool
is_bytes (const char *unit)
{
  return strcmp (unit, "B/s") == 0;
}

/* True when a rate in bytes can be converted to operations. */
static bool
has_both (const struct case_record *record)
{
  return record->result.work.ops > 0 && record->result.work.bytes > 0;
}

/* The unit of the column; NULL when rows differ.  When some rows are bound by
 * the memory and others by compute units, all are shown in operations, so that
 * they can be compared. */
static const char *
common_unit (const struct block *block)
{
  const char *unit = NULL;

  for (size_t i = 0; i < block->n; i++) {
    const char *own = block->record[i]->rate.unit;

    if (own == NULL || (unit != NULL && own == unit))
      continue;
    if (unit == NULL || (is_bytes (unit) && has_both (block->record[i])))
      unit = own;
    else if (!is_bytes (own) || !has_both (block->record[i]))
      return NULL;
  }
  return unit;
}

double
rate_in_unit (const struct case_record *record, const char *unit)
{
  const char *own = text_or_empty (record->rate.unit);

  if (unit == NULL || !is_bytes (own) || is_bytes (unit))
    return record->rate.value;
  return record->rate.value * record->result.work.ops
         / (double)record->result.work.bytes;
}

struct rate_unit
rate_unit_of (const struct block *block)
{
  struct rate_unit unit = { .si = common_unit (block) };

  for (size_t i = 0; i < block->n; i++) {
    const struct case_record *record = block->record[i];
    const double rate = rate_in_unit (record, unit.si);

    if (case_time (record) > 0 && rate > unit.largest)
      unit.largest = rate;
  }
  return unit;
}
