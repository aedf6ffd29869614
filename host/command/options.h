/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The command line, parsed.  Each option is a row of the table in
 * option-table.c, which has all that is known of it: how its value is stored,
 * which commands accept it, and what excludes it.  options.c reads the line by
 * that table.  An option that would be ignored is an error.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rank.h"
#include "base/text.h"
#include "report/report.h"
#include "run/plan.h"
#include "run/supervisor.h"

enum command {
  COMMAND_RUN,
  COMMAND_LIST,
  COMMAND_DEVICES,
  COMMAND_CHECK,
  COMMAND_NEW,
  COMMAND_REPORT,
  COMMAND_COMPARE,
  COMMAND_DONE /* --help or --version was printed */
};

struct options {
  enum command command;
  uint32_t given; /* set of the rows of options that were given */
  int argc;       /* the whole command line, for the record */
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
  struct list columns;          /* --columns */
  const char *compare;          /* --compare */
  const char *only;             /* --only */
  const char *against;          /* --against */
  enum resume resume;           /* --resume */
  const char *margin;           /* --margin, as given */
  double margin_value;          /* --margin as a share, or the default */
  const char *family;           /* --family */
  const char *kernelbench;      /* --from-kernelbench */
  const char *lang;             /* --lang */
  bool profile;                 /* --profile */
  size_t profile_number;        /* of a selected case, from 1; 0: all */
  bool dry_run, in_process, require_ran, sanitizer, verbose, quiet, across,
      allow_missing, help, version;
  struct rank rank;                 /* of this process; set by main */
  char *output_path;                /* -o, expanded; set by main */
  const struct local_worker *local; /* NULL unless in_process; set by main */
  char **argument;                  /* arguments of the command */
  int n_arguments;
};

/* False, after a message, when the command line is wrong. */
bool options_read (struct options *options, int argc, char **argv);
void options_free (struct options *options);

/* The commands and what --help prints (help.c). */

struct command_row {
  const char *name;
  const char *usage;  /* command lines without "gkhost", one a line */
  const char *help;   /* up to a semicolon, for the list of commands */
  unsigned use;       /* enum use, below */
  unsigned other_use; /* of a run with --dry-run, of list with -c; else 0 */
  const char *status; /* its exit status, where that depends on cases */
  int least, most;    /* arguments */
  const char *lack;   /* what is missing, for a message */
};

/* Not of COMMAND_DONE. */
const struct command_row *command_row_at (enum command command);
void print_help (void);
void print_command_help (enum command command);
void print_version (void);

/* The table of options, for options.c and help.c. */

/* What a command line is for, in sets: -c with and without --dry-run, list with
 * and without -c, and the other commands. */
enum {
  USE_RUN = 1,
  USE_DRY_RUN = 1 << 1,
  USE_LIST = 1 << 2,
  USE_LIST_CASES = 1 << 3,
  USE_DEVICES = 1 << 4,
  USE_CHECK = 1 << 5,
  USE_NEW = 1 << 6,
  USE_REPORT = 1 << 7,
  USE_COMPARE = 1 << 8
};

enum { OPTION_HELPS = 3 };

struct option_row {
  char letter;            /* 0: none */
  const char *name;       /* long name, without -- */
  const char *value_name; /* in --help; NULL: no value */
  bool optional;          /* the value may be absent, and follows a = */
  bool repeats;           /* may be given more than once */
  bool common;            /* in gkhost --help */
  unsigned uses;          /* set of the uses that accept it */
  /* A further condition; NULL: none. */
  bool (*accepted) (const struct options *options);
  /* Stores the value.  False, after a message. */
  bool (*store) (struct options *options, const struct option_row *row,
                 const char *value);
  size_t member;        /* offset in struct options, for some of `store` */
  const char *excludes; /* names of other options, with blanks between; NULL */
  const char *alone;    /* further ones without --in-process; NULL: none */
  const char *why;      /* why it excludes them, after its name */
  const char *help;     /* up to a semicolon, in gkhost --help */
  /* What some commands' --help has instead: the sets of their uses. */
  struct {
    unsigned uses;
    const char *text;
  } help_of[OPTION_HELPS];
};

/* Row number i, from 0; NULL after the last. */
const struct option_row *option_row_at (size_t i);
/* The row with this name of n bytes; NULL: there is none. */
const struct option_row *option_row_find (const char *name, size_t n);
/* Returns "-c" or "--format"; to be freed. */
char *option_row_spelled (const struct option_row *row);
/* Whether the option was given. */
bool option_row_given (const struct option_row *row, const struct options *o);
/* Stores an option that was found in the command line.  False, after a
 * message. */
bool option_row_store (const struct option_row *row, struct options *options,
                       const char *value);

/* The arguments of getopt_long, which returns a letter, or OPTION_ROWS plus the
 * number of the row; both to be freed. */
enum { OPTION_ROWS = 256 };
struct option *option_table_longs (void);
char *option_table_letters (void);
/* Prints the options that have a use of the set, for --help; brief: the common
 * ones alone, each in a line. */
void option_table_print (unsigned uses, bool brief);

#endif
