/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the CPU can do at the most, which no data sheet tells of a machine: it
 * is measured, with all cores that may be used and with one.
 */
#ifndef CPU_LIMITS_H
#define CPU_LIMITS_H

#include "device/device.h"

/* Takes some 2 s, all cores, and four times the last cache of memory.  False
 * when it can't: *why says why, to be freed. */
bool cpu_limits_measure (int ordinal, struct measures *measures, char **why);

#endif
