/* SPDX-License-Identifier: BSD-3-Clause
 *
 * JSON as a line for a file or a terminal.
 */
#ifndef JSON_LINE_H
#define JSON_LINE_H

#include <jansson.h>

/* Returns the line without a newline, unprintable characters escaped, to be
 * freed; NULL when memory is out.  Consumes the reference; json may be NULL, as
 * after a failed allocation. */
char *json_line (json_t *json);

#endif /* JSON_LINE_H */
