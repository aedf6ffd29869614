/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Why a case did not pass, in lines below what names it.
 */
#ifndef PRINT_REASON_H
#define PRINT_REASON_H

#include <stdio.h>

#include "record/case-record.h"

/* The reason, and the last that its plugin said; nothing for a case that
 * passed. */
void print_reason (FILE *out, const struct case_record *record);

#endif
