/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The monotonic clock, by which the host times everything on the CPU, and the
 * date.
 */
#ifndef CLOCK_H
#define CLOCK_H

/* Returns seconds of CLOCK_MONOTONIC. */
double clock_now (void);
/* Returns the time in UTC, as in "2026-11-20T10:00:00Z"; to be freed. */
char *clock_date (void);

#endif
