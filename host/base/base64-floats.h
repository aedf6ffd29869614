/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Arrays of numbers as compact text, as records store samples: binary32,
 * little-endian, in base64.
 */
#ifndef BASE64_FLOATS_H
#define BASE64_FLOATS_H

#include <stddef.h>

/* Returns the text, to be freed. */
char *base64_floats_encode (const double *number, size_t n);
/* Returns the *n numbers of a text, to be freed; NULL if it is not valid
 * base64. */
double *base64_floats_decode (const char *text, size_t *n);

#endif
