/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gkhost -c SUITE: makes a plan, then lists, profiles or runs its cases.  With
 * --compare the plan has each case for two builds of one plugin, which
 * alternate; at the end the two are compared.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/xalloc.h"
#include "command/commands.h"
#include "plan/cases.h"
#include "report/compare/comparison.h"

/* The rounds of --compare, unless the suite sets another number. */
enum { ROUNDS = 10 };

struct two_builds {
  char *label[2], *path[2]; /* names and files */
  struct catalog other;     /* with the second build */
};

/* Parses "A=old.so". */
static bool
parse_build (struct two_builds *b, int i, const char *text)
{
  const char *sign = strchr (text, '=');

  if (sign == NULL || sign == text || sign[1] == '\0')
    return false;
  b->label[i] = xstrndup (text, (size_t)(sign - text));
  b->path[i] = realpath (sign + 1, NULL);
  if (b->path[i] == NULL)
    b->path[i] = xstrdup (sign + 1);
  return true;
}

/* Parses "A=old.so B=new.so".  False, after a message. */
static bool
parse_builds (struct two_builds *b, const char *text)
{
  const char *end = text + strcspn (text, " \t");
  char *first = xstrndup (text, (size_t)(end - text));
  bool good = parse_build (b, 0, first)
              && parse_build (b, 1, end + strspn (end, " \t"))
              && strcmp (b->label[0], b->label[1]) != 0;

  free (first);
  if (!good)
    message_print (
        "--compare '%s': give two builds of a plugin, each with a name, as "
        "in --compare 'old=old/copy.so new=new/copy.so'",
        text);
  return good;
}

/* The plugin of a file; NULL, after a message. */
static const struct plugin_desc *
plugin_at (const struct catalog *catalog, const char *path)
{
  for (size_t i = 0; i < catalog->n_plugins; i++)
    if (strcmp (catalog->plugin[i]->path, path) == 0)
      return catalog->plugin[i];
  message_print ("--compare: %s can't be used: see above", path);
  return NULL;
}

static void
start_job (void *user, const struct section *section, struct job *job)
{
  (void)user;
  (void)section;
  job->settings.rounds = ROUNDS;
}

static bool
plan_builds (struct two_builds *b, struct plan *plan)
{
  const struct plugin_desc *first = plugin_at (&plan->catalog, b->path[0]);
  const struct plugin_desc *second = plugin_at (&b->other, b->path[1]);
  const struct build old = { b->label[0], first, &plan->catalog };
  const struct build new = { b->label[1], second, &b->other };

  if (first == NULL || second == NULL)
    return false;
  if (strcmp (first->name, second->name) != 0) {
    message_print (
        "--compare: %s is plugin %s and %s is plugin %s: give two builds "
        "of one",
        b->path[0], first->name, b->path[1], second->name);
    return false;
  }
  plan->other = second;
  plan->build_labels[0] = b->label[0];
  plan->build_labels[1] = b->label[1];
  return builds_pair_cases (&plan->cases, &old, &new);
}

/* As plan_make, with the cases of both builds. */
static bool
two_builds_plan (struct two_builds *b, struct plan *plan,
                 const struct options *options, struct supervisor *supervisor)
{
  *b = (struct two_builds){ 0 };
  *plan = (struct plan){ 0 };
  return parse_builds (b, options->compare)
         && suite_read (&plan->suite, options->suite)
         && plan_find_plugins (plan, &plan->catalog, options, b->path[0])
         && plan_find_plugins (plan, &b->other, options, b->path[1])
         && plan_make_of_suite (plan, options,
                                (struct job_presets){ .start = start_job },
                                supervisor)
         && plan_builds (b, plan);
}

static void
two_builds_free (struct two_builds *b)
{
  for (int i = 0; i < 2; i++) {
    free (b->label[i]);
    free (b->path[i]);
  }
  catalog_close (&b->other);
}

int
two_builds_compare (FILE *out, const struct options *options,
                    const struct records *records, const struct texts *sides)
{
  struct comparison comparison = {
    .old = { sides->text[0], records, sides->text[0], { 0 } },
    .new = { sides->text[1], records, sides->text[1], { 0 } },
    .margin = options->margin_value,
    .allow_missing = options->allow_missing,
  };
  int status;

  if (!comparison_make (&comparison, true))
    return EXIT_CASES;
  options->changes->print_comparison (out, &comparison.changes);
  status = comparison_is_bad (&comparison) ? EXIT_CASES : EXIT_PASSED;
  comparison_free (&comparison);
  return status;
}

/* A failed run keeps its status. */
static int
two_builds_verdict (FILE *out, const struct options *options,
                    const struct plan *plan, const struct records *records,
                    int status)
{
  int found = two_builds_compare (out, options, records,
                                  &records_run (records)->sides);

  (void)plan;
  return status == EXIT_PASSED ? found : status;
}

/* False, after a message. */
static bool
make_plan (struct plan *plan, struct two_builds *builds,
           const struct options *options, struct supervisor *supervisor)
{
  return options->compare != NULL
             ? two_builds_plan (builds, plan, options, supervisor)
             : plan_make (plan, options, supervisor)
                   && (!options->profile
                       || profile_select (&plan->cases,
                                          options->profile_number));
}

int
command_run (const struct options *options)
{
  const struct closing of_run
      = { .report = report_table, .verdict = assess_run_at_end };
  const struct closing of_builds = { .verdict = two_builds_verdict };
  struct supervisor *supervisor = supervisor_new (options->local);
  struct two_builds builds = { 0 };
  struct plan plan;
  int status = EXIT_USAGE;

  if (make_plan (&plan, &builds, options, supervisor)) {
    if (options->profile && !options->in_process)
      status = profile_cases (options, &plan.cases, plan.drawn_seed);
    else if (options->dry_run) {
      if (options->format != NULL)
        print_cases_jsonl (stdout, &plan.cases);
      else
        print_cases (stdout, &plan.cases);
      status = output_end (EXIT_PASSED);
    } else
      status = run_and_report (&plan, options, supervisor,
                               options->compare != NULL ? &of_builds : &of_run);
  }
  supervisor_free (supervisor);
  plan_free (&plan);
  two_builds_free (&builds);
  return status;
}
