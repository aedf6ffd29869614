/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The clock of everything that the CPU times, and the date.
 */
#ifndef CLOCK_H
#define CLOCK_H

/* Seconds of the monotonic clock. */
double clock_now (void);
/* What time it is, in UTC, as in "2026-11-20T10:00:00Z"; to be freed. */
char *clock_date (void);

#endif
