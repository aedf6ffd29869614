/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The log of a case: the family's lines, and behind them the variant's.
 */
#ifndef LOGS_H
#define LOGS_H

#include <jansson.h>

/* Puts lines, a list or NULL, behind those that an answer has. */
void logs_add (json_t *answer, json_t *lines);

#endif
