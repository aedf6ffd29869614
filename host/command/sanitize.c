/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gkhost check --sanitizer: runs each variant of a plugin under each tool of
 * its device's sanitizer, in a gkhost of its own with --in-process, and prints
 * what the tool found: libexec/sanitize.sh runs the tool and prints each
 * finding in a line.
 */
#include <config.h>

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/interrupt.h"
#include "base/printable.h"
#include "base/xalloc.h"
#include "command/commands.h"
#include "device/kinds.h"
#include "run/tool.h"

enum { INDENT = 8 };

/* The outcome of a tool, best first; that of a variant is its worst. */
enum sanitize_outcome {
  SANITIZE_SKIPPED,
  SANITIZE_CLEAN,
  SANITIZE_INCOMPLETE,
  SANITIZE_FOUND,
  N_SANITIZE_OUTCOMES
};

/* The state of a check. */
struct sanitizing {
  const struct options *options;
  const struct sanitizer *sanitizer;
  char *program; /* path of the sanitizer */
  char *self;    /* path of this program */
  struct progress progress;
  size_t n[N_SANITIZE_OUTCOMES]; /* variants by outcome */
};

/* Narrows the pattern of --only to one variant; to be freed. */
static char *
narrow_pattern (const char *only, const char *variant)
{
  const char *slash = only != NULL ? strrchr (only, '/') : NULL;

  if (slash != NULL)
    return xasprintf ("%.*s/%s", (int)(slash - only), only, variant);
  if (only != NULL && fnmatch (only, variant, 0) != 0)
    return xasprintf ("%s/%s", only, variant);
  return xasprintf ("*/%s", variant);
}

/* The command line of one tool on one variant. */
static struct tool_line
command_line (const struct sanitizing *s, const char *tool, const char *only)
{
  const char *const check[] = { tool,          s->self,        "check",
                                "--sanitizer", "--in-process", "--only",
                                only };
  struct tool_line line = tool_line_begin ("sanitize.sh", s->program);

  tool_line_add (&line, check, sizeof check / sizeof check[0]);
  tool_line_options (&line, s->options);
  tool_line_add (&line, (const char *[]){ "--", s->options->argument[0] }, 2);
  return line;
}

/* Prints a line of the script.  user: the tool's name. */
static void
print_found (void *user, const char *line)
{
  char *lead = xasprintf ("  %s: ", (const char *)user);

  if (interrupt_signal () == 0)
    wrap_print (stdout, lead, INDENT, line);
  free (lead);
}

/* By the exit status of the script. */
static enum sanitize_outcome
outcome_of (int status)
{
  static const enum sanitize_outcome outcomes[] = {
    SANITIZE_CLEAN,
    SANITIZE_FOUND,
    SANITIZE_INCOMPLETE,
    SANITIZE_SKIPPED,
  };

  return status >= 0 && status < N_SANITIZE_OUTCOMES ? outcomes[status]
                                                     : SANITIZE_INCOMPLETE;
}

/* Runs one tool on one variant.  False, after a message, when it can't be
 * started. */
static bool
run_tool (struct sanitizing *s, const char *tool, const char *variant,
          enum sanitize_outcome *end)
{
  char *only = narrow_pattern (s->options->only, variant);
  struct tool_line line = command_line (s, tool, only);
  char *what = xasprintf ("%s %s", tool, variant);
  int status;
  bool started;

  fflush (stdout);
  progress_show (&s->progress, what);
  started = tool_run (line.item, print_found, (void *)tool, &status);
  *end = outcome_of (status);
  tool_line_free (&line);
  free (what);
  free (only);
  return started;
}

static bool
run_variant (struct sanitizing *s, const char *variant)
{
  enum sanitize_outcome worst = SANITIZE_SKIPPED;

  print_line (stdout, "%s:", variant);
  for (size_t i = 0; s->sanitizer->tools[i] != NULL; i++) {
    enum sanitize_outcome end;
    bool started = run_tool (s, s->sanitizer->tools[i], variant, &end);

    if (!started || interrupt_signal () != 0)
      return started;
    progress_step (&s->progress);
    worst = end > worst ? end : worst;
  }
  if (worst == SANITIZE_CLEAN)
    puts ("  nothing was found");
  s->n[worst]++;
  return true;
}

/* The sanitizer of the device that a case would run on; NULL: none. */
static const struct sanitizer *
sanitizer_of (const struct case_ *c)
{
  const struct device_kind *kind = tool_kind (c);

  return kind != NULL ? kind->sanitizer : NULL;
}

/* Whether an earlier case is of a variant of that name. */
static bool
is_repeated (const struct cases *cases, size_t i)
{
  for (size_t j = 0; j < i; j++)
    if (sanitizer_of (&cases->case_[j]) != NULL
        && strcmp (cases->case_[j].variant->name, cases->case_[i].variant->name)
               == 0)
      return true;
  return false;
}

static int
print_verdict (const struct sanitizing *s)
{
  const char *path = s->options->argument[0];

  if (s->n[SANITIZE_FOUND] > 0)
    print_line (stdout, "%s: not sound", path);
  else if (interrupt_signal () != 0)
    print_line (stdout, "%s: not checked to the end: interrupted", path);
  else if (s->n[SANITIZE_INCOMPLETE] > 0)
    print_line (stdout, "%s: not checked to the end", path);
  else if (s->n[SANITIZE_CLEAN] == 0) {
    print_line (stdout, "%s: " NOTHING_RAN, path);
    return EXIT_SKIPPED;
  } else {
    print_line (stdout, "%s: %s found nothing", path,
                s->sanitizer->tool.program);
    return EXIT_PASSED;
  }
  return EXIT_CASES;
}

/* Runs each variant once. */
static int
run_variants (struct sanitizing *s, const struct cases *cases)
{
  size_t n = 0, n_tools = 0;

  while (s->sanitizer->tools[n_tools] != NULL)
    n_tools++;
  for (size_t i = 0; i < cases->n; i++)
    n += sanitizer_of (&cases->case_[i]) != NULL && !is_repeated (cases, i);
  interrupt_install ();
  progress_start (&s->progress, s->options->quiet ? 0 : n * n_tools);
  for (size_t i = 0; i < cases->n && interrupt_signal () == 0; i++)
    if (sanitizer_of (&cases->case_[i]) != NULL && !is_repeated (cases, i)
        && !run_variant (s, cases->case_[i].variant->name))
      return EXIT_HOST;
  progress_clear (&s->progress);
  return output_end (print_verdict (s));
}

int
sanitize_cases (const struct options *options, const struct cases *cases)
{
  struct sanitizing s = { .options = options };
  int status = EXIT_USAGE;

  for (size_t i = 0; i < cases->n && s.sanitizer == NULL; i++)
    s.sanitizer = sanitizer_of (&cases->case_[i]);
  if (s.sanitizer == NULL) {
    message_print (
        "%s: not checked: none of its variants runs on a device here that has "
        "a sanitizer",
        options->argument[0]);
    return EXIT_SKIPPED;
  }
  s.program = tool_find (&s.sanitizer->tool, "--sanitizer");
  if (s.program != NULL) {
    s.self = tool_self ();
    status = s.self != NULL ? run_variants (&s, cases) : EXIT_HOST;
  }
  free (s.program);
  free (s.self);
  return status;
}
