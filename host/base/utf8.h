/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Text that comes from outside ends up in records, which are UTF-8.
 */
#ifndef UTF8_H
#define UTF8_H

#include <stddef.h>

/* The bytes of the character that text of n bytes begins with; 0 when that is
 * no well-formed UTF-8. */
size_t utf8_char (const char *text, size_t n);

/* How many bytes of text, from its beginning, are well-formed. */
size_t utf8_good (const char *text, size_t n);

#endif
