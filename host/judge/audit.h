/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The audit checks whether the times that a timer claimed can be true.  How it
 * does that is described at the top of audit.c.
 */
#ifndef JUDGE_AUDIT_H
#define JUDGE_AUDIT_H

#include <stdbool.h>

struct trial;

/* Runs all checks that follow the samples.  This function and each below: false
 * when it has ended the case. */
bool audit_case (struct trial *trial);

/* Compares claims with the judge's clock. */
bool audit_clock (struct trial *trial);
/* Checks on the CPU that no work was left until the outputs are shown. */
bool audit_show (struct trial *trial);

#endif
