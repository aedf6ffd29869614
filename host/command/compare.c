/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gkhost compare: compares two runs, or the two builds of a run with --compare.
 */
#include <config.h>

#include <stdio.h>

#include "base/message.h"
#include "command/commands.h"
#include "report/compare/comparison.h"
#include "record/runs.h"

/* Reads a file of one run.  False, after a message. */
static bool
read_run (struct runs *runs, const char *path)
{
  if (!runs_read (runs, path))
    return false;
  if (runs->n == 1)
    return true;
  message_print (
      "%s has %zu runs: give a file with one of them, such as the last: "
      "tail -n +%d",
      path, runs->n, runs->line[runs->n - 1]);
  runs_free (runs);
  return false;
}

static int
compare_runs (const struct options *options, const struct runs *old,
              const struct runs *new)
{
  struct comparison comparison = {
    .old = { .path = options->argument[0], .records = &old->run[0] },
    .new = { .path = options->argument[1], .records = &new->run[0] },
    .margin = options->margin_value,
  };
  int status;

  if (!comparison_make (&comparison, options->across))
    return EXIT_USAGE;
  options->changes->print_comparison (stdout, &comparison.changes);
  status = comparison_is_bad (&comparison) ? EXIT_CASES : EXIT_PASSED;
  comparison_free (&comparison);
  return output_end (status);
}

/* Repeats the comparison of a run with --compare. */
static int
compare_builds (const struct options *options, const struct runs *runs)
{
  const struct run_record *run = records_run (&runs->run[0]);

  if (run != NULL && run->sides.n == 2)
    return output_end (
        two_builds_compare (stdout, options, &runs->run[0], &run->sides));
  message_print (
      "%s is of no run with --compare: give the records of another run, "
      "to compare it with",
      options->argument[0]);
  return EXIT_USAGE;
}

int
command_compare (const struct options *options)
{
  struct runs old, new;
  int status = EXIT_USAGE;

  if (!read_run (&old, options->argument[0]))
    return EXIT_USAGE;
  if (options->n_arguments == 1)
    status = compare_builds (options, &old);
  else if (read_run (&new, options->argument[1])) {
    status = compare_runs (options, &old, &new);
    runs_free (&new);
  }
  runs_free (&old);
  return status;
}
