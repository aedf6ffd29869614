/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Compares versions, as plugins state theirs.
 */
#ifndef VERSION_H
#define VERSION_H

/* Returns less than, equal to or more than 0, as strcmp does.  Numbers compare
 * as numbers: 0.10 is higher than 0.9, and 1.02 equals 1.2.  A '~' is lower
 * than anything, even the end: 1.0~rc1 comes before 1.0. */
int version_compare (const char *a, const char *b);

#endif
