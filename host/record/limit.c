/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/names.h"
#include "base/processors.h"
#include "base/text.h"
#include "plugin/abi-names.h"
#include "record/limit.h"

static const struct limit unknown = { 0, "" };

struct limit
limit_of_memory (const struct device_record *device, double bytes)
{
  if (!(device->memory_bandwidth > 0) || !(bytes > 0))
    return unknown;
  return (struct limit){ bytes / device->memory_bandwidth, "memory" };
}

/* The operations that the limit counts: the variant's own where it declares
 * them, else the family's. */
static double
ops_of (const struct result *r, const char **op_class)
{
  bool own = r->variant_work.op_class != NULL;

  *op_class = text_or_empty (own ? r->variant_work.op_class : r->work.op_class);
  return own ? r->variant_work.ops : r->work.ops;
}

struct limit
limit_of_units (const struct case_record *record,
                const struct device_record *device)
{
  const char *name;
  double ops = ops_of (&record->result, &name);
  int op_class = names_find (&op_class_names, name);

  if (!(ops > 0) || op_class < 0 || !(device->ops[op_class] > 0))
    return unknown;
  return (struct limit){ ops / device->ops[op_class],
                         names_at (&op_class_names, op_class) };
}

/* False for a hot problem that fits in the L2. */
static bool
is_from_memory (const struct case_record *record,
                const struct device_record *device)
{
  return case_record_settings (record).mode.cache != CACHE_HOT
         || record->result.work.bytes > device->l2;
}

/* Returns the number of processors in the list. */
static int64_t
cores_of (const char *cpus)
{
  cpu_set_t set;

  free (processors_parse (&set, cpus));
  return CPU_COUNT (&set);
}

static struct limit
limit_on (const struct case_record *record, const struct device_record *device)
{
  const struct mode mode = case_record_settings (record).mode;
  const char *name;
  struct limit units = limit_of_units (record, device), memory = unknown;

  /* With operations of unknown rate, the larger of the two limits may be the
   * unknown one. */
  if (mode.scope != SCOPE_KERNEL || mode.memory == MEMORY_MAPPED
      || (ops_of (&record->result, &name) > 0 && units.seconds <= 0))
    return unknown;
  if (is_from_memory (record, device))
    memory = limit_of_memory (device, (double)record->result.work.bytes);
  return units.seconds > memory.seconds ? units : memory;
}

/* Returns the device, or the cores of it that the case is pinned to. */
static struct device_record
part_of (const struct case_record *record, const struct device_record *device)
{
  return record->cpus == NULL
             ? *device
             : device_record_of_cores (device, cores_of (record->cpus));
}

struct limit
limit_of (const struct case_record *record, const struct device_record *device)
{
  const struct device_record part = part_of (record, device);

  return limit_on (record, &part);
}

bool
limit_is_memory (const struct case_record *record,
                 const struct device_record *device)
{
  const double bytes = (double)record->result.work.bytes;
  struct limit memory = unknown, units = unknown;

  if (device != NULL) {
    const struct device_record part = part_of (record, device);

    memory = limit_of_memory (&part, bytes);
    units = limit_of_units (record, &part);
  }
  return memory.seconds > 0 && units.seconds > 0
             ? memory.seconds >= units.seconds
             : record->result.work.ops < bytes;
}
