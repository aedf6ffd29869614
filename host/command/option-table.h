/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The options of the command line: a row each, from which come parsing, --help
 * and what shells complete.
 */
#ifndef OPTION_TABLE_H
#define OPTION_TABLE_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>

/* What getopt returns for those that have no letter. */
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

/* What a value is, of an option or of what follows a command: that much a
 * shell can complete. */
enum value_kind {
  VALUE_NONE, /* there is no value */
  VALUE_OTHER,
  VALUE_FILE,
  VALUE_SUITE,
  VALUE_PLUGIN,  /* a .so; of -p a folder, too */
  VALUE_RECORDS, /* a file of them */
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
  const char *name; /* the long one */
  const char *value_name; /* in --help; NULL: it takes no value */
  enum value_kind value;
  bool optional;    /* the value may be absent, and stands behind a = */
  bool repeats;     /* it may be given more than once */
  const char *word; /* the only value that there is; NULL: there are others */
  const char *help; /* up to the first semicolon it stands for itself */
};

/* The rows, from 0; NULL behind the last. */
const struct option_row *option_row_at (size_t i);
/* NULL: there is none. */
const struct option_row *option_row_of (int sign);
/* By the whole name, or as much of it as fits no other; NULL: there is none. */
const struct option_row *option_row_named (const char *name, size_t n);

/* What getopt_long asks for: the options, to be freed, and the letters. */
struct option *option_table_longs (void);
char *option_table_letters (void);

/* Their part of --help. */
void option_table_print (void);

#endif
