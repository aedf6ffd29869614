/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether a time can be true.  What is faster than its device can be, or than
 * a launch of nothing, did not do what it was timed for.
 */
#ifndef SUSPECT_H
#define SUSPECT_H

#include "base/pool.h"
#include "record/case-record.h"
#include "record/device-record.h"

/* Sets the verdict VERDICT_SUSPECT and the reason where the time can't be true;
 * texts go into the pool.  What is not known is no ground for it.  NULL:
 * nothing is known of the device. */
void suspect_check (struct case_record *record,
                    const struct device_record *device, struct pool *pool);

#endif
