/* SPDX-License-Identifier: BSD-3-Clause
 *
 * command/: the program: options, a file for each command, progress.
 * Uses: base, plugin, device, bench, judge/result.h, suite, plan, record,
 * process, compare, report.
 *
 * The commands, a file each; all return the exit status.
 */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdio.h>

#include "command/options.h"
#include "plan/cases.h"
#include "record/records.h"

int command_run (const struct options *options);
int command_list (const struct options *options);
int command_devices (const struct options *options);
int command_check (const struct options *options);
int command_new (const struct options *options);
int command_report (const struct options *options);
int command_compare (const struct options *options);
/* Of a line that is not finished, what may come next. */
int command_complete (const struct options *options);

/* Of list, in place of a family's name.  A family of such a name is listed with
 * the others. */
#define LIST_KEYS "keys"
#define LIST_FIELDS "fields"

/* What they print, a file each. */

/* The cases of a plan, for --dry-run and `list -c`. */
void print_cases (FILE *out, const struct cases *cases);
/* The fields of records, for `list fields`; jsonl: as JSON. */
void print_fields (FILE *out, bool jsonl);
/* Where the time of a run went (-v); plan_s: what finding plugins and devices
 * took. */
void time_spent_print (FILE *out, const struct records *records, double plan_s);

/* Ends standard output: the status, or EXIT_HOST with a complaint where it
 * could not be written, which only the flush knows. */
int output_end (int status);
/* Complains that standard output could not be written, for the reason in error
 * (0: not known); EXIT_HOST. */
int output_complain (int error);

#endif
