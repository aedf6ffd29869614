/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The command line, parsed.  Each option is a row of the table in
 * option-table.c; options.c has what it does, and the rules which options and
 * arguments go together.  An option that would be ignored is an error.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/rank.h"
#include "report/report.h"
#include "run/run-options.h"
#include "run/supervisor.h"

/* The options of the command line.  Each is a row of one table, from which the
 * parser, --help and shell completion are made.
 */

/* What getopt returns for options without a letter. */
enum {
  OPTION_FORMAT = 256,
  OPTION_ONLY,
  OPTION_RESUME,
  OPTION_DRY_RUN,
  OPTION_IN_PROCESS,
  OPTION_REQUIRE_RAN,
  OPTION_SANITIZER,
  OPTION_PROFILE,
  OPTION_COMPARE,
  OPTION_MARGIN,
  OPTION_ACROSS,
  OPTION_AGAINST,
  OPTION_FAMILY,
  OPTION_LANG,
  OPTION_VERSION
};

/* The kind of an option's value or of an argument, for completion. */
enum value_kind {
  VALUE_NONE, /* no value */
  VALUE_OTHER,
  VALUE_FILE,
  VALUE_SUITE,
  VALUE_PLUGIN,  /* a .so; for -p also a folder */
  VALUE_RECORDS, /* a .jsonl file */
  VALUE_DEVICES,
  VALUE_SETTING, /* JOB.KEY=VALUE */
  VALUE_FORMAT,
  VALUE_CASES, /* JOB/VARIANT */
  VALUE_FAMILY,
  VALUE_LANGUAGE,
  VALUE_LISTABLE /* FAMILY/VARIANT, keys or fields */
};

struct option_row {
  int sign;         /* what getopt returns: a letter, or one of the above */
  const char *name; /* long name, without -- */
  const char *value_name; /* in --help; NULL: no value */
  enum value_kind value;
  bool optional;    /* the value may be absent, and follows a = */
  bool repeats;     /* may be given more than once */
  const char *word; /* the only possible value; NULL: there are others */
  const char *help; /* completion shows it up to the first semicolon */
};

/* Row number i, from 0; NULL after the last. */
const struct option_row *option_row_at (size_t i);
/* The row that getopt returns this for; NULL: there is none. */
const struct option_row *option_row_of (int sign);
/* The row with this name of n bytes, or with this unambiguous beginning; NULL:
 * there is none. */
const struct option_row *option_row_named (const char *name, size_t n);

/* The arguments of getopt_long; both to be freed. */
struct option *option_table_longs (void);
char *option_table_letters (void);

/* Prints the options for --help. */
void option_table_print (void);

enum command {
  COMMAND_RUN,
  COMMAND_LIST,
  COMMAND_DEVICES,
  COMMAND_CHECK,
  COMMAND_NEW,
  COMMAND_REPORT,
  COMMAND_COMPARE,
  COMMAND_COMPLETE,
  COMMAND_DONE /* --help and --version, which are printed already */
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
  const char *output;           /* -o */
  const struct format *format;  /* --format; NULL: the default */
  const struct format *changes; /* of a comparison; format is then NULL */
  const char *compare;          /* --compare */
  const char *only;             /* --only */
  const char *against;          /* --against */
  enum resume resume;           /* --resume */
  const char *margin;           /* --margin, as given */
  double margin_value;          /* --margin as a share, or the default */
  const char *family;           /* --family */
  const char *lang;             /* --lang */
  bool profile;                 /* --profile */
  size_t profile_number;        /* of a selected case, from 1; 0: all */
  bool dry_run, in_process, require_ran, sanitizer, verbose, across;
  struct rank rank;                 /* of this process; set by main */
  char *output_path;                /* -o, expanded; set by main */
  const struct local_worker *local; /* NULL unless in_process; set by main */
  char **argument;                  /* arguments of the command */
  int n_arguments;
  /* Of an unfinished line: */
  const struct option_row *awaits; /* option whose value comes next; NULL */
  bool named;                      /* the command is there */
  bool ended;                      /* -- is there: no option follows */
};

/* False, after a message, when the command line is wrong. */
bool options_read (struct options *options, int argc, char **argv);
/* Reads the words of an unfinished line.  Continues after an error and its
 * message.  False when the command is unknown. */
bool options_read_begun (struct options *options, int argc, char **argv);
void options_free (struct options *options);

/* Whether another command would accept the options read so far. */
bool options_fit (const struct options *options, enum command command);
/* Whether the command accepts this option, or a further one of the same. */
bool options_may_have (const struct options *options,
                       const struct option_row *row);
/* Whether the command prints in this format. */
bool options_print_as (const struct options *options,
                       const struct format *format);
/* The kind of the command's next argument; VALUE_NONE: there is none. */
enum value_kind options_next_argument (const struct options *options);

/* The name of a command, and its text in --help; NULL: it has none. */
const char *command_name (enum command command);
const char *command_help (enum command command);

#endif
