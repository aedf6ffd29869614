/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The command line.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/rank.h"
#include "command/option-table.h"
#include "run/run-options.h"
#include "run/supervisor.h"
#include "report/report.h"

enum command {
  COMMAND_RUN,
  COMMAND_LIST,
  COMMAND_DEVICES,
  COMMAND_CHECK,
  COMMAND_NEW,
  COMMAND_REPORT,
  COMMAND_COMPARE,
  COMMAND_COMPLETE,
  COMMAND_DONE /* --help, --version: all is said */
};

struct options {
  enum command command;
  int argc; /* the whole command line, for the record */
  char **argv;
  const char *suite;   /* -c */
  const char *device;  /* -d */
  const char **plugin; /* -p */
  size_t n_plugins;
  const char **set; /* -s */
  size_t n_sets;
  const char *output;      /* -o */
  const char *html;        /* --html */
  report_fn *report;       /* --format */
  report_fn *changes;      /* of a comparison, which then has no report */
  const char *compare;     /* --compare */
  const char *only;        /* --only */
  const char *only_failed; /* --only-failed */
  const char *against;     /* --against */
  enum resume resume;      /* --resume */
  const char *margin;      /* --margin, as it was given */
  double margin_value;     /* what it says, or the default */
  const char *family;      /* --family */
  const char *lang;        /* --lang */
  bool profile;            /* --profile */
  size_t profile_number;   /* of the case among those selected; 0: all */
  double barrier;          /* --barrier: how long ranks wait; 0: they don't */
  bool dry_run, in_process, require_ran, sanitizer, verbose, across, bars;
  struct rank rank;                 /* which this is, of several; set by main */
  char *output_path;                /* what -o stands for there; set by main */
  const struct local_worker *local; /* NULL unless in_process; set by main */
  char **argument;                  /* what follows the command's name */
  int n_arguments;
  /* Of a line that is not finished: */
  const struct option_row *awaits; /* the option whose value comes next; NULL */
  bool named;                      /* the command was */
  bool ended;                      /* -- stands there: no option follows */
};

/* Complains and returns false when the command line is wrong. */
bool options_read (struct options *options, int argc, char **argv);
/* Reads the words of a line that is not finished.  Complains of what is wrong,
 * too, and goes on; false when the command is not one. */
bool options_read_begun (struct options *options, int argc, char **argv);
void options_free (struct options *options);

/* Of what was read so far: whether another command would take it, */
bool options_fit (const struct options *options, enum command command);
/* whether its command takes this option, or once more where it is there, */
bool options_may_have (const struct options *options,
                       const struct option_row *row);
/* whether it prints in this format, */
bool options_print_as (const struct options *options, report_fn *report);
/* and what its next argument is; VALUE_NONE: there is none. */
enum value_kind options_next_argument (const struct options *options);

/* The command by name, and what it does; NULL: nothing is said of it. */
const char *command_name (enum command command);
const char *command_help (enum command command);

#endif
