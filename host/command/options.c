/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reads a command line by the table of options (option-table.c): first the
 * options, then the command (help.c) and its arguments, then whether all of it
 * goes together.
 */
#include <config.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/message.h"
#include "base/names.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "command/options.h"

/* The row of what getopt returned; NULL: it is none. */
static const struct option_row *
row_of_sign (int sign)
{
  const struct option_row *row;

  if (sign >= OPTION_ROWS)
    return option_row_at ((size_t)(sign - OPTION_ROWS));
  for (size_t i = 0; (row = option_row_at (i)) != NULL; i++)
    if (row->letter == sign && sign != 0)
      return row;
  return NULL;
}

/* word: "--name" or "--name=value"; the name may be short for several. */
static void
complain_of_unknown (const char *word)
{
  char *name = xstrndup (word + 2, strcspn (word + 2, "="));
  struct nearest near = { .wanted = name };
  const struct option_row *row;
  char *all = NULL;

  for (size_t i = 0; (row = option_row_at (i)) != NULL; i++) {
    nearest_consider (&near, row->name);
    if (strncmp (row->name, name, strlen (name)) == 0)
      all = list_append (all, row->name);
  }
  if (all != NULL)
    message_print ("'--%s' is short for several options: write one of %s", name,
                   all);
  else if (near.best != NULL)
    message_print ("there is no option '--%s': did you mean '--%s'?", name,
                   near.best);
  else
    message_print ("there is no option '--%s'; see gkhost --help", name);
  free (all);
  free (name);
}

/* Prints what is wrong with an option that getopt rejected, without a message.
 * The wrong word is before optind, unless it is a letter of several in a
 * word. */
static bool
unknown_option (const struct options *options, int option)
{
  const char *word = options->argv[optind - 1];
  const bool is_long = word[0] == '-' && word[1] == '-';

  if (option == ':' && is_long)
    message_print ("%s needs a value; see gkhost --help", word);
  else if (option == ':')
    message_print ("-%c needs a value; see gkhost --help", optopt);
  else if (optopt == 0)
    complain_of_unknown (word);
  else if (row_of_sign (optopt) != NULL)
    message_print ("'%s': this option does not take a value; see gkhost --help",
                   word);
  else
    message_print ("there is no option '-%c'; see gkhost --help", optopt);
  return false;
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
    message_print ("there is no command '%s': use gkhost %s%s--%s", name,
                   next != NULL ? next : "", next != NULL ? " " : "", name);
    return true;
  }
  if (strcmp (name, command_row_at (COMMAND_RUN)->name) == 0)
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
    const char *known = command_row_at ((enum command)i)->name;

    if (strcmp (known, name) == 0) {
      options->command = (enum command)i;
      return true;
    }
    nearest_consider (&near, known);
  }
  /* A run has no name, but who writes one means it. */
  if (strcmp (name, command_row_at (COMMAND_RUN)->name) == 0
      && options->suite != NULL && next == NULL)
    return true;
  if (options->compare != NULL && strchr (name, '=') != NULL) {
    message_print ("'%s': put both builds of --compare in quotes, as one word: "
                   "--compare '%s %s'",
                   name, options->compare, name);
    return false;
  }
  if (suggest_command (name, next))
    return false;
  hint = nearest_hint (&near);
  message_print ("there is no command '%s' (a suite is run with -c)%s", name,
                 hint);
  free (hint);
  return false;
}

/* What the command line is for. */
static unsigned
use_of (const struct options *o)
{
  const struct command_row *row = command_row_at (o->command);
  const bool other = o->command == COMMAND_RUN    ? o->dry_run
                     : o->command == COMMAND_LIST ? o->suite != NULL
                                                  : false;

  return other ? row->other_use : row->use;
}

/* Prints that an option would be ignored. */
static void
complain_of_ignored (const struct options *o, const struct option_row *row)
{
  const bool list = o->command == COMMAND_LIST && o->suite == NULL;
  const char *command = command_row_at (o->command)->name;
  char *name = option_row_spelled (row);

  if (use_of (o) == USE_DRY_RUN)
    message_print ("--dry-run runs nothing: leave out %s", name);
  else
    message_print ("%s%s does not accept %s; see gkhost %s --help",
                   o->command == COMMAND_RUN ? "the run of a suite" : command,
                   list ? " without -c" : "", name, command);
  free (name);
}

/* True, after a message, when an option was given that the row's list of names,
 * which may be NULL, excludes. */
static bool
excludes_given (const struct options *o, const struct option_row *row,
                const char *names)
{
  for (const char *name = names; name != NULL && *name != '\0';) {
    const size_t n = strcspn (name, " ");
    const struct option_row *other = option_row_find (name, n);

    if (option_row_given (other, o)) {
      char *spelled = option_row_spelled (other);

      message_print ("--%s %s: leave out %s", row->name, row->why, spelled);
      free (spelled);
      return true;
    }
    name += n + strspn (name + n, " ");
  }
  return false;
}

/* False, after a message, when an option would be ignored, or excludes another
 * one. */
static bool
options_fit (const struct options *o)
{
  const struct option_row *row;

  for (size_t i = 0; (row = option_row_at (i)) != NULL; i++)
    if (option_row_given (row, o)
        && ((row->uses & use_of (o)) == 0
            || (row->accepted != NULL && !row->accepted (o)))) {
      complain_of_ignored (o, row);
      return false;
    }
  for (size_t i = 0; (row = option_row_at (i)) != NULL; i++)
    if (option_row_given (row, o)
        && (excludes_given (o, row, row->excludes)
            || (!o->in_process && excludes_given (o, row, row->alone))))
      return false;
  return true;
}

static bool
prints_as (const struct options *o, const struct format *format)
{
  const bool lists
      = (use_of (o) & (USE_LIST | USE_LIST_CASES | USE_DEVICES | USE_DRY_RUN))
        != 0;

  /* A run has many pictures; only report selects one. */
  if (format->print_picture != NULL)
    return o->command == COMMAND_REPORT;
  return !lists || format->has_lists;
}

/* False, after a message, when the command has not this format. */
static bool
format_fits (const struct options *o)
{
  if (o->format == NULL || prints_as (o, o->format))
    return true;
  if (o->format->print_picture != NULL)
    message_print (
        "--format svg prints a picture of a run that has ended: use gkhost "
        "report RUN.jsonl --format svg --only PICTURE");
  else
    message_print (
        "%s prints text, or JSON with --format jsonl; it has no other "
        "format",
        o->command == COMMAND_RUN ? "--dry-run"
                                  : command_row_at (o->command)->name);
  return false;
}

/* False, after a message, when no table is printed that could have further
 * columns. */
static bool
columns_fit (const struct options *o)
{
  const bool table = o->format != NULL
                         ? o->format->print_columns != NULL
                         : o->output == NULL || strcmp (o->output, "-") != 0;

  if (o->columns.n == 0 || table)
    return true;
  message_print ("--columns adds to a table: use it with --format table or "
                 "markdown");
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

/* False, after a message, when two outputs would go to standard output, an
 * output is missing, or standard input would be read again. */
static bool
files_fit (const struct options *o)
{
  if (o->profile && !o->in_process && o->suite != NULL
      && strcmp (o->suite, "-") == 0) {
    message_print ("--profile reads the suite for each case: name a file with "
                   "-c, not standard input");
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

/* False, after a message, when the command lacks an argument, or has one that
 * it does not accept. */
static bool
check_arguments (const struct options *o)
{
  /* --family replaces the argument FAMILY. */
  const struct command_row *command = command_row_at (o->command);
  const int most = o->suite != NULL ? 0 : command->most - (o->family != NULL);

  if (!options_fit (o) || !format_fits (o) || !columns_fit (o)
      || !devices_fit (o) || !files_fit (o))
    return false;
  if (o->command == COMMAND_RUN && o->suite == NULL) {
    message_print ("name a suite with -c; see gkhost --help");
    return false;
  }
  if (o->n_arguments > most) {
    message_print ("one argument too many: '%s'; see gkhost %s --help",
                   o->argument[most], command->name);
    return false;
  }
  if (o->n_arguments < command->least
                           - (o->family != NULL        ? 2
                              : o->kernelbench != NULL ? 1
                                                       : 0)) {
    message_print ("%s needs %s", command->name, command->lack);
    return false;
  }
  return true;
}

/* Reads the options.  False when one is wrong.  Behind --help or --version only
 * the command is looked for. */
static bool
read_options (struct options *o)
{
  struct option *longs = option_table_longs ();
  char *letters = option_table_letters ();
  bool good = true;
  int sign;

  opterr = 0;
  while (good
         && (sign = getopt_long (o->argc, o->argv, letters, longs, NULL))
                != -1) {
    const struct option_row *row = row_of_sign (sign);

    if (o->help || o->version)
      continue;
    good = row != NULL ? option_row_store (row, o, optarg)
                       : unknown_option (o, sign);
  }
  free (letters);
  free (longs);
  return good;
}

/* For --help and --version.  False when help is wanted of no command. */
static bool
print_about (struct options *o)
{
  const char *name = optind < o->argc ? o->argv[optind] : NULL;
  const bool of_run
      = name != NULL ? strcmp (name, command_row_at (COMMAND_RUN)->name) == 0
                     : o->suite != NULL;

  if (o->version)
    print_version ();
  else if (of_run)
    print_command_help (COMMAND_RUN);
  else if (name == NULL)
    print_help ();
  else if (parse_command (o, name, NULL))
    print_command_help (o->command);
  else
    return false;
  o->command = COMMAND_DONE;
  return true;
}

/* Reads the command and its arguments. */
static bool
read_arguments (struct options *o)
{
  bool good = optind == o->argc
              || parse_command (o, o->argv[optind], o->argv[optind + 1]);

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
  if (!read_options (options))
    return false;
  if (options->help || options->version)
    return print_about (options);
  if (!read_arguments (options) || !check_arguments (options))
    return false;
  if (options->command == COMMAND_COMPARE || options->compare != NULL) {
    options->changes
        = options->format != NULL ? options->format : format_at (0);
    options->format = NULL;
  }
  return true;
}

void
options_free (struct options *options)
{
  free (options->output_path);
  list_free (&options->columns);
  free (options->plugin);
  free (options->set);
}
