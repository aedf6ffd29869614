/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The command line that reproduces the data of a block or of a run.
 */
#ifndef RERUN_COMMAND_H
#define RERUN_COMMAND_H

#include "record/run-record.h"

/* Quoted for a shell, with another file for the records; job NULL: the whole
 * run.  The caller frees it; NULL when the run has no command line. */
char *rerun_command_of_job (const struct run_record *run, const char *job);
/* The command that compares two files; the caller frees it. */
char *rerun_command_of_compare (const char *old, const char *new);

#endif
