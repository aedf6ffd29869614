/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The audit: whether the times that were claimed can be true.  By a clock
 * outside of the process that times; by launches that find fresh inputs and
 * outputs beside ones that find none; by launches that may not run yet.
 */
#ifndef AUDIT_H
#define AUDIT_H

#include <stdbool.h>

struct trial;

/* After the samples; false when the case has ended by it. */
bool audit_case (struct trial *trial);

#endif
