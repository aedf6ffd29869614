/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Bytes as text, as RFC 4648 has it.
 */
#ifndef BASE64_H
#define BASE64_H

#include <stddef.h>

/* With its padding; to be freed. */
char *base64_encode (const void *data, size_t bytes);
/* The bytes of such a text, and how many, to be freed; NULL where it is none.
 */
void *base64_decode (const char *text, size_t *bytes);

#endif
