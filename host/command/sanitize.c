/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/complain.h"
#include "base/interrupt.h"
#include "base/printable.h"
#include "base/wrap.h"
#include "base/xalloc.h"
#include "command/commands.h"
#include "command/findings.h"
#include "command/progress.h"
#include "command/sanitize.h"
#include "device/kinds.h"
#include "process/keeper.h"

extern char **environ;

enum { INDENT = 8 };

/* How a variant fares, the better first. */
enum end { END_SKIPPED, END_CLEAN, END_CUT, END_FOUND, N_ENDS };

/* A check on its way. */
struct sanitizing {
  const struct options *options;
  const struct sanitizer *sanitizer;
  char *program; /* the sanitizer's */
  char *self;    /* this one's */
  struct progress progress;
  size_t n[N_ENDS]; /* variants by how they ended */
};

static char *
in_folder (const char *folder, size_t n, const char *name)
{
  char *path = xasprintf ("%.*s/%s", (int)n, folder, name);

  if (access (path, X_OK) == 0)
    return path;
  free (path);
  return NULL;
}

/* In PATH, in the toolkit that the environment names, or where toolkits are. */
static char *
find_program (const struct sanitizer *sanitizer)
{
  const char *path = getenv ("PATH"), *home = getenv (sanitizer->home);
  char *program = NULL, *bin;

  for (size_t n; path != NULL && program == NULL; path += n + 1) {
    n = strcspn (path, ":");
    program = n > 0 ? in_folder (path, n, sanitizer->program) : NULL;
    if (path[n] == '\0')
      break;
  }
  if (program == NULL && home != NULL) {
    bin = xasprintf ("%s/bin", home);
    program = in_folder (bin, strlen (bin), sanitizer->program);
    free (bin);
  }
  if (program == NULL)
    program = in_folder (sanitizer->folder, strlen (sanitizer->folder),
                         sanitizer->program);
  if (program == NULL)
    complain ("--sanitizer: %s is not in PATH, $%s/bin or %s; install the "
              "toolkit that it comes with",
              sanitizer->program, sanitizer->home, sanitizer->folder);
  return program;
}

/* This program's file, which a link in /proc names. */
static char *
find_self (void)
{
  char *self = realpath ("/proc/self/exe", NULL);

  if (self == NULL)
    complain ("/proc/self/exe: %s; mount /proc", strerror (errno));
  return self;
}

/* The pattern of --only, down to one variant. */
static char *
narrowed (const char *only, const char *variant)
{
  const char *slash = only != NULL ? strrchr (only, '/') : NULL;

  if (slash != NULL)
    return xasprintf ("%.*s/%s", (int)(slash - only), only, variant);
  if (only != NULL && fnmatch (only, variant, 0) != 0)
    return xasprintf ("%s/%s", only, variant);
  return xasprintf ("*/%s", variant);
}

/* The command line of one tool on one variant; ends with NULL.  The texts are
 * those of others, the array is to be freed. */
static const char **
command_line (const struct sanitizing *s, const char *tool, const char *only)
{
  const struct options *o = s->options;
  const char *const head[]
      = { s->self, KEEPER_OPTION, s->program,     "--tool", tool, s->self,
          "check", "--sanitizer", "--in-process", "--only", only };
  enum { N_HEAD = sizeof head / sizeof head[0] };
  const char **argv
      = xcalloc (N_HEAD + 2 * (o->n_plugins + o->n_sets) + 5, sizeof *argv);
  size_t n = N_HEAD;

  memcpy (argv, head, sizeof head);
  for (size_t i = 0; i < o->n_plugins; i++) {
    argv[n++] = "-p";
    argv[n++] = o->plugin[i];
  }
  for (size_t i = 0; i < o->n_sets; i++) {
    argv[n++] = "-s";
    argv[n++] = o->set[i];
  }
  if (o->device != NULL) {
    argv[n++] = "-d";
    argv[n++] = o->device;
  }
  argv[n++] = "--";
  argv[n] = o->argument[0];
  return argv;
}

/* Starts it, with a process group of its own; what it prints comes out of
 * *output. */
static bool
start (const char **argv, pid_t *pid, int *output)
{
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  int ends[2], error;

  if (pipe2 (ends, O_CLOEXEC) < 0) {
    complain ("can't make a pipe for %s: %s", argv[0], strerror (errno));
    return false;
  }
  posix_spawnattr_init (&attributes);
  posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawn_file_actions_init (&files);
  posix_spawn_file_actions_addopen (&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2 (&files, ends[1], 1);
  posix_spawn_file_actions_adddup2 (&files, ends[1], 2);
  error = posix_spawn (pid, argv[0], &files, &attributes, (char *const *)argv,
                       environ);
  posix_spawn_file_actions_destroy (&files);
  posix_spawnattr_destroy (&attributes);
  close (ends[1]);
  *output = ends[0];
  if (error == 0)
    return true;
  complain ("can't start %s: %s", argv[0], strerror (error));
  close (ends[0]);
  return false;
}

/* Ends what was interrupted, through its keeper; it is not waited for where a
 * debugger holds it. */
static void
end_at_once (pid_t pid)
{
  const struct timespec pause = { .tv_nsec = 10000000 };

  kill (pid, SIGTERM);
  for (int i = 0; i < 200 && waitpid (pid, NULL, WNOHANG) == 0; i++)
    nanosleep (&pause, NULL);
}

/* Reads all that it prints; its exit status, or -1 when it has none. */
static int
finish (pid_t pid, int output, struct findings *findings)
{
  FILE *in = fdopen (output, "r");
  char *line = NULL;
  size_t room = 0;
  ssize_t n;
  int status;

  while ((n = getline (&line, &room, in)) >= 0) {
    if (n > 0 && line[n - 1] == '\n')
      line[n - 1] = '\0';
    findings_read (findings, line);
  }
  findings_end (findings);
  free (line);
  fclose (in);
  if (interrupt_signal () == 0 && waitpid (pid, &status, 0) == pid)
    return WIFEXITED (status) ? WEXITSTATUS (status) : -1;
  end_at_once (pid);
  return -1;
}

static void
print_found (const char *tool, const char *text)
{
  char *lead = xasprintf ("  %s: ", tool);

  wrap_print (stdout, lead, INDENT, text);
  free (lead);
}

/* The last line of what gkhost printed is its verdict, or why there is none. */
static enum end
judge (const struct findings *findings, int status)
{
  if (findings->n > 0)
    return END_FOUND;
  if (findings->last != NULL && strstr (findings->last, NOTHING_RAN) != NULL)
    return END_SKIPPED;
  if (!findings->summed_up)
    return END_CUT;
  return status == EXIT_PASSED  ? END_CLEAN
         : status == EXIT_CASES ? END_FOUND
                                : END_CUT;
}

static enum end
print_findings (const char *tool, const struct findings *findings, int status)
{
  const char *last
      = findings->last != NULL ? findings->last : "it says nothing";
  enum end end = judge (findings, status);
  char *text = NULL;

  for (size_t i = 0; i < findings->n; i++) {
    text = finding_text (&findings->item[i]);
    print_found (tool, text);
    free (text);
  }
  if (findings->n > 0 || end == END_CLEAN)
    return end;
  text = xasprintf ("%s%s",
                    end == END_FOUND ? "cases did not pass; a check without "
                                       "--sanitizer says why: "
                    : end == END_CUT ? "did not run to its end: "
                                     : "",
                    last);
  print_found (tool, text);
  free (text);
  return end;
}

/* One tool on one variant; false when it can't be started. */
static bool
run_tool (struct sanitizing *s, const char *tool, const char *variant,
          enum end *end)
{
  struct findings findings = { 0 };
  char *only = narrowed (s->options->only, variant);
  const char **argv = command_line (s, tool, only);
  int output, status;
  pid_t pid;
  bool started = start (argv, &pid, &output);

  if (started) {
    status = finish (pid, output, &findings);
    progress_clear (&s->progress);
    if (interrupt_signal () == 0)
      *end = print_findings (tool, &findings, status);
  }
  free (argv);
  free (only);
  findings_free (&findings);
  return started;
}

static bool
run_variant (struct sanitizing *s, const char *variant)
{
  enum end worst = END_SKIPPED;

  print_line (stdout, "%s:", variant);
  for (size_t i = 0; s->sanitizer->tools[i] != NULL; i++) {
    const char *tool = s->sanitizer->tools[i];
    char *what = xasprintf ("%s %s", tool, variant);
    enum end end = END_SKIPPED;
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
  if (worst == END_CLEAN)
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
seen (const struct cases *cases, size_t i)
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

  if (s->n[END_FOUND] > 0)
    print_line (stdout, "%s: not sound", path);
  else if (interrupt_signal () != 0)
    print_line (stdout, "%s: not checked to the end: interrupted", path);
  else if (s->n[END_CUT] > 0)
    print_line (stdout, "%s: not checked to the end", path);
  else if (s->n[END_CLEAN] == 0)
    print_line (stdout, "%s: " NOTHING_RAN, path);
  else {
    print_line (stdout, "%s: %s found nothing", path, s->sanitizer->program);
    return EXIT_PASSED;
  }
  return EXIT_CASES;
}

/* Each variant once. */
static int
run_variants (struct sanitizing *s, const struct cases *cases)
{
  size_t n = 0, n_tools = 0;

  while (s->sanitizer->tools[n_tools] != NULL)
    n_tools++;
  for (size_t i = 0; i < cases->n; i++)
    n += sanitizer_of (&cases->case_[i]) != NULL && !seen (cases, i);
  interrupt_watch ();
  progress_start (&s->progress, n * n_tools);
  for (size_t i = 0; i < cases->n && interrupt_signal () == 0; i++)
    if (sanitizer_of (&cases->case_[i]) != NULL && !seen (cases, i)
        && !run_variant (s, cases->case_[i].variant->name))
      return EXIT_HOST;
  progress_clear (&s->progress);
  return output_end (print_verdict (s));
}

int
sanitize (const struct options *options, const struct cases *cases)
{
  struct sanitizing s = { .options = options };
  int status = EXIT_USAGE;

  for (size_t i = 0; i < cases->n && s.sanitizer == NULL; i++)
    s.sanitizer = sanitizer_of (&cases->case_[i]);
  if (s.sanitizer == NULL) {
    complain ("%s: not checked: nothing of it runs on a device here that has "
              "a sanitizer",
              options->argument[0]);
    return EXIT_CASES;
  }
  s.program = find_program (s.sanitizer);
  if (s.program != NULL) {
    s.self = find_self ();
    status = s.self != NULL ? run_variants (&s, cases) : EXIT_HOST;
  }
  free (s.program);
  free (s.self);
  return status;
}
