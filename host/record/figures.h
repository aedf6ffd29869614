/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The figures of a case that the supervisor computes: its rate, its limit and
 * its verdicts (caveat.h).  They follow from the time, the work and the device.
 * The judge reports time and work only, so that a worker's answer can't set any
 * figure.
 */
#ifndef FIGURES_H
#define FIGURES_H

#include "base/pool.h"
#include "record/case-record.h"
#include "record/device-record.h"

/* Sets rate, limit and of_limit where they are known, and the verdicts.  Texts
 * go into the pool.  device is NULL where it is unknown. */
void figures_set (struct case_record *record,
                  const struct device_record *device, struct pool *pool);

#endif
