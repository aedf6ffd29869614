/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The command line that makes the data of a block, or of a run, again.
 */
#ifndef AGAIN_H
#define AGAIN_H

#include "record/run-record.h"

/* As a shell takes it, its records going to another file than before; job:
 * NULL, all of the run.  To be freed; NULL where the run does not tell it. */
char *command_again (const struct run_record *run, const char *job);
/* That compares two files again; to be freed. */
char *comparison_again (const char *old, const char *new);

#endif
