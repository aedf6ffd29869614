/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The limit: the least time in which a device could do what a case's record
 * says that its problem asks for, by the roofline model.
 */
#ifndef LIMIT_H
#define LIMIT_H

#include <stdbool.h>

#include "record/case-record.h"
#include "record/device-record.h"

struct limit {
  double seconds; /* 0: not known */
  const char *by; /* "memory", or the op class's name */
};

struct limit limit_of (const struct case_record *record,
                       const struct device_record *device);

/* Whether to move the bytes takes longer than to compute, whatever cache they
 * are in: so it is by the device's limits where both are known, else where
 * there is less than an operation for a byte, which no processor is short of.
 * NULL: nothing is known of the device. */
bool limit_is_memory (const struct case_record *record,
                      const struct device_record *device);

/* Its parts: what the memory needs to move so many bytes, and what the units
 * that the variant uses need for its operations. */
struct limit limit_of_memory (const struct device_record *device, double bytes);
struct limit limit_of_units (const struct case_record *record,
                             const struct device_record *device);

#endif
