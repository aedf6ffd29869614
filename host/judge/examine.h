/* SPDX-License-Identifier: BSD-3-Clause
 *
 * `gkhost check` examines a family: does it fill and vary inputs the same way
 * each time, and does its verify reject wrong outputs?  examine.c describes
 * how.
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

/* The examination of one problem. */
struct examination *examination_new (void);
void examination_free (struct examination *examination);

/* Stores a copy of outputs that the family called right, and of their
 * inputs. */
void examination_store_answer (struct examination *examination,
                               const struct inputs *inputs, gk_data data,
                               uint8_t poison);

/* Runs the examination that is due after a case; it stays due until a case has
 * passed and there are right outputs for each kind of data.  Returns a new
 * array of {"callback": "verify", "reason": TEXT}; NULL: none was due. */
json_t *examine_family (struct judge *judge, bool passed);

#endif
