/* SPDX-License-Identifier: BSD-3-Clause
 *
 * JSON as a line for a file or a terminal.
 */
#ifndef JSON_LINE_H
#define JSON_LINE_H

#include <jansson.h>

/* Without its end, printable as it is, to be freed; NULL when memory is out, or
 * json is NULL, which is what is made without memory.  Takes the reference. */
char *json_line (json_t *json);

#endif /* JSON_LINE_H */
