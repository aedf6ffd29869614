/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Two parts: rate and limit; and the check for times that can't be true.  Such
 * a time is below what the device needs at least for the work, or below an
 * empty launch: the variant did not do what it was timed for.
 */
#include <config.h>

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "base/processors.h"
#include "base/text.h"
#include "base/units.h"
#include "base/xalloc.h"
#include "plugin/abi-names.h"
#include "record/caveat.h"

/* The limit of a case by the roofline model: the least time in which the device
 * can move the bytes and do the operations that the record has.
 */

struct limit {
  double seconds; /* 0: unknown */
  const char *by; /* "memory", or the name of an op class */
};

static const struct limit unknown = { 0, "" };

/* The two parts of a limit: the memory's time for so many bytes, and the units'
 * time for the operations of the variant. */
static struct limit
limit_of_memory (const struct device_record *device, double bytes)
{
  if (!(device->memory_bandwidth > 0) || !(bytes > 0))
    return unknown;
  return (struct limit){ bytes / device->memory_bandwidth, "memory" };
}

double
limit_ops (const struct result *r, const char **op_class)
{
  bool own = r->variant_work.op_class != NULL;

  *op_class = text_or_empty (own ? r->variant_work.op_class : r->work.op_class);
  return own ? r->variant_work.ops : r->work.ops;
}

bool
limit_is_of_other_units (const struct case_record *record)
{
  const char *own = text_or_empty (record->result.variant_work.op_class);

  return own[0] != '\0' && strcmp (own, text_or_empty (record->limit.by)) == 0
         && strcmp (own, text_or_empty (record->result.work.op_class)) != 0;
}

static struct limit
limit_of_units (const struct case_record *record,
                const struct device_record *device)
{
  const char *name;
  double ops = limit_ops (&record->result, &name);
  int op_class = names_find (&op_class_names, name);

  if (!(ops > 0) || op_class < 0 || !(device->ops[op_class] > 0))
    return unknown;
  return (struct limit){ ops / device->ops[op_class],
                         names_at (&op_class_names, op_class) };
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
      || (limit_ops (&record->result, &name) > 0 && units.seconds <= 0))
    return unknown;
  /* A hot problem may fit in the L2. */
  if (mode.cache != CACHE_HOT || record->result.work.bytes > device->l2)
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

/* True where moving the bytes takes longer than computing, without caches.
 * Where the device's rates are unknown, true below one operation a byte, which
 * no processor is short of.  device may be NULL. */
static bool
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

static bool
is_of_class (const char *name, gk_op_class op_class)
{
  return strcmp (text_or_empty (name), names_at (&op_class_names, op_class))
         == 0;
}

/* The rate counts the family's work, whatever the variant does: operations or
 * bytes, whichever take the device longer. */
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

double
limit_share_at_clock (const struct case_record *record,
                      const struct device_record *device)
{
  const bool memory = strcmp (text_or_empty (record->limit.by), "memory") == 0;
  const double clock
      = memory ? record->telemetry.clock_memory : record->telemetry.clock_sm;
  double highest = device == NULL ? (double)NAN
                   : memory       ? device->memory_clock
                                  : device->clock;

  /* Older records of a device have no clocks.  NVML's highest is the limit's
   * on server boards, but may be higher than that on others. */
  if (isnan (highest) && !memory)
    highest = record->telemetry.clock_sm_most;
  if (!(clock > 0) || !(clock < CLOCK_LOWERED * highest))
    return NAN;
  return record->of_limit * highest / clock;
}

static void
set_limit (struct case_record *record, double seconds,
           const struct device_record *device, struct pool *pool)
{
  const struct device_record part = part_of (record, device);
  const struct limit limit = limit_on (record, &part);

  if (limit.seconds <= 0)
    return;
  record->limit.seconds = limit.seconds;
  record->limit.by = pool_text (pool, limit.by);
  record->of_limit = limit.seconds / seconds;
  record->of_limit_at_clock = limit_share_at_clock (record, device);
}

/* A device may clock a little higher than it reports. */
#define OF_LIMIT_MOST 1.05
/* Other work may have held up the measuring of a limit, but not so much. */
#define OF_MEASURED_MOST 2

/* Returns how many bytes the caches before the last one may hold.  Those of a
 * GPU are empty when a launch begins. */
static double
bytes_inner (const struct device_record *device)
{
  return device->inner_caches >= 0 ? (double)device->inner_caches
         : device->units > 0       ? 0
                                   : INFINITY;
}

/* Returns how many bytes all caches may hold; a GPU's last one has all that is
 * in the others, too. */
static double
bytes_cached (const struct device_record *device)
{
  return device->l2 >= 0
             ? (double)device->l2 + fmax (0, (double)device->inner_caches)
             : INFINITY;
}

/* At the end of the time, written bytes may still be in the caches. */
static double
bytes_moved (const struct result *r, const struct device_record *device)
{
  double all = (double)r->work.bytes, written = (double)r->work.bytes_written;

  if (written < 0 || written > all)
    written = all;
  return all - written + fmax (0, written - bytes_cached (device));
}

/* Of a cold launch, or of a hot one that finds what fits in the caches there.
 */
static struct limit
limit_of_moves (const struct case_record *record,
                const struct device_record *device)
{
  const struct result *r = &record->result;

  return case_record_settings (record).mode.cache == CACHE_COLD
             ? limit_of_memory (device, bytes_moved (r, device))
             : limit_of_memory (device,
                                (double)r->work.bytes - bytes_cached (device));
}

/* A hot launch reads from the last cache what does not fit in those before it,
 * and writes it there. */
static struct limit
limit_of_cache (const struct case_record *record,
                const struct device_record *device)
{
  const double bytes = (double)record->result.work.bytes - bytes_inner (device);

  if (case_record_settings (record).mode.cache == CACHE_COLD
      || !(device->cache_bandwidth > 0) || !(bytes > 0))
    return unknown;
  return (struct limit){ bytes / device->cache_bandwidth, "cache" };
}

/* Returns what would be needed, as a text to be freed; NULL: the time is no
 * less. */
static char *
under_limit (const struct case_record *record, double seconds,
             const struct device_record *device)
{
  const bool measured = device_record_is_measured (device);
  const double most = measured ? OF_MEASURED_MOST : OF_LIMIT_MOST;
  const char *half = measured ? "half of " : "";
  const struct limit memory = limit_of_moves (record, device);
  const struct limit cache = limit_of_cache (record, device);
  const struct limit units = limit_of_units (record, device);
  char least[UNITS_MAX];

  if (seconds * most < memory.seconds)
    return xasprintf ("%sthe %s that the memory of %s needs to move the "
                      "bytes; check that all of the work is done",
                      half, units_time (least, memory.seconds),
                      text_or_empty (device->name));
  if (seconds * OF_MEASURED_MOST < cache.seconds)
    return xasprintf ("half of the %s that the last cache of %s needs to move "
                      "the bytes; check that all of the work is done",
                      units_time (least, cache.seconds),
                      text_or_empty (device->name));
  if (seconds * most < units.seconds)
    return xasprintf ("%sthe %s that %s needs for the operations (%s); check "
                      "that all of them are done, or declare fewer",
                      half, units_time (least, units.seconds),
                      text_or_empty (device->name), units.by);
  return NULL;
}

static char *
under_floor (double floor_s, double seconds)
{
  char least[UNITS_MAX];

  if (!(seconds < floor_s * RESULT_OF_FLOOR_LEAST))
    return NULL;
  return xasprintf ("half of the %s that an empty launch takes; check that "
                    "all of the work is on the stream that launch gets",
                    units_time (least, floor_s));
}

/* Frees than, the text of what the time is less than. */
static void
set_suspect (struct case_record *record, double seconds, char *than,
             struct pool *pool)
{
  char time[UNITS_MAX];

  record->result.reason = pool_made (
      pool, xasprintf ("%s is less than %s", units_time (time, seconds), than));
  texts_add (pool, &record->verdicts, VERDICT_SUSPECT);
  free (than);
}

static void
suspect_check (struct case_record *record, const struct device_record *device,
               struct pool *pool)
{
  const struct mode mode = case_record_settings (record).mode;
  double seconds = case_time (record);
  char *than = NULL;

  /* Otherwise bytes may come from elsewhere in the time. */
  if (mode.scope != SCOPE_KERNEL || mode.memory != MEMORY_DEVICE)
    return;
  if (device != NULL)
    than = under_limit (record, seconds, device);
  if (than == NULL && mode.cache == CACHE_COLD)
    than = under_floor (record->result.floor_s, seconds);
  if (than != NULL)
    set_suspect (record, seconds, than, pool);
}

/* A clock may be too coarse for a tiny case, and a clock may be false. */
static void
check_no_time (struct case_record *record, struct pool *pool)
{
  if (record->result.status == STATUS_OK && record->result.time.samples > 0)
    set_suspect (record, fmax (record->result.time.median_s, 0),
                 xstrdup ("any launch takes; measure a larger problem"), pool);
}

void
figures_set (struct case_record *record, const struct device_record *device,
             struct pool *pool)
{
  double seconds = case_time (record);

  if (seconds <= 0) {
    check_no_time (record, pool);
    return;
  }
  set_rate (record, seconds, device, pool);
  if (device != NULL)
    set_limit (record, seconds, device, pool);
  suspect_check (record, device, pool);
  caveats_find (record, device, pool);
}
