/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <ctype.h>
#include <getopt.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/complain.h"
#include "base/nearest.h"
#include "base/wrap.h"
#include "base/xalloc.h"
#include "command/options.h"
#include "command/version.h"
#include "device/selector.h"

enum {
  OPTION_FORMAT = 256,
  OPTION_ONLY,
  OPTION_ONLY_FAILED,
  OPTION_RESUME,
  OPTION_DRY_RUN,
  OPTION_IN_PROCESS,
  OPTION_REQUIRE_RAN,
  OPTION_SANITIZER,
  OPTION_PROFILE,
  OPTION_COMPARE,
  OPTION_MARGIN,
  OPTION_ACROSS,
  OPTION_FAMILY,
  OPTION_LANG,
  OPTION_VERSION
};

static const struct option longs[] = {
  { "config", required_argument, NULL, 'c' },
  { "device", required_argument, NULL, 'd' },
  { "plugin", required_argument, NULL, 'p' },
  { "set", required_argument, NULL, 's' },
  { "output", required_argument, NULL, 'o' },
  { "verbose", no_argument, NULL, 'v' },
  { "format", required_argument, NULL, OPTION_FORMAT },
  { "only", required_argument, NULL, OPTION_ONLY },
  { "only-failed", required_argument, NULL, OPTION_ONLY_FAILED },
  { "resume", optional_argument, NULL, OPTION_RESUME },
  { "dry-run", no_argument, NULL, OPTION_DRY_RUN },
  { "in-process", no_argument, NULL, OPTION_IN_PROCESS },
  { "require-ran", no_argument, NULL, OPTION_REQUIRE_RAN },
  { "sanitizer", no_argument, NULL, OPTION_SANITIZER },
  { "profile", optional_argument, NULL, OPTION_PROFILE },
  { "compare", required_argument, NULL, OPTION_COMPARE },
  { "margin", required_argument, NULL, OPTION_MARGIN },
  { "across", no_argument, NULL, OPTION_ACROSS },
  { "family", required_argument, NULL, OPTION_FAMILY },
  { "lang", required_argument, NULL, OPTION_LANG },
  { "help", no_argument, NULL, 'h' },
  { "version", no_argument, NULL, OPTION_VERSION },
  { NULL, 0, NULL, 0 },
};

static const char help_begin[]
    = "usage: gkhost -c SUITE [OPTION]...\n"
      "       gkhost list [-c SUITE] [FAMILY[/VARIANT]|keys|fields]\n"
      "       gkhost devices\n"
      "       gkhost check PLUGIN.so\n"
      "       gkhost new FAMILY NAME [--lang LANGUAGE]\n"
      "       gkhost new --family FAMILY [NAME] [--lang LANGUAGE]\n"
      "       gkhost report RUN.jsonl|- [--format FORMAT]\n"
      "       gkhost compare OLD.jsonl NEW.jsonl [--margin MARGIN]\n"
      "\n"
      "Runs a suite of compute kernels, and reports how fast each one is and\n"
      "whether its result is right.\n"
      "\n"
      "  -c, --config SUITE       the suite, an INI file: see gkhost.ini(5)\n";

static const char help_end[]
    = "  -p, --plugin [+]DIR|FILE take plugins from here instead of the "
      "installed\n"
      "                           ones, with + besides them; may be given "
      "more than\n"
      "                           once; a file replaces a plugin of the same "
      "name\n"
      "                           from a DIR\n"
      "  -s, --set JOB.KEY=VALUE  set a key of a job; JOB may be a pattern, "
      "or\n"
      "                           'suite' for the defaults of all jobs\n"
      "  -o, --output FILE        write the records to FILE as the run goes, "
      "a\n"
      "                           line of JSON each; - is standard output\n"
      "      --format FORMAT      table, csv, markdown, jsonl or junit; of "
      "list, "
      "devices\n"
      "                           and --dry-run jsonl\n"
      "      --only GLOB          run only the cases whose JOB/VARIANT "
      "matches\n"
      "      --only-failed FILE   run only the cases that did not pass in the "
      "run\n"
      "                           whose records FILE has\n"
      "      --resume[=failed]    go on with the run in the file of -o: run "
      "the "
      "cases\n"
      "                           that have no result there; with =failed, "
      "those\n"
      "                           that failed, crashed or timed out too\n"
      "      --dry-run            list the cases and run nothing\n"
      "      --in-process         run everything in one process, for "
      "debuggers\n"
      "                           and profilers; no time limits, and a crash\n"
      "                           ends the run\n"
      "      --require-ran        fail a run in which nothing ran: exit status "
      "1\n"
      "      --sanitizer          check the variants under the device's "
      "sanitizer,\n"
      "                           such as compute-sanitizer\n"
      "      --profile[=NUMBER]   what binds it? run each case once under the "
      "device's\n"
      "                           profiler, such as ncu; with =NUMBER, that "
      "one of\n"
      "                           the cases\n"
      "      --compare 'A=FILE.so B=FILE.so'\n"
      "                           is B slower? run the cases of two builds of "
      "a\n"
      "                           plugin in turns, in ten rounds unless the "
      "suite\n"
      "                           has another number\n"
      "      --margin MARGIN      when comparing: how much of a change is "
      "none; 1% "
      "unless\n"
      "                           given\n"
      "      --across             compare: other devices, drivers and "
      "settings, too\n"
      "      --family FAMILY      new: a family of your own, not a variant\n"
      "      --lang LANGUAGE      new: c (the default), c++, cuda or rust\n"
      "  -v, --verbose            tell where the time went, and what plugins\n"
      "                           logged and printed\n"
      "  -h, --help               print this, and exit\n"
      "      --version            print the version, and what this was made "
      "with\n"
      "\n"
      "list     the plugins, families and variants, with their options; with "
      "-c,\n"
      "         the cases of a suite; with 'keys', the keys of every job;\n"
      "         with 'fields', the fields of records\n"
      "devices  what there is to run on\n"
      "check    is this plugin sound? runs all its variants on small "
      "problems;\n"
      "         --format shows every case\n"
      "new      writes the folder NAME with a plugin of your own: a variant of "
      "a\n"
      "         family that is there, or a family; it builds, passes check and "
      "runs\n"
      "report   prints the report of a run again, from its records; - is\n"
      "         standard input\n"
      "compare  is it slower? compares two runs by the rounds of each\n"
      "\n"
      "Exit status: 0 every selected case passed, or was skipped for a stated\n"
      "reason; 1 a case was wrong, failed, crashed, timed out or is suspect, "
      "a\n"
      "named device is not there, check could not run anything, or compare "
      "found\n"
      "something slower; 2 bad usage,\n"
      "suite or records, nothing was run; 3 gkhost itself failed.\n";

static const char *const commands[] = {
  [COMMAND_RUN] = "run",         [COMMAND_LIST] = "list",
  [COMMAND_DEVICES] = "devices", [COMMAND_CHECK] = "check",
  [COMMAND_NEW] = "new",         [COMMAND_REPORT] = "report",
  [COMMAND_COMPARE] = "compare",
};

static void
append (const char ***list, size_t *n, const char *item)
{
  *list = xgrow (*list, *n, sizeof **list);
  (*list)[(*n)++] = item;
}

static bool
set_format (struct options *options, const char *name)
{
  char *all;

  if (options->report != NULL) {
    complain ("--format is given twice; give it once");
    return false;
  }
  options->report = report_find (name);
  if (options->report != NULL)
    return true;
  all = report_formats ();
  complain ("--format: there is no format '%s'; choose one of %s", name, all);
  free (all);
  return false;
}

/* Whether getopt, which stopped at a sign, stopped at a long option's value:
 * --verbose=3. */
static bool
is_long_option (int sign)
{
  for (const struct option *o = longs; o->name != NULL; o++)
    if (o->val == sign)
      return true;
  return false;
}

/* What getopt could not make sense of; it has printed nothing.  The word before
 * optind is the one that is wrong, unless that is a letter of several in a
 * word, which getopt is not done with. */
static bool
unknown_option (const struct options *options, int option)
{
  const char *word = options->argv[optind - 1];
  bool is_long = word[0] == '-' && word[1] == '-';

  if (option == ':' && is_long)
    complain ("%s needs a value; see gkhost --help", word);
  else if (option == ':')
    complain ("-%c needs a value; see gkhost --help", optopt);
  else if (optopt == 0)
    complain ("there is no option '%s'; see gkhost --help", word);
  else if (is_long_option (optopt))
    complain ("'%s': this option does not take a value; see gkhost --help",
              word);
  else
    complain ("there is no option '-%c'; see gkhost --help", optopt);
  return false;
}

/* Of an option that can be given once: of two, one would be ignored. */
static bool
parse_once (const char **value_of, const char *name, const char *value)
{
  if (*value_of != NULL) {
    complain ("%s is given twice: '%s' and '%s'; give it once", name, *value_of,
              value);
    return false;
  }
  if (*value == '\0') {
    complain ("%s '' names nothing; leave it out, or give it a value", name);
    return false;
  }
  *value_of = value;
  return true;
}

static bool
set_resume (struct options *options, const char *what)
{
  if (options->resume != RESUME_NOT) {
    complain ("--resume is given twice; give it once");
    return false;
  }
  options->resume = what == NULL ? RESUME : RESUME_FAILED;
  if (what == NULL || strcmp (what, "failed") == 0)
    return true;
  complain ("--resume=%s: there is only --resume, and --resume=failed", what);
  return false;
}

/* A case is named by its number, from 1. */
static bool
set_profile (struct options *options, const char *number)
{
  unsigned long long n = 0;
  char *rest = NULL;

  if (options->profile) {
    complain ("--profile is given twice; give it once");
    return false;
  }
  options->profile = true;
  if (number == NULL)
    return true;
  if (isdigit ((unsigned char)number[0]))
    n = strtoull (number, &rest, 10);
  options->profile_number = (size_t)n;
  if (n > 0 && n <= SIZE_MAX && *rest == '\0')
    return true;
  complain ("--profile=%s: give the number of a case, from 1, or leave it out",
            number);
  return false;
}

/* "1%" or "0.01" */
static bool
set_margin (struct options *options, const char *value)
{
  double margin;
  char *rest;

  if (!parse_once (&options->margin, "--margin", value))
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
  complain ("--margin %s: give a share under 1, such as 1%% or 0.01", value);
  return false;
}

static void
print_help (void)
{
  const char *lead = "  -d, --device DEVICE      ";
  char *forms = selector_forms ();
  char *text = xasprintf ("%s, for all jobs", forms);

  fputs (help_begin, stdout);
  wrap_print (stdout, lead, strlen (lead), text);
  fputs (help_end, stdout);
  free (text);
  free (forms);
}

/* What getopt found; false when it is wrong. */
static bool
parse_option (struct options *options, int option, const char *value)
{
  switch (option) {
  case 'c':
    return parse_once (&options->suite, "-c", value);
  case 'd':
    return parse_once (&options->device, "-d", value);
  case 'p':
    if (value[*value == '+'] == '\0') {
      complain ("-p '%s' names no plugin and no folder; leave it out", value);
      return false;
    }
    append (&options->plugin, &options->n_plugins, value);
    return true;
  case 's':
    append (&options->set, &options->n_sets, value);
    return true;
  case 'o':
    return parse_once (&options->output, "-o", value);
  case 'v':
    options->verbose = true;
    return true;
  case OPTION_FORMAT:
    return set_format (options, value);
  case OPTION_ONLY:
    return parse_once (&options->only, "--only", value);
  case OPTION_ONLY_FAILED:
    return parse_once (&options->only_failed, "--only-failed", value);
  case OPTION_RESUME:
    return set_resume (options, value);
  case OPTION_DRY_RUN:
    options->dry_run = true;
    return true;
  case OPTION_IN_PROCESS:
    options->in_process = true;
    return true;
  case OPTION_REQUIRE_RAN:
    options->require_ran = true;
    return true;
  case OPTION_SANITIZER:
    options->sanitizer = true;
    return true;
  case OPTION_PROFILE:
    return set_profile (options, value);
  case OPTION_COMPARE:
    return parse_once (&options->compare, "--compare", value);
  case OPTION_MARGIN:
    return set_margin (options, value);
  case OPTION_ACROSS:
    options->across = true;
    return true;
  case OPTION_FAMILY:
    return parse_once (&options->family, "--family", value);
  case OPTION_LANG:
    return parse_once (&options->lang, "--lang", value);
  case 'h':
    options->command = COMMAND_DONE;
    print_help ();
    return true;
  case OPTION_VERSION:
    options->command = COMMAND_DONE;
    print_version ();
    return true;
  default:
    return unknown_option (options, option);
  }
}

static bool
ends_in (const char *name, const char *end)
{
  size_t n = strlen (name), m = strlen (end);

  return n > m && strcmp (name + n - m, end) == 0;
}

/* A file or an option's name where a command should be, or `run`, which needs
 * no name: says what the user meant.  False when it is neither. */
static bool
command_meant (const char *name, const char *next)
{
  const char *how = "-c", *file = name;

  if (strcmp (name, "help") == 0 || strcmp (name, "version") == 0) {
    complain ("there is no command '%s': use gkhost --%s", name, name);
    return true;
  }
  if (strcmp (name, commands[COMMAND_RUN]) == 0)
    file = next != NULL ? next : "SUITE.ini";
  else if (ends_in (name, ".so"))
    how = "check";
  else if (ends_in (name, ".jsonl"))
    how = "report";
  else if (!ends_in (name, ".ini") && access (name, F_OK) != 0)
    return false;
  complain ("there is no command '%s': use gkhost %s %s", name, how, file);
  return true;
}

static bool
parse_command (struct options *options, const char *name, const char *next)
{
  struct nearest near = { .wanted = name };
  char *hint;

  for (int i = COMMAND_LIST; i < COMMAND_DONE; i++) {
    if (strcmp (commands[i], name) == 0) {
      options->command = (enum command)i;
      return true;
    }
    nearest_offer (&near, commands[i]);
  }
  if (command_meant (name, next))
    return false;
  hint = nearest_hint (&near);
  complain ("there is no command '%s' (a suite is run with -c)%s", name, hint);
  free (hint);
  return false;
}

/* An option that a command would ignore is a mistake of the user's. */
static bool
options_fit (const struct options *o)
{
  bool run = o->command == COMMAND_RUN, check = o->command == COMMAND_CHECK;
  bool report = o->command == COMMAND_REPORT, records = run && !o->dry_run;
  bool compare = o->command == COMMAND_COMPARE;
  bool new = o->command == COMMAND_NEW;
  /* Without a suite, what there is to list is not chosen from. */
  bool list = o->command == COMMAND_LIST, cases = list && o->suite != NULL;
  const struct {
    const char *name;
    bool given, taken;
  } rules[] = {
    { "-c", o->suite != NULL, run || list },
    { "-d", o->device != NULL, run || cases || check },
    { "-p", o->n_plugins > 0, run || list || check },
    { "-s", o->n_sets > 0, run || cases || check },
    { "-o", o->output != NULL, records || check },
    { "-v", o->verbose, records || check },
    { "--format", o->report != NULL, !new },
    { "--only", o->only != NULL, run || cases || check },
    { "--only-failed", o->only_failed != NULL, run || cases },
    { "--resume", o->resume != RESUME_NOT, records },
    { "--dry-run", o->dry_run, run },
    { "--in-process", o->in_process, !report && !compare && !new },
    { "--require-ran", o->require_ran, records },
    { "--sanitizer", o->sanitizer, check },
    { "--profile", o->profile, records },
    { "--compare", o->compare != NULL, run },
    { "--margin", o->margin != NULL, compare || o->compare != NULL },
    { "--across", o->across, compare },
    { "--family", o->family != NULL, new },
    { "--lang", o->lang != NULL, new },
  };

  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
    if (!rules[i].given || rules[i].taken)
      continue;
    if (run && o->dry_run)
      complain ("--dry-run runs nothing: leave out %s", rules[i].name);
    else
      complain ("%s%s does not accept %s; see gkhost --help",
                run ? "the run of a suite" : commands[o->command],
                list && !cases ? " without -c" : "", rules[i].name);
    return false;
  }
  return true;
}

/* What is no report has one format for other programs. */
static bool
format_fits (const struct options *o)
{
  const bool lists = o->command == COMMAND_LIST || o->command == COMMAND_DEVICES
                     || (o->command == COMMAND_RUN && o->dry_run);

  if (!lists || o->report == NULL || o->report == report_jsonl)
    return true;
  complain ("%s prints text, or JSON with --format jsonl; it has no other "
            "format",
            o->command == COMMAND_RUN ? "--dry-run" : commands[o->command]);
  return false;
}

/* It runs cases one by one, for their counters alone. */
static bool
profile_fits (const struct options *o, const char *output)
{
  const char *other = o->compare != NULL        ? "--compare"
                      : o->resume != RESUME_NOT ? "--resume"
                      : o->only_failed != NULL  ? "--only-failed"
                      : o->in_process           ? NULL
                      : output != NULL          ? output
                      : o->require_ran          ? "--require-ran"
                                                : NULL;

  if (other != NULL)
    complain ("--profile prints counters, and no report or records: leave out "
              "%s",
              other);
  return other == NULL;
}

/* What else would go to standard output than what the command prints there. */
static bool
outputs_fit (const struct options *o)
{
  const char *other = o->output != NULL   ? "-o"
                      : o->report != NULL ? "--format"
                      : o->verbose        ? "-v"
                                          : NULL;

  if (o->sanitizer && !o->in_process && other != NULL) {
    complain ("--sanitizer prints what is found, and no report or records: "
              "leave out %s",
              other);
    return false;
  }
  if (o->profile && !profile_fits (o, other))
    return false;
  if (o->compare != NULL
      && (o->resume != RESUME_NOT || o->only_failed != NULL)) {
    complain ("--compare begins anew: leave out %s",
              o->resume != RESUME_NOT ? "--resume" : "--only-failed");
    return false;
  }
  if (o->resume != RESUME_NOT
      && (o->output == NULL || strcmp (o->output, "-") == 0)) {
    complain ("--resume goes on with the records in a file: name it with -o");
    return false;
  }
  if (o->output != NULL && strcmp (o->output, "-") == 0 && o->report != NULL) {
    complain ("-o - and --format both write to standard output; give only one "
              "of them");
    return false;
  }
  return true;
}

/* What each command takes, and what it lacks where it has less. */
static const struct {
  int least, most;
  const char *lack;
} arguments[] = {
  [COMMAND_LIST] = { .most = 1 },
  [COMMAND_CHECK] = { 1, 1, "a plugin: the path of its .so" },
  [COMMAND_NEW] = { 2, 2, "a family and a name, transpose mine, or --family" },
  [COMMAND_REPORT] = { 1, 1, "the records of a run, which -o writes" },
  [COMMAND_COMPARE] = { 1, 2, "the records of two runs, which -o writes" },
};

/* What a command needs, and takes. */
static bool
complete (const struct options *o)
{
  /* A family of one's own is named by --family. */
  const int named = o->family != NULL ? 1 : 0;
  int most = o->suite != NULL ? 0 : arguments[o->command].most - named;

  if (o->command == COMMAND_DONE)
    return true;
  if (!options_fit (o) || !format_fits (o) || !outputs_fit (o))
    return false;
  if (o->command == COMMAND_RUN && o->suite == NULL) {
    complain ("name a suite with -c; see gkhost --help");
    return false;
  }
  if (o->n_arguments > most) {
    complain ("one argument too many: '%s'; see gkhost --help",
              o->argument[most]);
    return false;
  }
  if (o->n_arguments < arguments[o->command].least - 2 * named) {
    complain ("%s needs %s", commands[o->command], arguments[o->command].lack);
    return false;
  }
  return true;
}

bool
options_read (struct options *options, int argc, char **argv)
{
  int option;

  *options
      = (struct options){ .argc = argc, .argv = argv, .margin_value = 0.01 };
  opterr = 0;
  while ((option = getopt_long (argc, argv, ":c:d:p:s:o:vh", longs, NULL))
         != -1)
    if (!parse_option (options, option, optarg))
      return false;
    else if (options->command == COMMAND_DONE)
      return true;
  if (optind < argc && !parse_command (options, argv[optind], argv[optind + 1]))
    return false;
  optind += optind < argc;
  options->argument = argv + optind;
  options->n_arguments = argc - optind;
  if (!complete (options))
    return false;
  if (options->command == COMMAND_COMPARE || options->compare != NULL) {
    options->changes = report_of_changes (options->report);
    options->report = NULL;
  }
  return true;
}

void
options_free (struct options *options)
{
  free (options->plugin);
  free (options->set);
}
