/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The command line that makes the data of a block, or of a run, again.
 */
#ifndef RERUN_COMMAND_H
#define RERUN_COMMAND_H

#include "record/run-record.h"

/* As a shell takes it, its records going to another file than before; job:
 * NULL, all of the run.  To be freed; NULL where the run does not tell it. */
char *rerun_command_of_job (const struct run_record *run, const char *job);
/* That compares two files again; to be freed. */
char *rerun_command_of_compare (const char *old, const char *new);

#endif
