/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The commands, and what --help and --version print.  gkhost --help fits on a
 * screen; the help of a command has all options that it accepts.
 */
#include <config.h>

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include <gkhost/plugin.h>

#include "base/printable.h"
#include "command/options.h"
#include "record/run-record.h"

static const char help_begin[]
    = "usage: gkhost -c SUITE [OPTION]...\n"
      "       gkhost COMMAND [OPTION]... [ARGUMENT]...\n"
      "\n"
      "Times compute kernels, and verifies the results of the timed launches.\n"
      "\n";

static const char help_end[]
    = "\n"
      "gkhost COMMAND --help has the rest, gkhost run --help that of a suite's "
      "run.\n"
      "\n"
      "examples:\n"
      "  gkhost -c suite.ini -o run.jsonl\n"
      "  gkhost report run.jsonl --format html >run.html\n"
      "  gkhost compare old.jsonl new.jsonl\n"
      "  gkhost new transpose mine\n";

/* Exit status 3 is the same for all commands. */
#define STATUS_OF(what, input)                                                 \
  what "; 2 bad usage or " input "; 3 gkhost itself failed"
#define NOT_PASSED "was wrong, failed, crashed, timed out or is suspect"

static const struct command_row command_rows[] = {
  [COMMAND_RUN]
  = { .name = "run",
      .use = USE_RUN,
      .other_use = USE_DRY_RUN,
      .usage = "-c SUITE [OPTION]...",
      .help = "runs the cases of a suite, and prints a report of "
              "their times",
      .status = STATUS_OF ("0 every case passed, or was skipped for a stated "
                           "reason; 1 a case " NOT_PASSED ", a named device is "
                           "not there, a device is slow or wrong, the second "
                           "build is slower, or nothing ran "
                           "with --require-ran",
                           "suite, nothing was run") },
  [COMMAND_LIST]
  = { .name = "list",
      .use = USE_LIST,
      .other_use = USE_LIST_CASES,
      .usage = "list [FAMILY[/VARIANT] | keys | fields]\n"
               "list -c SUITE",
      .help = "the plugins, families and variants, with their options; with "
              "-c, the cases of a suite; with 'keys', the keys of every job; "
              "with 'fields', the fields of records",
      .most = 1 },
  [COMMAND_DEVICES] = { .name = "devices",
                        .use = USE_DEVICES,
                        .usage = "devices",
                        .help = "the devices that cases can run on" },
  [COMMAND_CHECK]
  = { .name = "check",
      .use = USE_CHECK,
      .usage = "check PLUGIN.so",
      .help = "is this plugin sound? runs all its variants on small problems; "
              "--format shows every case",
      .status = STATUS_OF ("0 it is sound on all that ran; 1 a case " NOT_PASSED
                           ", or nothing could run",
                           "plugin"),
      .least = 1,
      .most = 1,
      .lack = "a plugin: the path of its .so" },
  [COMMAND_NEW]
  = { .name = "new",
      .use = USE_NEW,
      .usage = "new FAMILY NAME [--lang LANGUAGE] [-p [+]DIR|FILE]\n"
               "new --family FAMILY [NAME] [--lang LANGUAGE]\n"
               "new --from-kernelbench PROBLEM.py NAME [SOLUTION.py]",
      .help = "writes the folder NAME with a plugin of your own; it has a "
              "variant of a known family, or a family; it builds, passes check "
              "and runs; of another's family, it is a skeleton",
      .least = 2,
      .most = 2,
      .lack = "a family and a name, transpose mine, or --family" },
  [COMMAND_REPORT]
  = { .name = "report",
      .use = USE_REPORT,
      .usage = "report RUN.jsonl...|- [--format FORMAT] [--against FILE]",
      .help = "prints the report of a run again, from its records; - is "
              "standard input; files of several hosts or ranks get one report, "
              "which names slow, wrong and missing devices",
      .status
      = STATUS_OF ("0 every case passed; 1 a case " NOT_PASSED
                   ", a device is slow or wrong, a rank is missing, or a "
                   "run has no end",
                   "records"),
      .least = 1,
      .most = INT_MAX,
      .lack = "the records of a run, which -o writes" },
  [COMMAND_COMPARE]
  = { .name = "compare",
      .use = USE_COMPARE,
      .usage = "compare OLD.jsonl NEW.jsonl [--margin MARGIN]",
      .help = "is it slower? compares two runs, by their rounds",
      .status = STATUS_OF ("0 nothing is slower; 1 a case is slower, or "
                           "missing in the new run, or a run has no end",
                           "records"),
      .least = 1,
      .most = 2,
      .lack = "the records of two runs, which -o writes" },
};

const struct command_row *
command_row_at (enum command command)
{
  return &command_rows[command];
}

void
print_help (void)
{
  fputs (help_begin, stdout);
  for (int i = COMMAND_LIST; i < COMMAND_DONE; i++)
    printf ("  %-8s %.*s\n", command_rows[i].name,
            (int)strcspn (command_rows[i].help, ";"), command_rows[i].help);
  putchar ('\n');
  option_table_print (~0u, true);
  fputs (help_end, stdout);
}

void
print_command_help (enum command command)
{
  const struct command_row *row = &command_rows[command];
  const char *lead = "usage:";

  for (const char *line = row->usage; *line != '\0'; lead = "") {
    const size_t n = strcspn (line, "\n");

    printf ("%-6s gkhost %.*s\n", lead, (int)n, line);
    line += n + (line[n] == '\n');
  }
  putchar ('\n');
  wrap_print (stdout, "", 0, row->help);
  putchar ('\n');
  option_table_print (row->use | row->other_use, false);
  if (row->status != NULL) {
    putchar ('\n');
    wrap_print (stdout, "Exit status: ", 0, row->status);
  }
}

static void
print_item (const char *what, const char *text)
{
  printf ("%-9s %s\n", what, text);
}

/* How this gkhost was built, for bug reports. */
void
print_version (void)
{
  puts ("gkhost " PACKAGE_VERSION);
  print_item ("commit",
              gkhost_build.commit != NULL ? gkhost_build.commit : "not known");
  print_item ("compiler", gkhost_build.compiler);
  print_item ("flags", gkhost_build.flags);
  print_item ("toolkit", GKHOST_TOOLKIT);
  print_item ("OpenMP", GKHOST_OPENMP);
#ifdef GKHOST_SANITIZED
  print_item ("checks", "ASan and UBSan: its times are meaningless");
#endif
  printf ("%-9s ABI %d, in %s\n", "plugins", GK_ABI, PLUGINDIR);
  printf ("%-9s format %d\n", "records", RECORD_FORMAT);
  print_item ("bugs", PACKAGE_BUGREPORT);
  print_item ("home", PACKAGE_URL);
}
