/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gkhost check --sanitizer: runs each variant of a plugin under each tool of
 * its device's sanitizer, in a gkhost of its own with --in-process, and prints
 * what the tool found (sanitizer-output.h).
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
#include "command/sanitizer-output.h"
#include "command/tool-line.h"
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
  const char *const check[]
      = { "--tool",      tool,           s->self,  "check",
          "--sanitizer", "--in-process", "--only", only };
  struct tool_line line = tool_line_begin (s->self, s->program);

  tool_line_add (&line, check, sizeof check / sizeof check[0]);
  tool_line_options (&line, s->options);
  tool_line_add (&line, (const char *[]){ "--", s->options->argument[0] }, 2);
  return line;
}

static void
read_line (void *user, const char *line)
{
  sanitizer_output_read (user, line);
}

static void
print_found (const char *tool, const char *text)
{
  char *lead = xasprintf ("  %s: ", tool);

  wrap_print (stdout, lead, INDENT, text);
  free (lead);
}

/* The last line that gkhost printed is its verdict, or why there is none. */
static enum sanitize_outcome
find_outcome (const struct sanitizer_output *findings, int status)
{
  if (findings->n > 0)
    return SANITIZE_FOUND;
  if (findings->last != NULL && strstr (findings->last, NOTHING_RAN) != NULL)
    return SANITIZE_SKIPPED;
  if (!findings->summed_up)
    return SANITIZE_INCOMPLETE;
  return status == EXIT_PASSED  ? SANITIZE_CLEAN
         : status == EXIT_CASES ? SANITIZE_FOUND
                                : SANITIZE_INCOMPLETE;
}

static enum sanitize_outcome
print_outcome (const char *tool, const struct sanitizer_output *findings,
               int status)
{
  const char *last
      = findings->last != NULL ? findings->last : "it printed nothing";
  enum sanitize_outcome end = find_outcome (findings, status);
  char *text = NULL;

  for (size_t i = 0; i < findings->n; i++) {
    text = sanitizer_finding_text (&findings->item[i]);
    print_found (tool, text);
    free (text);
  }
  if (findings->n > 0 || end == SANITIZE_CLEAN)
    return end;
  text = xasprintf ("%s%s",
                    end == SANITIZE_FOUND
                        ? "cases did not pass; a check without "
                          "--sanitizer shows why: "
                    : end == SANITIZE_INCOMPLETE ? "did not run to its end: "
                                                 : "",
                    last);
  print_found (tool, text);
  free (text);
  return end;
}

/* Runs one tool on one variant.  False, after a message, when it can't be
 * started. */
static bool
run_tool (struct sanitizing *s, const char *tool, const char *variant,
          enum sanitize_outcome *end)
{
  struct sanitizer_output findings = { 0 };
  char *only = narrow_pattern (s->options->only, variant);
  struct tool_line line = command_line (s, tool, only);
  int status;
  bool started = tool_run (line.item, read_line, &findings, &status);

  if (started) {
    sanitizer_output_end (&findings);
    progress_clear (&s->progress);
    if (interrupt_signal () == 0)
      *end = print_outcome (tool, &findings, status);
  }
  tool_line_free (&line);
  free (only);
  sanitizer_output_free (&findings);
  return started;
}

static bool
run_variant (struct sanitizing *s, const char *variant)
{
  enum sanitize_outcome worst = SANITIZE_SKIPPED;

  print_line (stdout, "%s:", variant);
  for (size_t i = 0; s->sanitizer->tools[i] != NULL; i++) {
    const char *tool = s->sanitizer->tools[i];
    char *what = xasprintf ("%s %s", tool, variant);
    enum sanitize_outcome end = SANITIZE_SKIPPED;
    bool started;

    fflush (stdout);
    progress_show (&s->progress, what);
    free (what);
    started = run_tool (s, tool, variant, &end);
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
  int kind = device_kind_of (c->device, NULL);

  return c->skip == NULL && kind >= 0
             ? device_kind_at ((gk_device_kind)kind)->sanitizer
             : NULL;
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
  else if (s->n[SANITIZE_CLEAN] == 0)
    print_line (stdout, "%s: " NOTHING_RAN, path);
  else {
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
  progress_start (&s->progress, n * n_tools);
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
    return EXIT_CASES;
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
