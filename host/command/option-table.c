/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The table of options: each row has all that is known of one.  Above it are
 * the functions that store values, below it those that read the table.
 */
#include <config.h>

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/text.h"
#include "base/printable.h"
#include "base/xalloc.h"
#include "command/options.h"
#include "device/kinds.h"
#include "plugin/table-faults.h"
#include "record/case-record.h"

/* The column of --help in which texts begin. */
enum { HELP_COLUMN = 27 };

#define MEMBER(name) offsetof (struct options, name)

static void *
member_of (struct options *options, const struct option_row *row)
{
  return (char *)options + row->member;
}

static bool
store_switch (struct options *options, const struct option_row *row,
              const char *value)
{
  bool *flag = member_of (options, row);

  (void)value;
  *flag = true;
  return true;
}

static bool
store_text (struct options *options, const struct option_row *row,
            const char *value)
{
  const char **text = member_of (options, row);
  char *name;

  if (*value == '\0') {
    name = option_row_spelled (row);
    message_print ("%s '' names nothing; leave it out, or give it a value",
                   name);
    free (name);
    return false;
  }
  *text = value;
  return true;
}

static bool
store_plugin (struct options *options, const struct option_row *row,
              const char *value)
{
  (void)row;
  if (value[*value == '+'] == '\0') {
    message_print ("-p '%s' names no plugin and no folder; leave it out",
                   value);
    return false;
  }
  XAPPEND (options->plugin, options->n_plugins) = value;
  return true;
}

static bool
store_setting (struct options *options, const struct option_row *row,
               const char *value)
{
  (void)row;
  XAPPEND (options->set, options->n_sets) = value;
  return true;
}

static bool
store_format (struct options *options, const struct option_row *row,
              const char *value)
{
  char *all;

  (void)row;
  options->format = format_find (value);
  if (options->format != NULL)
    return true;
  all = format_names ();
  message_print ("--format: there is no format '%s'; choose one of %s", value,
                 all);
  free (all);
  return false;
}

/* The name of a column, of a metric or prepare_s. */
static bool
is_column (const char *name)
{
  const size_t n = strlen (METRIC_OF_VARIANT);

  return name_is_valid (strncmp (name, METRIC_OF_VARIANT, n) == 0 ? name + n
                                                                  : name);
}

static bool
store_columns (struct options *options, const struct option_row *row,
               const char *value)
{
  (void)row;
  if (!list_split (&options->columns, value)) {
    message_print ("--columns '%s': " LIST_EMPTY_HINT, value);
    return false;
  }
  for (size_t i = 0; i < options->columns.n; i++)
    if (!is_column (options->columns.item[i])) {
      message_print ("--columns: '%s' " NAME_RULE, options->columns.item[i]);
      return false;
    }
  if (options->columns.n <= ADDED_COLUMNS_MOST)
    return true;
  message_print ("--columns %s: the table has room for %d; leave some out",
                 value, ADDED_COLUMNS_MOST);
  return false;
}

static bool
store_resume (struct options *options, const struct option_row *row,
              const char *value)
{
  (void)row;
  options->resume = value == NULL ? RESUME : RESUME_FAILED;
  if (value == NULL || strcmp (value, "failed") == 0)
    return true;
  message_print ("--resume=%s: there is only --resume, and --resume=failed",
                 value);
  return false;
}

/* value: the number of a case, from 1; NULL: all cases. */
static bool
store_profile (struct options *options, const struct option_row *row,
               const char *value)
{
  unsigned long long n = 0;
  char *rest = NULL;

  (void)row;
  options->profile = true;
  if (value == NULL)
    return true;
  if (isdigit ((unsigned char)value[0]))
    n = strtoull (value, &rest, 10);
  options->profile_number = (size_t)n;
  if (n > 0 && n <= SIZE_MAX && *rest == '\0')
    return true;
  message_print (
      "--profile=%s: give the number of a case, from 1, or leave it out",
      value);
  return false;
}

/* Parses "1%" or "0.01". */
static bool
store_margin (struct options *options, const struct option_row *row,
              const char *value)
{
  double margin;
  char *rest;

  if (!store_text (options, row, value))
    return false;
  margin = strtod (value, &rest);
  if (*rest == '%') {
    margin /= 100;
    rest++;
  }
  if (isdigit ((unsigned char)value[0]) && *rest == '\0' && margin < 1) {
    options->margin_value = margin;
    return true;
  }
  message_print ("--margin %s: give a share under 1, such as 1%% or 0.01",
                 value);
  return false;
}

/* A report has one picture with --format svg. */
static bool
selects_cases_or_picture (const struct options *o)
{
  return o->command != COMMAND_REPORT
         || (o->format != NULL && o->format->print_picture != NULL);
}

static bool
resumes_or_compares (const struct options *o)
{
  return o->command != COMMAND_RUN || o->resume != RESUME_NOT;
}

static bool
compares_or_reports (const struct options *o)
{
  return o->command != COMMAND_RUN || o->compare != NULL;
}

enum {
  USE_SUITE = USE_RUN | USE_DRY_RUN,
  USE_CASES = USE_SUITE | USE_LIST_CASES,
  USE_LISTS = USE_LIST | USE_LIST_CASES | USE_DEVICES,
  USE_ALL = UINT_MAX
};

static const struct option_row option_rows[] = {
  { 'c', "config", "SUITE", .common = true, .uses = USE_CASES | USE_LIST,
    .store = store_text, .member = MEMBER (suite),
    .help = "the suite, an INI file: see gkhost.ini(5); - is standard input" },
  { 'd', "device", "DEVICE", .common = true, .uses = USE_CASES | USE_CHECK,
    .store = store_text, .member = MEMBER (device),
    .help = "run all jobs on these devices",
    .help_of = { { USE_CHECK, "check on these devices" } } },
  { 'p', "plugin", "[+]DIR|FILE", .repeats = true,
    .uses = USE_CASES | USE_LIST | USE_CHECK | USE_NEW, .store = store_plugin,
    .help = "use plugins from here instead of the installed ones, with + "
            "besides them; may be given more than once; a file replaces a "
            "plugin of the same name from a DIR" },
  { 's', "set", "JOB.KEY=VALUE", .repeats = true, .common = true,
    .uses = USE_CASES | USE_CHECK, .store = store_setting,
    .help = "set a key of a job; JOB may be a pattern, or 'suite' for the "
            "defaults of all jobs" },
  { 'o', "output", "FILE", .common = true, .uses = USE_RUN | USE_CHECK,
    .store = store_text, .member = MEMBER (output),
    .help = "write the records to FILE during the run; a line of JSON each; - "
            "is standard output; in its name %h is the host, %r the rank, %n "
            "the number of ranks" },
  { .name = "format",
    .value_name = "FORMAT",
    .uses = USE_ALL & ~USE_NEW,
    .store = store_format,
    .help = "table, csv, markdown, jsonl, junit, html (a page with pictures) "
            "or openmetrics (the devices); of --dry-run only jsonl",
    .help_of
    = { { USE_LISTS, "jsonl, a line an object" },
        { USE_REPORT, "table, csv, markdown, jsonl, junit, html (a page "
                      "with pictures), svg (one of them) or openmetrics "
                      "(the devices)" },
        { USE_CHECK | USE_COMPARE,
          "table, csv, markdown, jsonl, junit or html (a page)" } } },
  { .name = "columns",
    .value_name = "NAME[,NAME...]",
    .uses = USE_RUN | USE_REPORT,
    .store = store_columns,
    .help = "append columns to the table: metrics that plugins set, or "
            "prepare_s, the time of prepare" },
  { .name = "only",
    .value_name = "GLOB",
    .common = true,
    .uses = USE_CASES | USE_CHECK | USE_REPORT,
    .accepted = selects_cases_or_picture,
    .store = store_text,
    .member = MEMBER (only),
    .help = "run only the cases whose JOB/VARIANT matches",
    .help_of
    = { { USE_REPORT, "with --format svg, the name of the picture" },
        { USE_LISTS, "list only the cases whose JOB/VARIANT matches" } } },
  { .name = "resume",
    .value_name = "failed",
    .optional = true,
    .uses = USE_RUN,
    .store = store_resume,
    .help = "continue the run in the file of -o; run the cases that have no "
            "result there; with =failed also those that failed, crashed or "
            "timed out" },
  { .name = "dry-run",
    .common = true,
    .uses = USE_SUITE,
    .store = store_switch,
    .member = MEMBER (dry_run),
    .help = "list the cases and run nothing" },
  { .name = "in-process",
    .uses = USE_CASES | USE_LIST | USE_DEVICES | USE_CHECK,
    .store = store_switch,
    .member = MEMBER (in_process),
    .help = "run everything in one process, for debuggers and profilers; no "
            "time limits, and a crash ends the run" },
  { .name = "require-ran",
    .uses = USE_RUN,
    .store = store_switch,
    .member = MEMBER (require_ran),
    .help = "fail a run in which nothing ran; exit status 1" },
  { .name = "sanitizer",
    .uses = USE_CHECK,
    .store = store_switch,
    .member = MEMBER (sanitizer),
    .alone = "output format verbose",
    .why = "prints findings, and no report or records",
    .help = "check the variants under the device's sanitizer, such as "
            "compute-sanitizer" },
  { .name = "profile",
    .value_name = "NUMBER",
    .optional = true,
    .uses = USE_RUN,
    .store = store_profile,
    .excludes = "compare resume against",
    .alone = "output format columns verbose require-ran",
    .why = "prints counters, and no report or records",
    .help = "what binds it? run each case once under the device's profiler, "
            "such as ncu; with =NUMBER only the case of that number" },
  { .name = "compare",
    .value_name = "'A=FILE.so B=FILE.so'",
    .uses = USE_SUITE,
    .store = store_text,
    .member = MEMBER (compare),
    .excludes = "against columns",
    .why = "compares two builds",
    .help = "is B slower? run two builds of a plugin alternately; in "
            "ten rounds unless the suite sets another number" },
  { .name = "margin",
    .value_name = "MARGIN",
    .uses = USE_SUITE | USE_REPORT | USE_COMPARE,
    .accepted = compares_or_reports,
    .store = store_margin,
    .member = MEMBER (margin),
    .help = "with --compare, the largest change that is ignored; 1% by default",
    .help_of
    = { { USE_COMPARE, "the largest change that is ignored; 1% by default" },
        { USE_REPORT, "how far below devices of its model a device is slow; "
                      "by default as in the suite" } } },
  { .name = "against",
    .value_name = "FILE",
    .uses = USE_RUN | USE_REPORT,
    .store = store_text,
    .member = MEMBER (against),
    .help = "compare the devices with those of the run whose records are in "
            "FILE; exit status 1 if one is slower than slow_margin allows" },
  { .name = "across",
    .uses = USE_RUN | USE_COMPARE,
    .accepted = resumes_or_compares,
    .store = store_switch,
    .member = MEMBER (across),
    .help = "with --resume, go on with a run of another host",
    .help_of
    = { { USE_COMPARE, "accept other devices, drivers and settings" } } },
  { .name = "allow-missing",
    .uses = USE_SUITE | USE_COMPARE,
    .accepted = compares_or_reports,
    .store = store_switch,
    .member = MEMBER (allow_missing),
    .help = "with --compare, exit status 0 although a build lacks cases of the "
            "other",
    .help_of = { { USE_COMPARE, "exit status 0 although the new run lacks "
                                "cases of the old one, or one of the two has "
                                "no end" } } },
  { .name = "family",
    .value_name = "FAMILY",
    .uses = USE_NEW,
    .store = store_text,
    .member = MEMBER (family),
    .help = "write a family of your own, not a variant" },
  { .name = "from-kernelbench",
    .value_name = "PROBLEM.py",
    .uses = USE_NEW,
    .store = store_text,
    .member = MEMBER (kernelbench),
    .help = "write a family of this problem of KernelBench" },
  { .name = "lang",
    .value_name = "LANGUAGE",
    .uses = USE_NEW,
    .store = store_text,
    .member = MEMBER (lang),
    .help = "the plugin's language, c by default; an unknown word "
            "lists them" },
  { 'v', "verbose", .uses = USE_RUN | USE_CHECK | USE_REPORT,
    .store = store_switch, .member = MEMBER (verbose),
    .help = "print where the time went, what plugins logged and printed, and "
            "the hashes of the file of records" },
  { 'q', "quiet", .uses = USE_RUN | USE_CHECK, .store = store_switch,
    .member = MEMBER (quiet), .help = "print no progress" },
  { 'h', "help", .uses = USE_ALL, .store = store_switch,
    .member = MEMBER (help), .help = "print this, and exit" },
  { .name = "version",
    .uses = USE_ALL,
    .store = store_switch,
    .member = MEMBER (version),
    .help = "print the version, and how this was built" },
};

enum { N_OPTION_ROWS = sizeof option_rows / sizeof option_rows[0] };
_Static_assert(N_OPTION_ROWS <= 32, "struct options has a bit for each row");

const struct option_row *
option_row_at (size_t i)
{
  return i < N_OPTION_ROWS ? &option_rows[i] : NULL;
}

const struct option_row *
option_row_find (const char *name, size_t n)
{
  for (size_t i = 0; i < N_OPTION_ROWS; i++) {
    const struct option_row *row = &option_rows[i];

    if (strncmp (row->name, name, n) == 0 && row->name[n] == '\0')
      return row;
  }
  return NULL;
}

char *
option_row_spelled (const struct option_row *row)
{
  return row->letter != 0 ? xasprintf ("-%c", row->letter)
                          : xasprintf ("--%s", row->name);
}

static uint32_t
bit_of (const struct option_row *row)
{
  return UINT32_C (1) << (row - option_rows);
}

bool
option_row_given (const struct option_row *row, const struct options *o)
{
  return (o->given & bit_of (row)) != 0;
}

/* Prints that an option is given twice, with both values if it stores a
 * text. */
static void
complain_of_second (const struct option_row *row, struct options *options,
                    const char *value)
{
  const char **first = member_of (options, row);
  char *name = option_row_spelled (row);

  if (row->store == store_text || row->store == store_margin)
    message_print ("%s is given twice: '%s' and '%s'; give it once", name,
                   *first, value);
  else
    message_print ("%s is given twice; give it once", name);
  free (name);
}

bool
option_row_store (const struct option_row *row, struct options *options,
                  const char *value)
{
  if (row->value_name != NULL && !row->repeats
      && option_row_given (row, options)) {
    complain_of_second (row, options, value);
    return false;
  }
  options->given |= bit_of (row);
  return row->store (options, row, value);
}

struct option *
option_table_longs (void)
{
  struct option *longs = xcalloc (N_OPTION_ROWS + 1, sizeof *longs);

  for (size_t i = 0; i < N_OPTION_ROWS; i++) {
    const struct option_row *row = &option_rows[i];

    longs[i] = (struct option){ .name = row->name,
                                .has_arg = row->value_name == NULL ? no_argument
                                           : row->optional ? optional_argument
                                                           : required_argument,
                                .val = OPTION_ROWS + (int)i };
  }
  return longs;
}

char *
option_table_letters (void)
{
  /* ":" makes getopt return ":" for a missing value. */
  struct text letters = { 0 };

  text_add (&letters, ":");
  for (size_t i = 0; i < N_OPTION_ROWS; i++)
    if (option_rows[i].letter != 0)
      text_add (&letters, "%c%s", option_rows[i].letter,
                option_rows[i].value_name != NULL ? ":" : "");
  return letters.data;
}

/* "  -c, --config SUITE" */
static char *
lead_of (const struct option_row *row)
{
  const char *before = row->value_name == NULL ? ""
                       : row->optional         ? "[="
                                               : " ";
  const char *name = row->value_name != NULL ? row->value_name : "";
  const char *after = row->value_name != NULL && row->optional ? "]" : "";

  if (row->letter != 0)
    return xasprintf ("  -%c, --%s%s%s%s", row->letter, row->name, before, name,
                      after);
  return xasprintf ("      --%s%s%s%s", row->name, before, name, after);
}

/* The text for a command of these uses. */
static const char *
help_for (const struct option_row *row, unsigned uses)
{
  for (size_t i = 0; i < OPTION_HELPS; i++)
    if ((uses & ~row->help_of[i].uses) == 0)
      return row->help_of[i].text;
  return row->help;
}

static void
print_row (const struct option_row *row, unsigned uses, bool brief)
{
  const char *help = help_for (row, uses);
  char *lead = lead_of (row), *forms = NULL, *text;

  if (brief)
    text = xstrndup (help, strcspn (help, ";"));
  else if (row->letter == 'd') {
    forms = selector_forms ();
    text = xasprintf ("%s; %s", help, forms);
  } else
    text = xstrdup (help);
  if (strlen (lead) < HELP_COLUMN)
    wrap_item (stdout, 0, HELP_COLUMN - 1, lead, text);
  else {
    puts (lead);
    wrap_item (stdout, 0, HELP_COLUMN - 1, "", text);
  }
  free (lead);
  free (forms);
  free (text);
}

void
option_table_print (unsigned uses, bool brief)
{
  for (size_t i = 0; i < N_OPTION_ROWS; i++)
    if ((option_rows[i].uses & uses) != 0 && (option_rows[i].common || !brief))
      print_row (&option_rows[i], uses, brief);
}
