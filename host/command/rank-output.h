/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What one of several ranks writes and prints: its records to a file that no
 * other has, and no report, which would be among the others' lines.
 */
#ifndef RANK_OUTPUT_H
#define RANK_OUTPUT_H

#include <stdbool.h>

#include "command/options.h"

/* For what runs cases, finds out which rank this is, and which file -o names
 * for it.  Complains and returns false where either can't be. */
bool rank_output_set (struct options *options);

/* Whether it prints what is of the whole run: the report, progress. */
bool rank_output_shown (const struct options *options);

#endif
