/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The record of a device, in the run's record and in a worker's answer.  The
 * table in device-record.c describes each member.
 */
#ifndef DEVICE_RECORD_H
#define DEVICE_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pool.h"
#include "device/device.h"
#include "device/kinds.h"
#include "record/fields.h"

struct device_record {
  const char *name, *description;
  int64_t cores, units, memory, l2, inner_caches, capability;
  const char *driver;
  double clock, memory_clock; /* the highest, which the limits hold at */
  double memory_bandwidth, cache_bandwidth;
  double ops[N_OP_CLASSES]; /* operations/s, by gk_op_class */
  double floor;
  const char *address;
  const char *lost;
  struct {
    const char *when, *kernel;
    double load, gap;
    struct measures best;
  } measured;
};

extern const struct fields device_fields;

/* The devices that were found. */
struct device_records {
  struct items devices;               /* struct device_record */
  const char *absent[N_DEVICE_KINDS]; /* why a kind has none */
  int64_t several[N_DEVICE_KINDS]; /* how many of a kind are not in devices, and
                                      need a worker each to probe them */
  const char *judge; /* where the worker finds the judge: see run_record */
  const char *lacks; /* what the kernel lacks to confine it; NULL: nothing */
};

extern const struct fields devices_answer_fields;

/* True where its peak rates were measured.  They may be too low, as other work
 * can slow the measuring: a time is suspect only below half of what they
 * allow. */
bool device_record_is_measured (const struct device_record *device);
/* True where anything was measured, if only its cache. */
bool device_record_has_measures (const struct device_record *device);
/* False where something is missing, as in measurements of an older gkhost. */
bool device_record_is_all_measured (const struct device_record *device);
/* Sets the peak rates of a device to those that were measured. */
void device_record_set_measured (struct device_record *device,
                                 const struct device_record *measured);

/* Returns the record of a part of a CPU.  Its peak rates are known for one core
 * and for all cores only. */
struct device_record device_record_of_cores (const struct device_record *device,
                                             int64_t cores);

/* Returns the device of that name; NULL: there is none. */
const struct device_record *device_record_find (const struct items *devices,
                                                const char *name);

/* A row for each kind. */
#define DEVICE_SEVERAL_ROW(record, enumerator, kind, source)                   \
  { "several_" #kind,                                                          \
    FIELD_INTEGER,                                                             \
    source,                                                                    \
    NULL,                                                                      \
    NULL,                                                                      \
    NULL,                                                                      \
    FIELD_OFFSET (INTEGER, record, several[GK_##enumerator]),                  \
    NULL },

/* The same; the run's record uses it, too. */
#define DEVICE_ABSENT_ROW(record, enumerator, kind, source)                    \
  { "no_" #kind,                                                               \
    FIELD_TEXT,                                                                \
    source,                                                                    \
    NULL,                                                                      \
    NULL,                                                                      \
    "reason why there is no device of that kind; absent unless one was "       \
    "needed",                                                                  \
    FIELD_OFFSET (TEXT, record, absent[GK_##enumerator]),                      \
    NULL },

/* Texts go into the pool. */
struct device_record device_record_of (const struct device_info *info,
                                       struct pool *pool);
/* Returns a record with the name and the reason why the device can't be used.
 */
struct device_record device_record_lost (const char *name, const char *why,
                                         struct pool *pool);
/* Returns a record of measurements alone, without a date. */
struct device_record
device_record_of_measures (const struct measures *measures);

#endif
