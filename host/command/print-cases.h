/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The cases of a plan as a list, for --dry-run and `list -c`.
 */
#ifndef PRINT_CASES_H
#define PRINT_CASES_H

#include <stdio.h>

#include "plan/cases.h"

void print_cases (FILE *out, const struct cases *cases);

#endif
