/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The clock of everything that the CPU times.
 */
#ifndef CLOCK_H
#define CLOCK_H

/* Seconds of the monotonic clock. */
double clock_now (void);

#endif
