/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The log of a case: the family's lines, and behind them the variant's.
 */
#ifndef LOGS_H
#define LOGS_H

#include <jansson.h>

/* Puts lines, a list or NULL, behind those that an answer has. */
void logs_append (json_t *answer, json_t *lines);

/* Puts lines of an earlier turn, a list or NULL, before an answer's, each of
 * which is there but once: a variant that is prepared for each turn says the
 * same each time. */
void logs_prepend (json_t *answer, const json_t *earlier);

#endif
