/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The fields of records as a list, for `list fields`.
 */
#ifndef PRINT_FIELDS_H
#define PRINT_FIELDS_H

#include <stdio.h>

void print_fields (FILE *out);

#endif
