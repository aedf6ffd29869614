/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether a run can go on with what a file has: of another suite, device or
 * gkhost, the results would be of two runs in one report.
 */
#ifndef RESUME_CHECK_H
#define RESUME_CHECK_H

#include <stdbool.h>

#include "record/records.h"

/* Complains, with the path of the file, and returns false when it can't.  The
 * records are those of the run that was, all parts joined; now has what the
 * present one found. */
bool resume_check (const char *path, const struct records *records,
                   const struct run_record *now);

#endif
