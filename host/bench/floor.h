/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The floor of a device: the time of an empty launch, which is the shortest
 * time that can be measured.
 */
#ifndef BENCH_FLOOR_H
#define BENCH_FLOOR_H

/* Returns the seconds of an empty launch in the default mode, cold; 0 if it
 * can't be measured.  Opens the device, in a bench of its own. */
double bench_measure_floor (const char *device);

#endif
