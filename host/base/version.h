/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Versions, as plugins state theirs.
 */
#ifndef VERSION_H
#define VERSION_H

/* Less than, equal to or more than 0, as a is lower than b, the same, or
 * higher.  Numbers compare as numbers: 0.10 is higher than 0.9, and 1.02 the
 * same as 1.2; a '~' is lower than anything, the end included: 1.0~rc1 comes
 * before 1.0. */
int version_compare (const char *a, const char *b);

#endif
