/* SPDX-License-Identifier: BSD-3-Clause
 *
 * command/: the program.  It parses the command line (options.h), and has a
 * file for each command.  The commands that run cases make a plan
 * (make-plan.h), run it with run/run-cases.h and print the report
 * (run-and-report.h); the others read records or descriptions of plugins and
 * print them.  main.c alone links the worker's half of the host, for
 * --in-process and for the child processes. Uses: base, plugin, device,
 * bench/settings.h, judge/result.h, suite, plan, record, run, report,
 * report/compare, report/fleet, report/page.
 *
 * Invariants: results go to standard output, messages and progress to standard
 * error; every command returns the exit status of the program, after a message
 * where it is not EXIT_PASSED and the report does not show why.
 */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "command/options.h"
#include "plan/cases.h"
#include "plugin/catalog.h"
#include "record/records.h"

/* The commands; each returns the exit status. */
int command_run (const struct options *options);
int command_list (const struct options *options);
int command_devices (const struct options *options);
int command_check (const struct options *options);
int command_new (const struct options *options);
int command_report (const struct options *options);
int command_compare (const struct options *options);

/* The arguments of list that are no family's name.  A family with such a name
 * is still listed among all families. */
#define LIST_KEYS "keys"
#define LIST_FIELDS "fields"

/* Keeps the cases that --profile runs, each without its further rounds: all, or
 * only the one with this number, counted from 1.  False, after a message, when
 * there is no case of that number. */
bool profile_select (struct cases *cases, size_t number);
/* Profiles the cases and explains their counters.  drawn_seed: the plan's.
 * Returns the exit status. */
int profile_cases (const struct options *options, const struct cases *cases,
                   int64_t drawn_seed);

/* The verdict of a check in which no case ran. */
#define NOTHING_RAN "not checked: every case was skipped"
/* Printed before each case of a run under a sanitizer: libexec/sanitize.sh
 * reads it. */
#define CASE_MARK "gkhost case: "
/* Runs each variant that has cases under the sanitizer of its device.  Returns
 * the exit status. */
int sanitize_cases (const struct options *options, const struct cases *cases);

/* Prints a line for each doubtful entry in a plugin's tables, or in what a case
 * reported as its work.  No case fails because of one. */
void check_warnings_print (FILE *out, const struct catalog *catalog,
                           const struct plugin_desc *plugin,
                           const struct records *records);

/* Prints the cases of a plan, for --dry-run and `list -c`. */
void print_cases (FILE *out, const struct cases *cases);
/* Prints the fields of records, for `list fields`; jsonl: as JSON. */
void print_fields (FILE *out, bool jsonl);
/* Prints where the time of a run went (-v).  plan_s: seconds spent to find
 * plugins and devices. */
void time_spent_print (FILE *out, const struct records *records, double plan_s);
/* Prints the comparison of the two builds in a run (--compare), and returns the
 * exit status.  sides: their names. */
int two_builds_compare (FILE *out, const struct options *options,
                        const struct records *records,
                        const struct texts *sides);

/* Flushes standard output.  Returns the status, or EXIT_HOST, after a message,
 * when not all of the output could be written. */
int output_end (int status);
/* Prints that standard output could not be written.  error: the errno; 0:
 * unknown.  Returns EXIT_HOST. */
int output_complain (int error);

#endif
