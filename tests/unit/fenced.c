/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CPU's memory: aligned, cleared, and between fences on which one crashes.
 */
#include <config.h>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "device/cpu/cpu.h"
#include "tests/unit/unit.h"

/* The signal that ends a process which writes there; 0: none does. */
static int
signal_of_write (char *address)
{
  int status;
  pid_t pid = fork ();

  assert_true (pid >= 0);
  if (pid == 0) {
    /* A sanitizer's handler would end the process otherwise. */
    signal (SIGSEGV, SIG_DFL);
    *(volatile char *)address = 1;
    _exit (0);
  }
  assert_int_equal (waitpid (pid, &status, 0), pid);
  return WIFSIGNALED (status) ? WTERMSIG (status) : 0;
}

static void
expect_fences (size_t bytes, size_t alignment)
{
  char *p = fenced_alloc (bytes, alignment);

  assert_non_null (p);
  assert_int_equal ((uintptr_t)p % alignment, 0);
  assert_int_equal (p[0] + p[bytes - 1], 0);
  assert_int_equal (signal_of_write (p), 0);
  assert_int_equal (signal_of_write (p + bytes - 1), 0);
  assert_int_equal (signal_of_write (p - 1), SIGSEGV);
  assert_int_equal (signal_of_write (p + bytes), SIGSEGV);
  /* Not the next page alone. */
  assert_int_equal (signal_of_write (p - (1 << 20)), SIGSEGV);
  assert_int_equal (signal_of_write (p + bytes + (1 << 20) - 1), SIGSEGV);
  fenced_free (p);
}

TEST (fences_on_both_sides)
{
  size_t page = (size_t)sysconf (_SC_PAGESIZE);

  expect_fences (page, page);
  expect_fences (3 * page, page);
  expect_fences (page, 2 << 20);
}

TEST (no_memory)
{
  assert_null (fenced_alloc (SIZE_MAX - 4096, 4096));
  assert_null (fenced_alloc (SIZE_MAX - (8 << 20), 4096));
  fenced_free (NULL);
}
