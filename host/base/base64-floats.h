/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Many numbers as a short text, as records have them: binary32, the lowest byte
 * first, in base64.
 */
#ifndef BASE64_FLOATS_H
#define BASE64_FLOATS_H

#include <stddef.h>

/* To be freed. */
char *base64_floats_encode (const double *number, size_t n);
/* The numbers of such a text, and how many, to be freed; NULL where it is none.
 */
double *base64_floats_decode (const char *text, size_t *n);

#endif
