/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Examination: whether a family does what it should.  Behind a case fill and
 * vary are asked for its inputs once more.  Of a case that passed there is a
 * right answer to each kind of data: wrong ones are made of it, and verify is
 * asked of them.
 */
#ifndef EXAMINE_H
#define EXAMINE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include <gkhost/plugin.h>

#include "judge/inputs.h"
#include "judge/judge.h"

struct examination;

/* One of a problem. */
struct examination *examination_new (void);
void examination_free (struct examination *examination);

/* Keeps what the family called right, and the inputs that it is the answer
 * to. */
void examination_store_answer (struct examination *examination,
                               const struct inputs *inputs, gk_data data,
                               uint8_t poison);

/* Makes the examination that is due behind a case; it stays due till there is a
 * right answer to all data, from a case that passed.  What was found: a new
 * array of {"callback": "verify", "reason": what}; NULL: nothing was due. */
json_t *examine_family (struct judge *judge, bool passed);

#endif
