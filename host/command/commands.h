/* SPDX-License-Identifier: BSD-3-Clause
 *
 * command/: the program.  It parses the command line (options.h), and has a
 * file for each command.  The commands that run cases make a plan
 * (make-plan.c), run it with run/run-cases.h and print the report
 * (run-and-report.c); the others read records or descriptions of plugins and
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
#include "device/kinds.h"
#include "plan/cases.h"
#include "plugin/catalog.h"
#include "record/device-record.h"
#include "record/records.h"
#include "report/fleet/fleet.h"
#include "run/plan.h"
#include "run/supervisor.h"
#include "suite/job.h"
#include "suite/settings.h"
#include "suite/suite.h"

/* The commands; each returns the exit status. */
int command_run (const struct options *options);
int command_list (const struct options *options);
int command_devices (const struct options *options);
int command_check (const struct options *options);
int command_new (const struct options *options);
int command_report (const struct options *options);
int command_compare (const struct options *options);

/* Prints the hash of each part of a run in its file, for -v. */
void hashes_print (FILE *out, const char *path, const struct run_record *run);

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

/* Makes the plan of a run (run/plan.h): reads the suite, finds the plugins and
 * the devices, and expands jobs to cases.  No plugin is loaded and no device
 * opened in this process: workers describe both (run/discovery.h,
 * run/supervisor.h). */

/* Makes the plan of the suite that the options name.  False, after a message,
 * when anything is wrong.  The caller calls plan_free in both cases. */
bool plan_make (struct plan *plan, const struct options *options,
                struct supervisor *supervisor);
/* Does the same with the suite and the catalog that are in the plan, and with
 * presets besides the options' own. */
bool plan_make_of_suite (struct plan *plan, const struct options *options,
                         struct job_presets presets,
                         struct supervisor *supervisor);
/* Makes a catalog, such as the plan's, of one plugin file (NULL: none) and of
 * the plugins that the options name, by default those of the default folders.
 * False, after messages, when one that was named can't be used. */
bool plan_find_plugins (struct plan *plan, struct catalog *catalog,
                        const struct options *options, const char *file);
/* False, after a message, when a journal at path would overwrite the suite or a
 * plugin. */
bool plan_keeps_inputs (const struct plan *plan, const char *path);
void plan_free (struct plan *plan);

/* What the commands run and check share: they run the cases of a plan into a
 * journal, and print the report.  SIGINT and SIGTERM end the run early. */

/* What differs between the commands. */
struct closing {
  report_fn *report; /* the default, without --format; not printed when the
                        records go to standard output */
  /* Prints a verdict after the report; out is standard error when data goes to
   * standard output.  Returns the exit status.  NULL: there is no verdict. */
  int (*verdict) (FILE *out, const struct options *options,
                  const struct plan *plan, const struct records *records,
                  int status);
};

/* Returns the exit status. */
int run_and_report (const struct plan *plan, const struct options *options,
                    struct supervisor *supervisor,
                    const struct closing *closing);

/* Compares the devices of one run, or of a fleet, with each other, and with a
 * stored run (--against), and sets the exit status.  A device can be slow or
 * wrong; report/fleet decides, and has the rule. */

/* The run that --against names, sorted; empty without it. */
struct baseline {
  struct fleet fleet;
};

/* False, after a message, when it can't be read, or has no case with a time. */
bool baseline_read (struct baseline *baseline, const struct options *options);
void baseline_free (struct baseline *baseline);
/* False, after a message, when the baseline has no case of the plan on the same
 * model of device.  For a check before anything runs. */
bool baseline_fits_plan (const struct options *options,
                         const struct plan *plan);

/* Sorts the fleet and assesses its devices.  False, after a message, when the
 * baseline has other cases or models. */
bool assess_fleet (struct fleet *fleet, const struct options *options,
                   const struct baseline *baseline);
/* Assesses the devices of one run if there are several of a model, or a
 * baseline. Prints all of them below the report, or, when standard output has
 * data, the bad ones to standard error.  status: the exit status so far.
 * Returns the new one. */
int assess_run (const struct options *options, const struct records *records,
                const char *path, int status);
/* Does the same as assess_run, as the verdict of a run (struct run_closing). */
int assess_run_at_end (FILE *out, const struct options *options,
                       const struct plan *plan, const struct records *records,
                       int status);

/* What a check tries: for each family of the plugin a job for each set of
 * sizes, with all types and layouts, a job for each option that is a choice,
 * yes or no, or a real, a second one of small sizes with all types and layouts
 * where it is a choice, and a job for each tunable, with its extremes. */

struct check_job {
  const int64_t *sizes; /* the problem's sizes get these in turn */
  const char *tunable;  /* of variants, or */
  const char *option;   /* of the family: to try beyond its default.  Both NULL:
                           all types and layouts are tried instead */
  bool all_types;       /* beside the option, too */
  uint32_t multiple;    /* that the variants ask of sizes; 0: none */
  bool large;           /* run/runner.c may leave out its cases */
};

/* Initialized to zero, with the suite set. */
struct check_jobs {
  struct suite *suite; /* a section a job, after its defaults */
  struct check_job *job;
  size_t n;
};

/* Adds the jobs of a family, if the plugin has variants of it.  large: adds
 * jobs of large problems, too. */
void check_jobs_add (struct check_jobs *jobs, const struct catalog *catalog,
                     const struct plugin_desc *plugin,
                     const struct family_desc *family, bool large);
/* Presets the job of a section (job_presets.start); user: the check_jobs. */
void check_jobs_start (void *user, const struct section *section,
                       struct job *job);
void check_jobs_free (struct check_jobs *jobs);

/* What `list`, `devices` and --dry-run print: text, or for other programs a
 * line of JSON an object, with a member "type". */

/* Prints a family and its variants.  variant: only this variant, without the
 * family.  family NULL: all families and variants, then the plugins. */
void print_catalog_jsonl (FILE *out, const struct catalog *catalog,
                          const char *family, const char *variant);
void print_key_jsonl (FILE *out, const struct setting *setting);
void print_device_jsonl (FILE *out, const struct device_record *device);
/* Prints the cases as records without a result. */
void print_cases_jsonl (FILE *out, const struct cases *cases);

/* One of several ranks of a launcher (base/rank.h): each writes its records to
 * a file of its own, and only rank 0 prints a report and progress. */

/* For commands that run cases: finds the rank of this process, and expands -o
 * for it.  False, after a message, when either fails. */
bool rank_output_set (struct options *options);

/* Whether this rank prints the report and progress. */
bool rank_output_shown (const struct options *options);

/* The command line of a profiler or sanitizer (run/tool.h), which runs this
 * program again for a part of the cases: a script of libexec/, which knows the
 * tool's options, runs it, and parses what it prints. */

/* The line does not own its texts. */
struct tool_line {
  const char **item; /* ends with NULL */
  size_t n;
};

/* Returns the kind of the device that a case would run on; NULL: it is
 * skipped. */
const struct device_kind *tool_kind (const struct case_ *c);

/* Begins with the script and its first argument: the path of the tool. */
struct tool_line tool_line_begin (const char *script, const char *tool);
void tool_line_add (struct tool_line *line, const char *const *item, size_t n);
/* Adds the options -p, -s and -d. */
void tool_line_options (struct tool_line *line, const struct options *options);
void tool_line_free (struct tool_line *line);

/* Files that the program contains, so that it finds them wherever it is
 * installed: what `gkhost new` writes (templates/), and the scripts that run a
 * device's tools (libexec/). */

/* Returns the text of a file by its path below its folder; "": there is none.
 * Generated by build-aux/embed.awk. */
const char *embedded_text (const char *name);

#endif
