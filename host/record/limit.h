/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The limit of a case by the roofline model: the least time in which the device
 * can move the bytes and do the operations that the record has.
 */
#ifndef LIMIT_H
#define LIMIT_H

#include <stdbool.h>

#include "record/case-record.h"
#include "record/device-record.h"

struct limit {
  double seconds; /* 0: unknown */
  const char *by; /* "memory", or the name of an op class */
};

struct limit limit_of (const struct case_record *record,
                       const struct device_record *device);

/* True where moving the bytes takes longer than computing, without caches.
 * Where the device's rates are unknown, true below one operation a byte, which
 * no processor is short of.  device may be NULL. */
bool limit_is_memory (const struct case_record *record,
                      const struct device_record *device);

/* The two parts of a limit: the memory's time for so many bytes, and the units'
 * time for the operations of the variant. */
struct limit limit_of_memory (const struct device_record *device, double bytes);
struct limit limit_of_units (const struct case_record *record,
                             const struct device_record *device);

#endif
