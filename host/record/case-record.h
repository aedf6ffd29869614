/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The record of a case: what was asked, joined with what came of it; and that
 * of a fault between cases.
 */
#ifndef CASE_RECORD_H
#define CASE_RECORD_H

#include <jansson.h>

#include "plan/cases.h"

/* What was asked; a new reference. */
json_t *case_record (const struct case_ *c);
/* Sets how it ended where no worker did. */
void case_record_end (json_t *record, const char *status, const char *reason);

/* The record of a callback of the family that failed when no case was running;
 * c is one of the problem's.  A new reference. */
json_t *fault_record (const struct case_ *c, const char *callback,
                      const char *status, const char *reason);

#endif
