/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/printable.h"
#include "base/xalloc.h"
#include "command/options.h"
#include "device/selector.h"

/* The column of --help in which texts begin. */
enum { HELP_COLUMN = 27 };

static const struct option_row option_rows[] = {
  { 'c', "config", "SUITE", VALUE_SUITE,
    .help = "the suite, an INI file: see gkhost.ini(5)" },
  { 'd', "device", "DEVICE", VALUE_DEVICES,
    .help = "run all jobs on these devices" },
  { 'p', "plugin", "[+]DIR|FILE", VALUE_PLUGIN, .repeats = true,
    .help = "use plugins from here instead of the installed ones, with + "
            "besides them; may be given more than once; a file replaces a "
            "plugin of the same name from a DIR" },
  { 's', "set", "JOB.KEY=VALUE", VALUE_SETTING, .repeats = true,
    .help = "set a key of a job; JOB may be a pattern, or 'suite' for the "
            "defaults of all jobs" },
  { 'o', "output", "FILE", VALUE_FILE,
    .help = "write the records to FILE during the run; a line of JSON each; - "
            "is standard output; in its name %h is the host, %r the rank, %n "
            "the number of ranks" },
  { OPTION_FORMAT, "format", "FORMAT", VALUE_FORMAT,
    .help
    = "table, csv, markdown, jsonl, junit, html (a page with pictures) or "
      "openmetrics (the devices); for report also svg (a picture); for list, "
      "devices and --dry-run only jsonl" },
  { OPTION_ONLY, "only", "GLOB", VALUE_CASES,
    .help = "run only the cases whose JOB/VARIANT matches; for report, the "
            "name of the picture" },
  { OPTION_RESUME, "resume", "failed", VALUE_OTHER, .optional = true,
    .word = "failed",
    .help = "continue the run in the file of -o; run the cases that have no "
            "result there; with =failed also those that failed, crashed or "
            "timed out" },
  { OPTION_DRY_RUN, "dry-run", .help = "list the cases and run nothing" },
  { OPTION_IN_PROCESS, "in-process",
    .help = "run everything in one process, for debuggers and profilers; no "
            "time limits, and a crash ends the run" },
  { OPTION_REQUIRE_RAN, "require-ran",
    .help = "fail a run in which nothing ran; exit status 1" },
  { OPTION_SANITIZER, "sanitizer",
    .help = "check the variants under the device's sanitizer, such as "
            "compute-sanitizer" },
  { OPTION_PROFILE, "profile", "NUMBER", VALUE_OTHER, .optional = true,
    .help = "what binds it? run each case once under the device's profiler, "
            "such as ncu; with =NUMBER only the case of that number" },
  { OPTION_COMPARE, "compare", "'A=FILE.so B=FILE.so'", VALUE_OTHER,
    .help = "is B slower? run the cases of two builds of a plugin in turns; in "
            "ten rounds unless the suite sets another number" },
  { OPTION_MARGIN, "margin", "MARGIN", VALUE_OTHER,
    .help = "compare: the largest change that is ignored, 1% by default; "
            "report: how far below devices of its model a device is slow, by "
            "default as in the suite" },
  { OPTION_AGAINST, "against", "FILE", VALUE_RECORDS,
    .help = "compare the devices with those of the run whose records are in "
            "FILE; exit status 1 if one is slower than slow_margin allows" },
  { OPTION_ACROSS, "across",
    .help = "compare: accept other devices, drivers and settings" },
  { OPTION_FAMILY, "family", "FAMILY", VALUE_OTHER,
    .help = "new: write a family of your own, not a variant" },
  { OPTION_LANG, "lang", "LANGUAGE", VALUE_LANGUAGE,
    .help = "new: the plugin's language, c by default; an unknown word "
            "lists them" },
  { 'v', "verbose",
    .help = "print where the time went, and what plugins logged and printed" },
  { 'h', "help", .help = "print this, and exit" },
  { OPTION_VERSION, "version",
    .help = "print the version, and how this was built" },
};

enum { N_OPTION_ROWS = sizeof option_rows / sizeof option_rows[0] };

const struct option_row *
option_row_at (size_t i)
{
  return i < N_OPTION_ROWS ? &option_rows[i] : NULL;
}

const struct option_row *
option_row_of (int sign)
{
  for (size_t i = 0; i < N_OPTION_ROWS; i++)
    if (option_rows[i].sign == sign)
      return &option_rows[i];
  return NULL;
}

const struct option_row *
option_row_named (const char *name, size_t n)
{
  const struct option_row *found = NULL;

  for (size_t i = 0; i < N_OPTION_ROWS; i++) {
    const struct option_row *row = &option_rows[i];

    if (strncmp (row->name, name, n) != 0)
      continue;
    if (row->name[n] == '\0')
      return row;
    if (found != NULL)
      return NULL;
    found = row;
  }
  return found;
}

struct option *
option_table_longs (void)
{
  struct option *longs = xcalloc (N_OPTION_ROWS + 1, sizeof *longs);

  for (size_t i = 0; i < N_OPTION_ROWS; i++) {
    const struct option_row *row = &option_rows[i];

    longs[i]
        = (struct option){ .name = row->name,
                           .has_arg = row->value == VALUE_NONE ? no_argument
                                      : row->optional ? optional_argument
                                                      : required_argument,
                           .val = row->sign };
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
    if (option_rows[i].sign <= UCHAR_MAX)
      text_add (&letters, "%c%s", option_rows[i].sign,
                option_rows[i].value != VALUE_NONE ? ":" : "");
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

  if (row->sign <= UCHAR_MAX)
    return xasprintf ("  -%c, --%s%s%s%s", row->sign, row->name, before, name,
                      after);
  return xasprintf ("      --%s%s%s%s", row->name, before, name, after);
}

static void
print_row (const struct option_row *row)
{
  char *lead = lead_of (row), *forms = NULL, *text;

  if (row->value == VALUE_DEVICES) {
    forms = selector_forms ();
    text = xasprintf ("%s; %s", row->help, forms);
  } else
    text = xstrdup (row->help);
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
option_table_print (void)
{
  for (size_t i = 0; i < N_OPTION_ROWS; i++)
    print_row (&option_rows[i]);
}
