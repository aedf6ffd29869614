/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The log of a case: the family's lines, then the variant's.
 */
#ifndef LOGS_H
#define LOGS_H

#include <jansson.h>

/* Appends lines, a list or NULL, to those of an answer. */
void logs_append (json_t *answer, json_t *lines);

#endif
