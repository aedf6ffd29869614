/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the counters of a kernel say to somebody who learns.
 */
#ifndef EXPLAIN_COUNTERS_H
#define EXPLAIN_COUNTERS_H

#include <stdio.h>

#include "command/counters.h"

/* Prints the figures, a line each, and which of them binds the kernel. */
void explain_counters (FILE *out, const struct kernel *kernel);

#endif
