/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/message.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "base/names.h"
#include "base/xalloc.h"
#include "run/reaper.h"
#include "run/tool.h"

static char *
in_folder (const char *folder, size_t n, const char *name)
{
  char *path = xasprintf ("%.*s/%s", (int)n, folder, name);

  if (access (path, X_OK) == 0)
    return path;
  free (path);
  return NULL;
}

/* In PATH, and in the toolkit that the environment names. */
static char *
in_environment (const struct device_tool *tool)
{
  const char *path = getenv ("PATH"), *home = getenv (tool->home);
  char *program = NULL, *folders;

  folders = xasprintf ("%s:%s%s", text_or_empty (path), text_or_empty (home),
                       home != NULL ? "/bin" : "");
  for (size_t n, at = 0; program == NULL && folders[at] != '\0';
       at += n + (folders[at + n] == ':')) {
    n = strcspn (folders + at, ":");
    program = n > 0 ? in_folder (folders + at, n, tool->program) : NULL;
  }
  free (folders);
  return program;
}

/* Returns the program of the highest version among folders that match. */
static char *
in_matching (const char *pattern, const char *name)
{
  char *best = NULL, *program;
  glob_t found;

  if (glob (pattern, 0, NULL, &found) != 0)
    return NULL;
  for (size_t i = 0; i < found.gl_pathc; i++) {
    const char *folder = found.gl_pathv[i];

    program = in_folder (folder, strlen (folder), name);
    if (program == NULL
        || (best != NULL && version_compare (program, best) < 0))
      free (program);
    else {
      free (best);
      best = program;
    }
  }
  globfree (&found);
  return best;
}

char *
tool_find (const struct device_tool *tool, const char *option)
{
  char *program = in_environment (tool);
  struct text where = { 0 };

  for (const char *const *folder = tool->folders; *folder != NULL; folder++) {
    if (program == NULL)
      program = in_matching (*folder, tool->program);
    text_add (&where, "%s%s", folder == tool->folders ? "" : ", ", *folder);
  }
  if (program == NULL)
    message_print ("%s: %s is not in PATH, $%s/bin or %s; install %s", option,
                   tool->program, tool->home, text_or_empty (where.data),
                   tool->package);
  free (where.data);
  return program;
}

char *
tool_self (void)
{
  char *self = realpath ("/proc/self/exe", NULL);

  if (self == NULL)
    message_print ("/proc/self/exe: %s; mount /proc", strerror (errno));
  return self;
}

/* Becomes the reaper of a tool, of which nothing outlives this process or the
 * parent: SIGTERM and the parent's end kill all of it.  output: whose other end
 * the parent has. */
static void
run_reaped (const char *const *argv, int output)
{
  sigset_t awaited, none;
  pid_t tool;
  int status, signal_number;

  setpgid (0, 0);
  sigemptyset (&none);
  sigemptyset (&awaited);
  sigaddset (&awaited, SIGTERM);
  sigaddset (&awaited, SIGCHLD);
  sigprocmask (SIG_SETMASK, &awaited, NULL);
  signal (SIGTERM, SIG_DFL);
  signal (SIGCHLD, SIG_DFL);
  reaper_begin (true);
  reaper_end_with_parent (SIGTERM, output);
  tool = fork ();
  if (tool == 0) {
    const int null = open ("/dev/null", O_RDONLY);

    sigprocmask (SIG_SETMASK, &none, NULL);
    dup2 (null, STDIN_FILENO);
    dup2 (output, STDOUT_FILENO);
    dup2 (output, STDERR_FILENO);
    execv (argv[0], (char *const *)argv);
    message_print ("can't start %s: %s", argv[0], strerror (errno));
    _exit (EXIT_HOST);
  }
  close (output);
  if (tool < 0)
    _exit (EXIT_HOST);
  reaper_add (tool);
  while (!reaper_has_ended (tool))
    if (sigwait (&awaited, &signal_number) == 0 && signal_number == SIGTERM)
      kill (tool, SIGKILL);
  reaper_reap (tool, &status);
  if (WIFSIGNALED (status))
    kill (getpid (), SIGKILL);
  _exit (WEXITSTATUS (status));
}

/* Starts the tool under a reaper.  *output: its standard output and error. */
static bool
start_tool (const char *const *argv, pid_t *pid, int *output)
{
  int ends[2];

  if (pipe2 (ends, O_CLOEXEC) < 0) {
    message_print ("can't make a pipe for %s: %s", argv[0], strerror (errno));
    return false;
  }
  fflush (NULL);
  *pid = fork ();
  if (*pid == 0) {
    close (ends[0]);
    run_reaped (argv, ends[1]);
  }
  close (ends[1]);
  *output = ends[0];
  if (*pid > 0)
    return true;
  message_print ("can't start %s: %s", argv[0], strerror (errno));
  close (ends[0]);
  return false;
}

/* Ends the tool through its reaper.  Does not wait where a debugger holds
 * it. */
static void
end_at_once (pid_t pid)
{
  kill (pid, SIGTERM);
  for (int i = 0; i < 200 && waitpid (pid, NULL, WNOHANG) == 0; i++)
    clock_sleep (10e-3);
}

static void
read_lines (int output, void (*take) (void *user, const char *line), void *user)
{
  FILE *in = fdopen (output, "r");
  char *line = NULL;
  size_t room = 0;
  ssize_t n;

  while ((n = getline (&line, &room, in)) >= 0) {
    if (n > 0 && line[n - 1] == '\n')
      line[n - 1] = '\0';
    take (user, line);
  }
  free (line);
  fclose (in);
}

bool
tool_run (const char *const *argv, void (*take) (void *user, const char *line),
          void *user, int *status)
{
  int output, ended;
  pid_t pid;

  *status = -1;
  if (!start_tool (argv, &pid, &output))
    return false;
  read_lines (output, take, user);
  if (interrupt_signal () != 0 || waitpid (pid, &ended, 0) != pid)
    end_at_once (pid);
  else if (WIFEXITED (ended))
    *status = WEXITSTATUS (ended);
  return true;
}
