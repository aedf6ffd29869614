/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The record of a device, in that of the run and in a worker's answer.  What
 * each member is says the table in device-record.c.
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
  int64_t cores, units, memory, l2, capability;
  const char *driver;
  double memory_bandwidth, cache_bandwidth;
  double ops[N_OP_CLASSES]; /* a second, by gk_op_class */
  double floor;
  const char *address;
  const char *lost;
  struct {
    const char *when;
    double load;
    struct measures best;
  } measured;
};

extern const struct fields device_fields;

/* What there is to run on. */
struct device_records {
  struct items devices;               /* struct device_record */
  const char *absent[N_DEVICE_KINDS]; /* why there is none of a kind */
  int64_t several[N_DEVICE_KINDS];    /* how many of a kind are not among these,
                                         and are to be probed one by one */
  const char *judge; /* where who was asked finds one: see run_record */
};

extern const struct fields devices_answer_fields;

/* Whether what it can do at the most was measured.  That is no law of nature:
 * other work may have held the measuring up. */
bool device_record_is_measured (const struct device_record *device);
/* Whether anything was, if only its cache. */
bool device_record_has_measures (const struct device_record *device);
/* Whether nothing is missing, as it is where an older gkhost measured. */
bool device_record_is_all_measured (const struct device_record *device);
/* Makes what was measured of a device what it can do at the most. */
void device_record_set_measured (struct device_record *device,
                                 const struct device_record *measured);

/* The same device as far as so many of its cores go: what they can do at the
 * most is known of one and of all. */
struct device_record device_record_of_cores (const struct device_record *device,
                                             int64_t cores);

/* The device of that name; NULL: there is none. */
const struct device_record *
device_record_find (const struct device_records *records, const char *name);

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

/* Likewise; the run's record has them too. */
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
/* One of which nothing is known but why it can't be used. */
struct device_record device_record_lost (const char *name, const char *why,
                                         struct pool *pool);
/* Nothing but what was measured, without a date. */
struct device_record
device_record_of_measures (const struct measures *measures);

#endif
