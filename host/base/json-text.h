/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Text of any bytes for a record, which is UTF-8.
 */
#ifndef JSON_TEXT_H
#define JSON_TEXT_H

#include <jansson.h>

/* The text, each byte of it that is no part of a character as a '?'. */
json_t *json_text (const char *text);

#endif
