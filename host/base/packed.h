/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Many numbers as a short text, as records have them: binary32, the lowest byte
 * first, in base64.
 */
#ifndef PACKED_H
#define PACKED_H

#include <stddef.h>

/* To be freed. */
char *packed (const double *number, size_t n);
/* The numbers of such a text, and how many, to be freed; NULL where it is none.
 */
double *packed_numbers (const char *text, size_t *n);

#endif
