/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the telemetry of a case says against its time: whether something kept
 * the device from its full speed.
 */
#ifndef INTERFERENCE_H
#define INTERFERENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "record/case-record.h"

/* By heat, or for want of power. */
bool interference_has_throttling (const struct case_record *record);
/* By a clock that still rose, where samples that moved became faster with it:
 * these, in the order taken. */
bool interference_has_ramping (const struct case_record *record,
                               const double *seconds, size_t n);
/* By what others computed on it. */
bool interference_has_sharing (const struct case_record *record);

#endif
