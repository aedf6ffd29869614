/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <ctype.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/message.h"
#include "base/names.h"
#include "base/printable.h"
#include "base/xalloc.h"
#include "command/commands.h"
#include "command/options.h"

static const char help_begin[]
    = "usage: gkhost -c SUITE [OPTION]...\n"
      "       gkhost list [-c SUITE] [FAMILY[/VARIANT]|keys|fields]\n"
      "       gkhost devices\n"
      "       gkhost check PLUGIN.so\n"
      "       gkhost new FAMILY NAME [--lang LANGUAGE]\n"
      "       gkhost new --family FAMILY [NAME] [--lang LANGUAGE]\n"
      "       gkhost report RUN.jsonl...|- [--format FORMAT] [--against FILE]\n"
      "       gkhost compare OLD.jsonl NEW.jsonl [--margin MARGIN]\n"
      "\n"
      "Runs a suite of compute kernels, and reports how fast each one is and\n"
      "whether its result is right.\n"
      "\n";

static const char help_end[]
    = "\n"
      "Exit status: 0 every selected case passed, or was skipped for a stated\n"
      "reason; 1 a case was wrong, failed, crashed, timed out or is suspect, "
      "a\n"
      "named device is not there, one of several devices is slow or wrong, a "
      "rank\n"
      "is missing, check could not run anything, or compare found something\n"
      "slower; 2 bad usage, suite or records, nothing was run; 3 gkhost "
      "itself\n"
      "failed.\n";

/* The commands and their arguments. */
static const struct {
  const char *name, *help;
  int least, most;
  enum value_kind takes;
  const char *lack; /* what is missing, for a message */
} commands[] = {
  [COMMAND_RUN] = { "run", NULL, .takes = VALUE_NONE },
  [COMMAND_LIST]
  = { "list",
      "the plugins, families and variants, with their options; with -c, the "
      "cases of a suite; with 'keys', the keys of every job; with 'fields', "
      "the fields of records",
      0, 1, VALUE_LISTABLE, NULL },
  [COMMAND_DEVICES]
  = { "devices", "the devices that cases can run on", .takes = VALUE_NONE },
  [COMMAND_CHECK]
  = { "check",
      "is this plugin sound? runs all its variants on small problems; "
      "--format shows every case",
      1, 1, VALUE_PLUGIN, "a plugin: the path of its .so" },
  [COMMAND_NEW]
  = { "new",
      "writes the folder NAME with a plugin of your own: a variant of a known "
      "family, or a family; it builds, passes check and runs",
      2, 2, VALUE_FAMILY, "a family and a name, transpose mine, or --family" },
  [COMMAND_REPORT]
  = { "report",
      "prints the report of a run again, from its records; - is standard "
      "input; files of several hosts or ranks get one report, which names "
      "slow, wrong and missing devices",
      1, INT_MAX, VALUE_RECORDS, "the records of a run, which -o writes" },
  [COMMAND_COMPARE]
  = { "compare", "is it slower? compares two runs, by their rounds", 1, 2,
      VALUE_RECORDS, "the records of two runs, which -o writes" },
  /* Called by the files in completions/; not in --help. */
  [COMMAND_COMPLETE] = { "complete", NULL, 0, INT_MAX, VALUE_NONE, NULL },
};

static void
append_item (const char ***list, size_t *n, const char *item)
{
  *list = xgrow (*list, *n, sizeof **list);
  (*list)[(*n)++] = item;
}

static bool
set_format (struct options *options, const char *name)
{
  char *all;

  if (options->format != NULL) {
    message_print ("--format is given twice; give it once");
    return false;
  }
  options->format = format_find (name);
  if (options->format != NULL)
    return true;
  all = format_names ();
  message_print ("--format: there is no format '%s'; choose one of %s", name,
                 all);
  free (all);
  return false;
}

/* Prints what is wrong with an option that getopt rejected, without a message.
 * The wrong word is before optind, unless it is a letter of several in a
 * word. */
static bool
unknown_option (const struct options *options, int option)
{
  const char *word = options->argv[optind - 1];
  bool is_long = word[0] == '-' && word[1] == '-';

  if (option == ':' && is_long)
    message_print ("%s needs a value; see gkhost --help", word);
  else if (option == ':')
    message_print ("-%c needs a value; see gkhost --help", optopt);
  else if (optopt == 0)
    message_print ("there is no option '%s'; see gkhost --help", word);
  else if (option_row_of (optopt) != NULL)
    message_print ("'%s': this option does not take a value; see gkhost --help",
                   word);
  else
    message_print ("there is no option '-%c'; see gkhost --help", optopt);
  return false;
}

/* Stores the value of an option that may be given once.  False, after a
 * message. */
static bool
parse_once (const char **value_of, const char *name, const char *value)
{
  if (*value_of != NULL) {
    message_print ("%s is given twice: '%s' and '%s'; give it once", name,
                   *value_of, value);
    return false;
  }
  if (*value == '\0') {
    message_print ("%s '' names nothing; leave it out, or give it a value",
                   name);
    return false;
  }
  *value_of = value;
  return true;
}

static bool
set_resume (struct options *options, const char *what)
{
  if (options->resume != RESUME_NOT) {
    message_print ("--resume is given twice; give it once");
    return false;
  }
  options->resume = what == NULL ? RESUME : RESUME_FAILED;
  if (what == NULL || strcmp (what, "failed") == 0)
    return true;
  message_print ("--resume=%s: there is only --resume, and --resume=failed",
                 what);
  return false;
}

/* number: of a case, from 1; NULL: all cases. */
static bool
set_profile (struct options *options, const char *number)
{
  unsigned long long n = 0;
  char *rest = NULL;

  if (options->profile) {
    message_print ("--profile is given twice; give it once");
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
  message_print (
      "--profile=%s: give the number of a case, from 1, or leave it out",
      number);
  return false;
}

/* Parses "1%" or "0.01". */
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
  message_print ("--margin %s: give a share under 1, such as 1%% or 0.01",
                 value);
  return false;
}

static void
print_help (void)
{
  fputs (help_begin, stdout);
  option_table_print ();
  putchar ('\n');
  for (int i = 0; i < COMMAND_DONE; i++)
    if (commands[i].help != NULL)
      wrap_item (stdout, 0, 8, commands[i].name, commands[i].help);
  fputs (help_end, stdout);
}

/* Stores an option that getopt found.  False, after a message. */
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
      message_print ("-p '%s' names no plugin and no folder; leave it out",
                     value);
      return false;
    }
    append_item (&options->plugin, &options->n_plugins, value);
    return true;
  case 's':
    append_item (&options->set, &options->n_sets, value);
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
  case OPTION_AGAINST:
    return parse_once (&options->against, "--against", value);
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

/* Prints the right command line when the command is a file, the name of an
 * option, or `run`, which has no name.  False when it is none of these. */
static bool
suggest_command (const char *name, const char *next)
{
  const char *how = "-c", *file = name;

  if (strcmp (name, "help") == 0 || strcmp (name, "version") == 0) {
    message_print ("there is no command '%s': use gkhost --%s", name, name);
    return true;
  }
  if (strcmp (name, commands[COMMAND_RUN].name) == 0)
    file = next != NULL ? next : "SUITE.ini";
  else if (ends_in (name, ".so"))
    how = "check";
  else if (ends_in (name, ".jsonl"))
    how = "report";
  else if (!ends_in (name, ".ini") && access (name, F_OK) != 0)
    return false;
  message_print ("there is no command '%s': use gkhost %s %s", name, how, file);
  return true;
}

static bool
parse_command (struct options *options, const char *name, const char *next)
{
  struct nearest near = { .wanted = name };
  char *hint;

  for (int i = COMMAND_LIST; i < COMMAND_DONE; i++) {
    if (strcmp (commands[i].name, name) == 0) {
      options->command = (enum command)i;
      return true;
    }
    nearest_consider (&near, commands[i].name);
  }
  if (suggest_command (name, next))
    return false;
  hint = nearest_hint (&near);
  message_print ("there is no command '%s' (a suite is run with -c)%s", name,
                 hint);
  free (hint);
  return false;
}

struct rule {
  const char *name;
  bool given, accepted;
};

enum { N_RULES = 20 };

/* Sets which options were given, and which the command accepts.  --help and
 * --version, which end the program, have no rule. */
static void
make_rules (struct rule rule[N_RULES], const struct options *o)
{
  bool run = o->command == COMMAND_RUN, check = o->command == COMMAND_CHECK;
  bool report = o->command == COMMAND_REPORT, records = run && !o->dry_run;
  bool compare = o->command == COMMAND_COMPARE;
  bool new = o->command == COMMAND_NEW;
  bool words = o->command == COMMAND_COMPLETE;
  /* Options that select cases need a suite. */
  bool list = o->command == COMMAND_LIST, cases = list && o->suite != NULL;
  const struct rule rules[] = {
    { "-c", o->suite != NULL, run || list },
    { "-d", o->device != NULL, run || cases || check },
    { "-p", o->n_plugins > 0, run || list || check },
    { "-s", o->n_sets > 0, run || cases || check },
    { "-o", o->output != NULL, records || check },
    { "-v", o->verbose, records || check },
    { "--format", o->format != NULL, !words && !new },
    { "--only", o->only != NULL,
      run || cases || check
          || (report && o->format != NULL
              && o->format->print_picture != NULL) },
    { "--resume", o->resume != RESUME_NOT, records },
    { "--dry-run", o->dry_run, run },
    { "--in-process", o->in_process, !report && !compare && !words && !new },
    { "--require-ran", o->require_ran, records },
    { "--sanitizer", o->sanitizer, check },
    { "--profile", o->profile, records },
    { "--compare", o->compare != NULL, run },
    { "--margin", o->margin != NULL, compare || report || o->compare != NULL },
    { "--against", o->against != NULL, records || report },
    { "--across", o->across, compare },
    { "--family", o->family != NULL, new },
    { "--lang", o->lang != NULL, new },
  };

  _Static_assert(sizeof rules / sizeof rules[0] == N_RULES, "a rule each");
  memcpy (rule, rules, sizeof rules);
}

/* An option that was given and would be ignored; NULL: none. */
static const char *
ignored_option (const struct options *o)
{
  struct rule rules[N_RULES];

  make_rules (rules, o);
  for (size_t i = 0; i < N_RULES; i++)
    if (rules[i].given && !rules[i].accepted)
      return rules[i].name;
  return NULL;
}

bool
options_fit (const struct options *o, enum command command)
{
  struct options other = *o;

  other.command = command;
  return ignored_option (&other) == NULL;
}

bool
options_may_have (const struct options *o, const struct option_row *row)
{
  struct rule rules[N_RULES];

  make_rules (rules, o);
  for (size_t i = 0; i < N_RULES; i++)
    if (rules[i].name[1] == '-' ? strcmp (rules[i].name + 2, row->name) == 0
                                : rules[i].name[1] == row->sign)
      return rules[i].accepted && (row->repeats || !rules[i].given);
  return true;
}

static bool
complain_of_ignored (const struct options *o)
{
  const char *name = ignored_option (o);

  if (name == NULL)
    return false;
  if (o->command == COMMAND_RUN && o->dry_run)
    message_print ("--dry-run runs nothing: leave out %s", name);
  else
    message_print (
        "%s%s does not accept %s; see gkhost --help",
        o->command == COMMAND_RUN ? "the run of a suite"
                                  : commands[o->command].name,
        o->command == COMMAND_LIST && o->suite == NULL ? " without -c" : "",
        name);
  return true;
}

bool
options_print_as (const struct options *o, const struct format *format)
{
  const bool lists = o->command == COMMAND_LIST || o->command == COMMAND_DEVICES
                     || (o->command == COMMAND_RUN && o->dry_run);

  /* A run has many pictures; only report selects one. */
  if (format->print_picture != NULL)
    return o->command == COMMAND_REPORT;
  return !lists || format->has_lists;
}

/* False, after a message, when the command has not this format. */
static bool
format_fits (const struct options *o)
{
  if (o->format == NULL || options_print_as (o, o->format))
    return true;
  if (o->format->print_picture != NULL)
    message_print (
        "--format svg prints a picture of a run that has ended: use gkhost "
        "report RUN.jsonl --format svg --only PICTURE");
  else
    message_print (
        "%s prints text, or JSON with --format jsonl; it has no other "
        "format",
        o->command == COMMAND_RUN ? "--dry-run" : commands[o->command].name);
  return false;
}

/* False, after a message, when options about devices don't go together. */
static bool
devices_fit (const struct options *o)
{
  const bool of_devices = o->format != NULL && format_is_of_devices (o->format);
  const bool runs = (o->command == COMMAND_RUN && o->compare == NULL)
                    || o->command == COMMAND_REPORT;

  if (of_devices && !runs) {
    message_print (
        "--format openmetrics prints the devices of a run: use it with "
        "-c or report");
    return false;
  }
  if (o->against != NULL && o->compare != NULL) {
    message_print ("--compare compares two builds: leave out --against");
    return false;
  }
  if (o->against == NULL
      && !(o->margin != NULL && o->command == COMMAND_REPORT))
    return true;
  if (o->command == COMMAND_REPORT && o->format != NULL && !of_devices
      && o->format->is_data) {
    message_print (
        "%s compares devices, which this format does not show: use table, "
        "markdown or openmetrics",
        o->against != NULL ? "--against" : "--margin");
    return false;
  }
  return true;
}

/* False, after a message: --profile only prints counters. */
static bool
profile_fits (const struct options *o, const char *output)
{
  const char *other = o->compare != NULL        ? "--compare"
                      : o->resume != RESUME_NOT ? "--resume"
                      : o->against != NULL      ? "--against"
                      : o->in_process           ? NULL
                      : output != NULL          ? output
                      : o->require_ran          ? "--require-ran"
                                                : NULL;

  if (other != NULL)
    message_print (
        "--profile prints counters, and no report or records: leave out "
        "%s",
        other);
  return other == NULL;
}

/* False, after a message, when two outputs would go to standard output, or an
 * output is missing. */
static bool
outputs_fit (const struct options *o)
{
  const char *other = o->output != NULL   ? "-o"
                      : o->format != NULL ? "--format"
                      : o->verbose        ? "-v"
                                          : NULL;

  if (o->sanitizer && !o->in_process && other != NULL) {
    message_print (
        "--sanitizer prints findings, and no report or records: leave out %s",
        other);
    return false;
  }
  if (o->profile && !profile_fits (o, other))
    return false;
  if (o->compare != NULL && o->resume != RESUME_NOT) {
    message_print ("--compare starts a new run: leave out --resume");
    return false;
  }
  if (o->resume != RESUME_NOT
      && (o->output == NULL || strcmp (o->output, "-") == 0)) {
    message_print ("--resume continues the records in a file: name it with -o");
    return false;
  }
  if (o->output != NULL && strcmp (o->output, "-") == 0 && o->format != NULL) {
    message_print (
        "-o - and --format both write to standard output; give only one "
        "of them");
    return false;
  }
  return true;
}

static int
most_arguments (const struct options *o)
{
  /* --family replaces the argument FAMILY. */
  return o->suite != NULL ? 0 : commands[o->command].most - (o->family != NULL);
}

enum value_kind
options_next_argument (const struct options *o)
{
  /* The name of a new plugin can't be completed. */
  if (o->command == COMMAND_NEW && (o->n_arguments > 0 || o->family != NULL))
    return VALUE_NONE;
  return o->n_arguments < most_arguments (o) ? commands[o->command].takes
                                             : VALUE_NONE;
}

const char *
command_name (enum command command)
{
  return commands[command].name;
}

const char *
command_help (enum command command)
{
  return commands[command].help;
}

/* False, after a message, when the command lacks an argument, or has one that
 * it does not accept. */
static bool
check_arguments (const struct options *o)
{
  int most = most_arguments (o);

  if (o->command == COMMAND_DONE)
    return true;
  if (complain_of_ignored (o) || !format_fits (o) || !devices_fit (o)
      || !outputs_fit (o))
    return false;
  if (o->command == COMMAND_RUN && o->suite == NULL) {
    message_print ("name a suite with -c; see gkhost --help");
    return false;
  }
  if (o->n_arguments > most) {
    message_print ("one argument too many: '%s'; see gkhost --help",
                   o->argument[most]);
    return false;
  }
  if (o->n_arguments
      < commands[o->command].least - (o->family != NULL ? 2 : 0)) {
    message_print ("%s needs %s", commands[o->command].name,
                   commands[o->command].lack);
    return false;
  }
  return true;
}

enum read_mode {
  READ_ALL,
  READ_BEGUN /* an unfinished line: errors are ignored, and --help and --version
                print nothing */
};

/* Reads the options.  False when one is wrong, or the program is to end. */
static bool
read_options (struct options *o, enum read_mode mode)
{
  struct option *longs = option_table_longs ();
  char *letters = option_table_letters ();
  bool good = true;
  int sign;

  /* Restart: getopt may have read another line. */
  optind = 0;
  opterr = 0;
  o->awaits = NULL;
  while (good
         && (sign = getopt_long (o->argc, o->argv, letters, longs, NULL)) != -1)
    if (mode == READ_ALL)
      good = parse_option (o, sign, optarg) && o->command != COMMAND_DONE;
    else if (sign == ':')
      o->awaits = option_row_of (optopt);
    else if (sign != 'h' && sign != OPTION_VERSION)
      parse_option (o, sign, optarg);
  free (letters);
  free (longs);
  return good;
}

/* Reads the command and its arguments. */
static bool
read_arguments (struct options *o)
{
  bool good = optind == o->argc
              || parse_command (o, o->argv[optind], o->argv[optind + 1]);

  o->named = optind < o->argc;
  optind += optind < o->argc;
  o->argument = o->argv + optind;
  o->n_arguments = o->argc - optind;
  return good;
}

bool
options_read (struct options *options, int argc, char **argv)
{
  *options
      = (struct options){ .argc = argc, .argv = argv, .margin_value = 0.01 };
  if (!read_options (options, READ_ALL))
    return options->command == COMMAND_DONE;
  if (!read_arguments (options) || !check_arguments (options))
    return false;
  if (options->command == COMMAND_COMPARE || options->compare != NULL) {
    options->changes
        = options->format != NULL ? options->format : format_at (0);
    options->format = NULL;
  }
  return true;
}

bool
options_read_begun (struct options *options, int argc, char **argv)
{
  *options
      = (struct options){ .argc = argc, .argv = argv, .margin_value = 0.01 };
  read_options (options, READ_BEGUN);
  options->ended = optind > 1 && strcmp (argv[optind - 1], "--") == 0;
  return read_arguments (options);
}

void
options_free (struct options *options)
{
  free (options->output_path);
  free (options->plugin);
  free (options->set);
}
