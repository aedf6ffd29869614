/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where there is no memory for its own structures the host ends with a message
 * and its own exit status.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/message.h"
#include "base/xalloc.h"
#include "tests/unit/unit.h"

/* More than there is, and than the compiler can tell. */
static volatile size_t too_many = (size_t)PTRDIFF_MAX + 1;

static void
much (void)
{
  free (xmalloc (too_many));
}

static void
much_cleared (void)
{
  free (xcalloc (too_many, 1));
}

static void
grown (void)
{
  /* Grows where there is a power of two. */
  free (xgrow (NULL, SIZE_MAX / 64 + 1, 16));
}

static void
expect_end (void (*allocate) (void))
{
  char said[100] = "";
  int end[2], status;
  pid_t pid;

  assert_int_equal (pipe (end), 0);
  pid = fork ();
  assert_true (pid >= 0);
  if (pid == 0) {
    dup2 (end[1], STDERR_FILENO);
    allocate ();
    _exit (0);
  }
  close (end[1]);
  assert_int_equal (waitpid (pid, &status, 0), pid);
  assert_true (WIFEXITED (status));
  assert_int_equal (WEXITSTATUS (status), EXIT_HOST);
  assert_true (read (end[0], said, sizeof said - 1) > 0);
  assert_non_null (strstr (said, "out of memory"));
  close (end[0]);
}

TEST (ends_the_program)
{
#ifdef GKHOST_SANITIZED
  skip (); /* the sanitizer ends the program first */
#endif
  expect_end (much);
  expect_end (much_cleared);
  expect_end (grown);
}
