/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the host says on standard error while a test runs.
 */
#ifndef SAID_H
#define SAID_H

void said_start (void);
/* All that was said since; to be freed. */
char *said_stop (void);

/* Stops, and fails the test unless what was said holds each of the texts; the
 * list ends with NULL. */
void said_these (const char *first, ...) __attribute__ ((sentinel));
/* Stops, and fails the test if anything was said. */
void said_nothing (void);

#endif
