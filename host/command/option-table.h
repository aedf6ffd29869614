/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The options of the command line.  Each is a row of one table, from which the
 * parser, --help and shell completion are made.
 */
#ifndef OPTION_TABLE_H
#define OPTION_TABLE_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>

/* What getopt returns for options without a letter. */
enum {
  OPTION_FORMAT = 256,
  OPTION_ONLY,
  OPTION_ONLY_FAILED,
  OPTION_RESUME,
  OPTION_DRY_RUN,
  OPTION_BARS,
  OPTION_HTML,
  OPTION_IN_PROCESS,
  OPTION_REQUIRE_RAN,
  OPTION_SANITIZER,
  OPTION_PROFILE,
  OPTION_COMPARE,
  OPTION_MARGIN,
  OPTION_ACROSS,
  OPTION_BARRIER,
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

/* Row number i, from 0; NULL behind the last. */
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

#endif
