/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The progress line on a terminal, and the line a minute elsewhere.
 */
#include <config.h>

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/message.h"
#include "tests/unit/unit.h"

/* Runs three cases with standard error going to fd.  The clock is set rather
 * than waited for: at the third, two of twelve took so many seconds. */
static void
run (int fd, double seconds)
{
  struct progress progress;
  int kept = dup (STDERR_FILENO);

  dup2 (fd, STDERR_FILENO);
  progress_start (&progress, 12);
  progress_show (&progress, "job/first cuda:0");
  progress_step (&progress);
  progress_show (&progress, "job/second\x1b cuda:0");
  progress_step (&progress);
  progress.start -= seconds;
  progress.line -= seconds;
  progress_show (&progress, "job/third cuda:0");
  progress_clear (&progress);
  dup2 (kept, STDERR_FILENO);
  close (kept);
}

TEST (a_pipe_gets_a_line_a_minute)
{
  char got[1024] = "";
  int end[2];

  setenv ("TERM", "xterm", 1);
  assert_int_equal (pipe (end), 0);
  run (end[1], 6);
  run (end[1], 72.2);
  close (end[1]);
  assert_true (read (end[0], got, sizeof got - 1) > 0);
  assert_memory_equal (got, "gkhost: 2 of 12 cases, 6:0", 26);
  assert_ptr_equal (strchr (got, '\n'), got + strlen (got) - 1);
  close (end[0]);
}

/* What a terminal of that kind and width is sent, into got. */
static void
run_on_terminal (const char *term, unsigned short columns, double seconds,
                 char *got, size_t room)
{
  struct winsize size = { .ws_row = 24, .ws_col = columns };
  int master = posix_openpt (O_RDWR | O_NOCTTY), terminal;
  size_t all = 0;
  ssize_t n;

  if (master < 0 || grantpt (master) < 0 || unlockpt (master) < 0)
    skip ();
  terminal = open (ptsname (master), O_RDWR | O_NOCTTY);
  if (terminal < 0)
    skip ();
  ioctl (terminal, TIOCSWINSZ, &size);
  setenv ("TERM", term, 1);
  run (terminal, seconds);
  fcntl (master, F_SETFL, O_NONBLOCK);
  /* One read gives what one write sent. */
  while ((n = read (master, got + all, room - 1 - all)) > 0)
    all += (size_t)n;
  got[all] = '\0';
  close (terminal);
  close (master);
}

TEST (a_terminal_gets_the_line)
{
  char got[1024];

  run_on_terminal ("xterm", 100, 6, got, sizeof got);
  assert_memory_equal (got, "\r[ 1/12] job/first cuda:0", 25);
  assert_non_null (strstr (got, "\r[ 2/12] job/second\\u001b cuda:0"));
  assert_non_null (strstr (got, "\r[ 3/12] job/third cuda:0, 0:3"));
  /* Cleared: blanks, and back to where the line began. */
  assert_int_equal (got[strlen (got) - 1], '\r');
  assert_int_equal (got[strlen (got) - 2], ' ');
}

TEST (a_long_run_is_told_in_hours)
{
  char got[1024];
  const char *third;

  run_on_terminal ("xterm", 100, 1800, got, sizeof got);
  assert_non_null (strstr (got, "job/third cuda:0, 2:30:0"));
  /* Nobody waits so long: not told. */
  run_on_terminal ("xterm", 100, 1e8, got, sizeof got);
  third = strstr (got, "job/third cuda:0");
  assert_non_null (third);
  assert_null (strstr (third, "left"));
}

TEST (a_terminal_of_no_width_has_80_columns)
{
  char got[1024];

  run_on_terminal ("xterm", 0, 6, got, sizeof got);
  assert_non_null (strstr (got, "\r[ 3/12] job/third cuda:0, 0:3"));
}

TEST (the_line_is_cut_to_the_width)
{
  char got[1024];

  run_on_terminal ("xterm", 20, 6, got, sizeof got);
  for (const char *line = got; *line != '\0';) {
    size_t n = strcspn (line, "\r");

    assert_true (n < 20);
    line += n + (line[n] == '\r');
  }
}

TEST (a_dumb_terminal_gets_nothing)
{
  char got[1024];

  run_on_terminal ("dumb", 80, 6, got, sizeof got);
  assert_string_equal (got, "");
}
