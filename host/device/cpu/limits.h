/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The limits of the CPU, which no data sheet gives for a whole machine:
 * bandwidth and arithmetic are measured, with all usable cores and with one.
 */
#ifndef CPU_LIMITS_H
#define CPU_LIMITS_H

#include "device/device.h"

/* Takes some 2 s, all usable cores, and memory of four last-level caches.
 * False on failure: *why is the reason, to be freed. */
bool cpu_limits_measure (int ordinal, struct measures *measures, char **why);

#endif
