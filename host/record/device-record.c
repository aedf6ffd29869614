/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <string.h>

#include "base/optional.h"
#include "base/text.h"
#include "record/device-record.h"

#define ROW(type, path, unit, help)                                            \
  FIELD_ROW (type, device_record, BY_WORKER, path, unit, NULL, help, NULL)

#define OPS(op_class, path, help)                                              \
  {                                                                            \
    path, FIELD_REAL, BY_WORKER, "operations/s", NULL, help,                   \
        FIELD_OFFSET (REAL, device_record, ops[GK_OPS_##op_class]), NULL       \
  }

#define MEASURED(cores, measure, path, unit, help)                             \
  {                                                                            \
    "measured." path, FIELD_REAL, BY_WORKER, unit, NULL, help,                 \
        FIELD_OFFSET (REAL, device_record,                                     \
                      measured.best.cores[MEASURE_##measure]),                 \
        NULL                                                                   \
  }

static const struct field rows[] = {
  ROW (TEXT, name, NULL, "name of the device in suites"),
  ROW (TEXT, description, NULL, "model of the device"),
  ROW (INTEGER, cores, NULL, "cores that the process may use; only of a CPU"),
  ROW (INTEGER, units, NULL, "number of multiprocessors; only of a GPU"),
  ROW (INTEGER, memory, "bytes", "size of the memory"),
  ROW (INTEGER, l2, "bytes", "size of the last cache before the memory"),
  ROW (INTEGER, capability, NULL,
       "compute capability, ten times the major number plus the minor one; "
       "only of a GPU"),
  ROW (TEXT, driver, NULL,
       "version of the programming interface that the driver supports; only of "
       "a GPU"),
  ROW (REAL, memory_bandwidth, "bytes/s",
       "bandwidth of the memory, from its clock and width; of a CPU the "
       "largest of measured.read, measured.write and measured.copy"),
  OPS (I32, "i32", "peak rate on 32-bit integers; absent where it is unknown"),
  OPS (F32, "f32", "peak rate on binary32; absent where it is unknown"),
  OPS (F64, "f64", "peak rate on binary64; absent where it is unknown"),
  OPS (TENSOR_F16, "tensor_f16",
       "peak rate of matrix units on binary16; absent where it is unknown"),
  OPS (TENSOR_BF16, "tensor_bf16",
       "peak rate of matrix units on bfloat16; absent where it is unknown"),
  OPS (TENSOR_TF32, "tensor_tf32",
       "peak rate of matrix units on TF32; absent where it is unknown"),
  OPS (TENSOR_I8, "tensor_i8",
       "peak rate on bytes, of matrix units or of a CPU's vector units; absent "
       "where it is unknown"),
  OPS (TENSOR_F64, "tensor_f64",
       "peak rate of matrix units on binary64; absent where it is unknown"),
  OPS (TENSOR_F8, "tensor_f8",
       "peak rate of matrix units on floats of 8 bits; absent where it is "
       "unknown"),
  ROW (REAL, floor, "s",
       "shortest time of a cold launch, median of some dozens of empty ones "
       "when the run began; only of a CPU"),
  { "measured.when", FIELD_TEXT, BY_HOST, NULL, NULL,
    "time in UTC when `gkhost devices` measured the device; absent, like all "
    "measured fields, where it did not",
    FIELD_OFFSET (TEXT, device_record, measured.when), NULL },
  { "measured.load", FIELD_REAL, BY_HOST, NULL, NULL,
    "average load of the minute before that",
    FIELD_OFFSET (REAL, device_record, measured.load), NULL },
  { "measured.kernel", FIELD_TEXT, BY_HOST, NULL, NULL,
    "release of the kernel at that time; absent from older records",
    FIELD_OFFSET (TEXT, device_record, measured.kernel), NULL },
  ROW (REAL, measured.gap, "ratio",
       "difference between the best rate of a measure and the next best one, "
       "over the best, where it is largest; only of a CPU; absent from older "
       "records"),
  MEASURED (all, READ, "read", "bytes/s",
            "bandwidth of reading memory by all cores"),
  MEASURED (
      all, WRITE, "write", "bytes/s",
      "bandwidth of writing memory by all cores, with non-temporal stores"),
  MEASURED (all, COPY, "copy", "bytes/s",
            "bandwidth of copying memory by all cores, where bytes that are "
            "read and bytes that are written both count"),
  MEASURED (all, I32, "i32", "operations/s",
            "rate of multiply-adds on 32-bit integers by all cores, each two "
            "operations"),
  MEASURED (all, F32, "f32", "operations/s",
            "rate of multiply-adds on binary32 by all cores"),
  MEASURED (all, F64, "f64", "operations/s",
            "rate of multiply-adds on binary64 by all cores"),
  MEASURED (one, READ, "read_one", "bytes/s",
            "bandwidth of reading memory by one core"),
  MEASURED (one, WRITE, "write_one", "bytes/s",
            "bandwidth of writing memory by one core"),
  MEASURED (one, COPY, "copy_one", "bytes/s",
            "bandwidth of copying memory by one core"),
  MEASURED (one, I32, "i32_one", "operations/s",
            "rate of multiply-adds on 32-bit integers by one core"),
  MEASURED (one, F32, "f32_one", "operations/s",
            "rate of multiply-adds on binary32 by one core"),
  MEASURED (one, F64, "f64_one", "operations/s",
            "rate of multiply-adds on binary64 by one core"),
  ROW (TEXT, address, NULL, "address on the PCI bus; only of a GPU"),
  MEASURED (all, I8, "i8", "operations/s",
            "rate of multiply-adds on bytes with sums of 32 bits by all cores; "
            "absent from older records"),
  MEASURED (
      one, I8, "i8_one", "operations/s",
      "rate of multiply-adds on bytes by one core; absent from older records"),
  ROW (REAL, cache_bandwidth, "bytes/s",
       "bandwidth of the last cache before the memory; absent where it was not "
       "measured"),
  MEASURED (all, CACHE, "cache", "bytes/s",
            "bandwidth of reading half of the last cache, by all cores or by a "
            "GPU; absent where the system reports no cache"),
  MEASURED (one, CACHE, "cache_one", "bytes/s",
            "bandwidth of reading half of the last cache by one core; absent "
            "where the system reports no cache"),
  ROW (REAL, clock, "Hz",
       "highest clock of the multiprocessors, which the peak rates hold at; "
       "only of a GPU"),
  ROW (REAL, memory_clock, "Hz",
       "highest clock of the memory, which its bandwidth holds at; only of a "
       "GPU"),
  ROW (TEXT, lost, NULL,
       "reason why the device can't be used, found before the first case; the "
       "record then has no other field but the name"),
  ROW (INTEGER, inner_caches, "bytes",
       "size of the caches before the last one, of all cores together; only of "
       "a CPU, and absent where the system does not report it"),
};

const struct fields device_fields = FIELDS_OF ("device", rows, device_record);

#define ANSWER(type, path, of)                                                 \
  FIELD_ROW (type, device_records, BY_WORKER, path, NULL, NULL, NULL, of)

static const struct field answer_rows[] = {
  ANSWER (LIST, devices, &device_fields),
#define ABSENT(enumerator, kind)                                               \
  DEVICE_ABSENT_ROW (device_records, enumerator, kind, BY_WORKER)
  DEVICE_KINDS (ABSENT)
#undef ABSENT
#define SEVERAL(enumerator, kind)                                              \
  DEVICE_SEVERAL_ROW (device_records, enumerator, kind, BY_WORKER)
      DEVICE_KINDS (SEVERAL)
#undef SEVERAL
          ANSWER (TEXT, judge, NULL),
  ANSWER (TEXT, lacks, NULL),
};

_Static_assert(sizeof answer_rows / sizeof answer_rows[0]
                   == 3 + 2 * N_DEVICE_KINDS,
               "each kind has two fields");

const struct fields devices_answer_fields
    = FIELDS_OF ("devices", answer_rows, device_records);

bool
device_record_is_measured (const struct device_record *device)
{
  return device->measured.best.all[MEASURE_READ] > 0;
}

bool
device_record_has_measures (const struct device_record *device)
{
  return device_record_is_measured (device)
         || device->measured.best.all[MEASURE_CACHE] > 0;
}

/* Of a GPU only the cache needs measuring. */
bool
device_record_is_all_measured (const struct device_record *device)
{
  const struct measures *best = &device->measured.best;
  bool all = true;

  if (device->units > 0)
    return best->all[MEASURE_CACHE] > 0;
  for (int i = 0; i < N_MEASURES; i++)
    /* Nothing is measured of a cache of unknown size. */
    if (i != MEASURE_CACHE || device->l2 > 0)
      all = all && best->all[i] > 0 && best->one[i] > 0;
  return all;
}

static void
set_most (struct device_record *device, const double *best)
{
  /* The largest: with a smaller one, a share of the limit would be too large.
   */
  device->memory_bandwidth = fmax (
      best[MEASURE_READ], fmax (best[MEASURE_WRITE], best[MEASURE_COPY]));
  device->ops[GK_OPS_I32] = best[MEASURE_I32];
  device->ops[GK_OPS_F32] = best[MEASURE_F32];
  device->ops[GK_OPS_F64] = best[MEASURE_F64];
  /* A CPU computes on bytes in its vector units. */
  device->ops[GK_OPS_TENSOR_I8] = best[MEASURE_I8];
}

void
device_record_set_measured (struct device_record *device,
                            const struct device_record *measured)
{
  device->measured = measured->measured;
  if (device_record_is_measured (device))
    set_most (device, measured->measured.best.all);
  device->cache_bandwidth = measured->measured.best.all[MEASURE_CACHE];
}

struct device_record
device_record_of_cores (const struct device_record *device, int64_t cores)
{
  static const double unknown[N_MEASURES]
      = { NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
  struct device_record part = *device;

  if (device_record_is_measured (device) && cores != device->cores)
    set_most (&part, cores == 1 ? device->measured.best.one : unknown);
  return part;
}

const struct device_record *
device_record_find (const struct items *devices, const char *name)
{
  const struct device_record *device = devices->item;

  for (size_t i = 0; i < devices->n; i++)
    if (strcmp (text_or_empty (device[i].name), name) == 0)
      return &device[i];
  return NULL;
}

static const char *
optional_text (const char *text, struct pool *pool)
{
  return text[0] != '\0' ? pool_text (pool, text) : NULL;
}

/* struct device_info has 0 for unknown. */
static int64_t
optional_integer (uint64_t value)
{
  return value > 0 ? (int64_t)value : INTEGER_ABSENT;
}

static double
optional_real (double value)
{
  return value > 0 ? value : (double)NAN;
}

struct device_record
device_record_of (const struct device_info *info, struct pool *pool)
{
  struct device_record r;

  fields_clear (&device_fields, &r);
  r.name = pool_text (pool, info->name);
  r.description = pool_text (pool, info->description);
  *(info->gk.kind == GK_CPU ? &r.cores : &r.units) = info->gk.units;
  r.memory = (int64_t)info->gk.memory;
  r.l2 = optional_integer (info->gk.l2);
  r.inner_caches = optional_integer (info->inner_caches);
  r.capability = optional_integer (info->gk.capability);
  r.driver = optional_text (info->driver, pool);
  r.clock = optional_real (info->gk.clock);
  r.memory_clock = optional_real (info->memory_clock);
  r.memory_bandwidth = optional_real (info->gk.bandwidth);
  for (int i = GK_OPS_I32; i < N_OP_CLASSES; i++)
    r.ops[i] = optional_real (info->ops[i]);
  r.address = optional_text (info->address, pool);
  r.floor = optional_real (info->floor);
  return r;
}

struct device_record
device_record_lost (const char *name, const char *why, struct pool *pool)
{
  struct device_record r;

  fields_clear (&device_fields, &r);
  r.name = pool_text (pool, name);
  r.lost = pool_text (pool, why);
  return r;
}

struct device_record
device_record_of_measures (const struct measures *measures)
{
  struct device_record r;

  fields_clear (&device_fields, &r);
  for (int i = 0; i < N_MEASURES; i++) {
    r.measured.best.all[i] = optional_real (measures->all[i]);
    r.measured.best.one[i] = optional_real (measures->one[i]);
  }
  r.measured.gap
      = measures->all[MEASURE_READ] > 0 ? measures->gap : (double)NAN;
  return r;
}
