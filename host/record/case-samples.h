/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The samples that a case's record has, in the order taken.
 */
#ifndef CASE_SAMPLES_H
#define CASE_SAMPLES_H

#include <stddef.h>

#include "record/case-record.h"

/* In seconds, as many as there are, to be freed; NULL where there are none that
 * can be read. */
double *case_samples (const struct case_record *record, size_t *n);

#endif
