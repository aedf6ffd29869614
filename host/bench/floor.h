/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The shortest time that a launch on a device can be seen to take: what a
 * variant that does nothing would have.
 */
#ifndef BENCH_FLOOR_H
#define BENCH_FLOOR_H

/* Seconds of such a launch in the usual mode, cold, in a bench of its own; 0
 * where that can't be had.  Opens the device. */
double bench_measure_floor (const char *device);

#endif
