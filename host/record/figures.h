/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The figures of a case: what follows from its time, its work and the device.
 * A worker says the first two; what it makes of them is not asked.
 */
#ifndef FIGURES_H
#define FIGURES_H

#include "base/pool.h"
#include "record/case-record.h"
#include "record/device-record.h"

/* Sets rate, limit and of_limit where they are known, and the verdicts; texts
 * go into the pool.  NULL: nothing is known of the device. */
void figures_set (struct case_record *record,
                  const struct device_record *device, struct pool *pool);

#endif
