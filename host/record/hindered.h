/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the telemetry of a case says against its time: whether something kept
 * the device from its full speed.
 */
#ifndef HINDERED_H
#define HINDERED_H

#include <stdbool.h>
#include <stddef.h>

#include "record/case-record.h"

/* By heat, or for want of power. */
bool hindered_by_throttling (const struct case_record *record);
/* By a clock that still rose, where samples that moved became faster with it:
 * these, in the order taken. */
bool hindered_by_ramping (const struct case_record *record,
                          const double *seconds, size_t n);
/* By what others computed on it. */
bool hindered_by_sharing (const struct case_record *record);

#endif
