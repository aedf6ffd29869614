/* SPDX-License-Identifier: BSD-3-Clause
 *
 * --profile: runs each case once under the profiler of its kind of device, in a
 * gkhost of its own with --in-process, and explains what the hardware counted:
 * libexec/profile.sh runs the profiler and explains its table.
 */
#include <config.h>

#include <inttypes.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/message.h"
#include "base/pool.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "command/commands.h"
#include "device/kinds.h"
#include "record/case-record.h"
#include "report/describe.h"
#include "run/tool.h"
#include "suite/suite.h"

/* More take long, and are hardly read. */
enum { MOST_CASES = 16 };

/* The state of a profile. */
struct profiling {
  const struct options *options;
  const struct profiler *profiler;
  char *program; /* path of the profiler */
  char *self;    /* path of this program */
  char *seed;    /* setting of the seed of random searches; NULL: not drawn */
  struct progress progress;
  size_t n_shown;
  bool failed;  /* one could not be profiled */
  bool refused; /* none can be */
};

struct choice_of_case {
  size_t number; /* of the chosen case, from 1; 0: all */
  size_t n;      /* cases so far */
};

static bool
is_chosen (void *arg, const struct case_ *c)
{
  struct choice_of_case *choice = arg;

  if (c->round > 0)
    return false;
  choice->n++;
  return choice->number == 0 || choice->n == choice->number;
}

bool
profile_select (struct cases *cases, size_t number)
{
  struct choice_of_case choice = { .number = number };

  cases_filter (cases, is_chosen, &choice);
  if (number <= choice.n)
    return true;
  message_print (
      "--profile=%zu: the last of the cases is number %zu; gkhost list -c "
      "has them in this order",
      number, choice.n);
  return false;
}

/* The profiler of the device that a case would run on; NULL: none. */
static const struct profiler *
profiler_of (const struct case_ *c)
{
  const struct device_kind *kind = tool_kind (c);

  return kind != NULL ? kind->profiler : NULL;
}

static char *
case_text (const struct case_ *c)
{
  struct pool pool = { 0 };
  char *text = describe_case (case_record_new (&pool, c));

  pool_free (&pool);
  return text;
}

/* The command line for one case.  number: --profile=N, among the selected. */
static struct tool_line
command_line (const struct profiling *p, const struct case_ *c,
              const char *number)
{
  const struct options *o = p->options;
  const char *const run[] = { c->mode.cache == CACHE_COLD ? "all" : "none",
                              p->self,
                              "-c",
                              o->suite,
                              "--in-process",
                              number,
                              "-o",
                              "-" };
  struct tool_line line = tool_line_begin ("profile.sh", p->program);

  tool_line_add (&line, run, sizeof run / sizeof run[0]);
  tool_line_options (&line, o);
  if (p->seed != NULL)
    tool_line_add (&line, (const char *[]){ "-s", p->seed }, 2);
  if (o->only != NULL)
    tool_line_add (&line, (const char *[]){ "--only", o->only }, 2);
  return line;
}

/* ---- What the script printed ---- */

/* Initialized to zero. */
struct profiler_output {
  struct pool pool;
  struct texts lines; /* the explanation; empty: there were no counters */
  const char *status, *reason; /* of the case record; NULL: there was none */
  const char *error;           /* first error of the profiler; NULL: none */
  const char *broken;          /* first row that is none; NULL: none */
  const char *last;            /* last line of anything else; NULL: none */
};

static void
read_record (struct profiler_output *p, const char *line)
{
  json_t *record = json_loads (line, 0, NULL);
  const char *type = json_string_value (json_object_get (record, "type"));
  const char *reason = json_string_value (json_object_get (record, "reason"));

  if (type != NULL && strcmp (type, "case") == 0) {
    p->status = pool_text (
        &p->pool, json_string_value (json_object_get (record, "status")));
    p->reason = pool_text (&p->pool, reason);
  }
  json_decref (record);
}

/* Reads a line of the script: a record, or a word and a text. */
static void
read_line (void *user, const char *line)
{
  struct profiler_output *p = user;
  const char *tab = strchr (line, '\t');
  const char *text = tab != NULL ? pool_text (&p->pool, tab + 1) : NULL;

  if (*line == '{')
    read_record (p, line);
  else if (text == NULL)
    p->last = pool_text (&p->pool, line);
  else if (*line == 'e')
    p->error = text;
  else if (*line == 'b')
    p->broken = text;
  else if (*line == 'l')
    p->last = text;
  else
    texts_add (&p->pool, &p->lines, text);
}

/* Prints "INDENT<tab>BEGINNING<tab>TEXT" wrapped. */
static void
print_explained (const char *line)
{
  const char *lead = line + strcspn (line, "\t");
  size_t n;
  char *begin;

  lead += *lead == '\t';
  n = strcspn (lead, "\t");
  begin = xstrndup (lead, n);
  wrap_print (stdout, begin, (size_t)atoi (line), lead + n + (lead[n] == '\t'));
  free (begin);
}

/* ---- One case ---- */

/* Why there are no counters, to be freed; NULL where there are. */
static char *
find_failure (struct profiling *p, const struct profiler_output *output,
              int status)
{
  const char *program = p->profiler->tool.program;

  p->refused = output->error != NULL
               && strstr (output->error, p->profiler->refusal) != NULL;
  if (p->refused)
    return xstrdup (p->profiler->remedy);
  if (output->status != NULL && strcmp (output->status, "ok") != 0)
    return xasprintf ("the case is %s: %s%s%s", output->status,
                      text_or_empty (output->reason),
                      output->error != NULL ? "; the profiler says: " : "",
                      text_or_empty (output->error));
  if (output->error != NULL && output->lines.n == 0)
    return xasprintf ("%s: %s", program, output->error);
  if (output->status == NULL || status != 0)
    return xasprintf ("%s did not run to its end: %s", program,
                      output->last != NULL ? output->last
                                           : "it printed nothing");
  if (output->broken != NULL)
    return xasprintf ("what %s printed is no table: %s", program,
                      output->broken);
  if (output->lines.n == 0)
    return xstrdup ("it launches no kernel: what the driver copies or fills "
                    "has no counters");
  return NULL;
}

static void
print_output (struct profiling *p, struct profiler_output *output, int status)
{
  char *wrong = find_failure (p, output, status);

  if (wrong != NULL) {
    wrap_print (stdout, "  no counters: ", 4, wrong);
    p->failed = true;
  } else
    for (size_t i = 0; i < output->lines.n; i++)
      print_explained (output->lines.text[i]);
  free (wrong);
}

/* False, after a message, when the profiler can't be started. */
static bool
profile_case (struct profiling *p, const struct case_ *c, size_t number)
{
  char *option = xasprintf ("--profile=%zu", number), *text = case_text (c);
  struct tool_line line = command_line (p, c, option);
  struct profiler_output output = { 0 };
  int status;
  bool started;

  progress_show (&p->progress, text);
  started = tool_run (line.item, read_line, &output, &status);
  progress_clear (&p->progress);
  if (started && interrupt_signal () == 0) {
    fputs (p->n_shown++ > 0 ? "\n" : "", stdout);
    print_line (stdout, "%s", text);
    print_output (p, &output, status);
    fflush (stdout);
    progress_step (&p->progress);
  }
  pool_free (&output.pool);
  tool_line_free (&line);
  free (text);
  free (option);
  return started;
}

static int
profile_each (struct profiling *p, const struct cases *cases, size_t n)
{
  size_t number = p->options->profile_number;

  interrupt_install ();
  progress_start (&p->progress, p->options->quiet ? 0 : n);
  for (size_t i = 0; i < cases->n && interrupt_signal () == 0 && !p->refused;
       i++)
    if (profiler_of (&cases->case_[i]) == p->profiler
        && !profile_case (p, &cases->case_[i], number > 0 ? number : i + 1))
      return EXIT_HOST;
  return output_end (p->failed ? EXIT_CASES : EXIT_PASSED);
}

/* Why a case is not profiled; to be freed. */
static char *
why_left_out (const struct case_ *c)
{
  int kind = device_kind_of (c->device, NULL);

  if (c->skip != NULL)
    return xstrdup (c->skip);
  return xasprintf ("no profiler is known for the %s; perf(1) counts on a CPU",
                    device_kind_at ((gk_device_kind)kind)->label);
}

/* Prints how many cases are not profiled, and why the first is not. */
static void
complain_of_left_out (const struct cases *cases)
{
  const struct case_ *first = NULL;
  size_t n = 0;
  char *text, *why;

  for (size_t i = 0; i < cases->n; i++)
    if (profiler_of (&cases->case_[i]) == NULL) {
      first = first != NULL ? first : &cases->case_[i];
      n++;
    }
  if (n == 0)
    return;
  text = case_text (first);
  why = why_left_out (first);
  message_print ("--profile: left out %zu of %zu cases; the first, %s: %s", n,
                 cases->n, text, why);
  free (text);
  free (why);
}

static bool
few_enough (size_t n)
{
  if (n == 0)
    message_print ("--profile: there is no case to profile");
  else if (n > MOST_CASES)
    message_print (
        "--profile: %zu cases are selected, and each runs by itself: choose "
        "at most %d with --only, -d or -s, or one with --profile=NUMBER",
        n, MOST_CASES);
  return n > 0 && n <= MOST_CASES;
}

int
profile_cases (const struct options *options, const struct cases *cases,
               int64_t drawn_seed)
{
  struct profiling p = { .options = options };
  int status = EXIT_USAGE;
  size_t n = 0;

  for (size_t i = 0; i < cases->n; i++) {
    const struct profiler *profiler = profiler_of (&cases->case_[i]);

    p.profiler = p.profiler != NULL ? p.profiler : profiler;
    n += profiler != NULL;
  }
  complain_of_left_out (cases);
  if (!few_enough (n))
    return EXIT_USAGE;
  if (drawn_seed != 0)
    p.seed = xasprintf (SUITE_DEFAULTS ".search_seed=%" PRId64, drawn_seed);
  p.program = tool_find (&p.profiler->tool, "--profile");
  if (p.program != NULL) {
    p.self = tool_self ();
    status = p.self != NULL ? profile_each (&p, cases, n) : EXIT_HOST;
  }
  free (p.program);
  free (p.self);
  free (p.seed);
  return status;
}
