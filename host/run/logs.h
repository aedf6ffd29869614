/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The log of a case: the family's lines, then the variant's.
 */
#ifndef LOGS_H
#define LOGS_H

#include <jansson.h>

/* Appends lines, a list or NULL, to those of an answer. */
void logs_append (json_t *answer, json_t *lines);

/* Prepends lines of an earlier turn, a list or NULL, to an answer's.  A line
 * that is in both is kept once, since a variant that is prepared for each turn
 * logs the same each time. */
void logs_prepend (json_t *answer, const json_t *earlier);

#endif
