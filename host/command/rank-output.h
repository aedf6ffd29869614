/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One of several ranks of a launcher (base/rank.h): each writes its records to
 * a file of its own, and only rank 0 prints a report and progress.
 */
#ifndef RANK_OUTPUT_H
#define RANK_OUTPUT_H

#include <stdbool.h>

#include "command/options.h"

/* For commands that run cases: finds the rank of this process, and expands -o
 * for it.  False, after a message, when either fails. */
bool rank_output_set (struct options *options);

/* Whether this rank prints the report and progress. */
bool rank_output_shown (const struct options *options);

#endif
