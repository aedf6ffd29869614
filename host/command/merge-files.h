/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Files of records read to be merged: each once, several at a time, and no more
 * of any in memory than what is kept of it.
 */
#ifndef MERGE_FILES_H
#define MERGE_FILES_H

#include "command/options.h"
#include "report/fleet/fleet.h"

/* Adds the runs of the files that the options name, in their order.  One that
 * can't be read is left out, with a complaint. */
void merge_files (struct fleet *fleet, const struct options *options);

#endif
