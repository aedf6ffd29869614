/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Base64 by RFC 4648.
 */
#ifndef BASE64_H
#define BASE64_H

#include <stddef.h>

/* Arrays of numbers as compact text, as records store samples: binary32,
 * little-endian, in base64.
 */

/* Returns the text, to be freed. */
char *base64_floats_encode (const double *number, size_t n);
/* Returns the *n numbers of a text, to be freed; NULL if it is not valid
 * base64. */
double *base64_floats_decode (const char *text, size_t *n);

/* Returns the text, with padding, to be freed. */
char *base64_encode (const void *data, size_t bytes);
/* Returns the decoded bytes and their number, to be freed; NULL if text is not
 * base64. */
void *base64_decode (const char *text, size_t *bytes);

#endif
