/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A confined worker can't read the memory of a secret process, as root or as an
 * ordinary user, nor after it has started a program; and a secret process can
 * still start this one.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/coverage.h"
#include "run/confine.h"
#include "tests/unit/unit.h"

enum { READS = 10, DENIED, OTHER, CANT, NOBODY = 65534 };

static const char secret[] = "a nonce";

/* What comes of reading another's memory, whichever way. */
static int
probe (pid_t pid)
{
  char path[64], into[sizeof secret];
  const struct iovec here = { into, sizeof into };
  const struct iovec there = { (void *)(uintptr_t)secret, sizeof secret };
  int fd;

  if (process_vm_readv (pid, &here, 1, &there, 1, 0) >= 0)
    return READS;
  snprintf (path, sizeof path, "/proc/%d/mem", (int)pid);
  fd = open (path, O_RDONLY);
  if (fd >= 0) {
    close (fd);
    return READS;
  }
  return errno == EACCES || errno == EPERM ? DENIED : OTHER;
}

/* In a child of another user than root, which the system then takes for one
 * with secrets by itself: undone, as a program that it starts would be. */
static void
become_nobody (void)
{
  if (setgroups (0, NULL) != 0 || setgid (NOBODY) != 0 || setuid (NOBODY) != 0
      || prctl (PR_SET_DUMPABLE, 1, 0, 0, 0) != 0)
    _exit (CANT);
}

static _Noreturn void
leave (int status)
{
  coverage_dump ();
  _exit (status);
}

/* Waits for a child and tells its exit status. */
static int
ended (pid_t pid)
{
  int status;

  assert_int_equal (waitpid (pid, &status, 0), pid);
  return WIFEXITED (status) ? WEXITSTATUS (status) : OTHER;
}

/* A process that waits to be looked at. */
static pid_t
target (bool nobody, bool is_secret)
{
  int ready[2];
  char byte;
  pid_t pid;

  if (pipe (ready) != 0 || (pid = fork ()) < 0)
    _exit (OTHER);
  if (pid == 0) {
    prctl (PR_SET_PDEATHSIG, SIGKILL);
    if (nobody)
      become_nobody ();
    if (is_secret)
      confine_secret ();
    if (write (ready[1], "", 1) == 1)
      pause ();
    _exit (0);
  }
  if (read (ready[0], &byte, 1) != 1)
    _exit (OTHER);
  close (ready[0]);
  close (ready[1]);
  return pid;
}

static void
end_target (pid_t pid)
{
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
}

static int
probe_target (bool nobody, bool is_secret)
{
  pid_t pid = target (nobody, is_secret);
  int got = probe (pid);

  end_target (pid);
  return got;
}

/* Starts this program, which probes the process. */
static _Noreturn void
start_probe (pid_t pid)
{
  char number[32];

  snprintf (number, sizeof number, "%d", (int)pid);
  coverage_dump ();
  execl ("/proc/self/exe", "confine", "--probe", number, (char *)NULL);
  _exit (CANT);
}

/* What a worker sees of a process that it started itself, which no Landlock
 * keeps from it. */
static int
probe_inside (bool nobody, bool confined, bool is_secret)
{
  pid_t pid = fork ();

  if (pid != 0)
    return ended (pid);
  if (nobody)
    become_nobody ();
  if (confined && !confine_worker ())
    _exit (CANT);
  leave (probe_target (false, is_secret));
}

/* What it sees, once it has started a program, of another's. */
static int
probe_outside (bool nobody, bool is_secret)
{
  pid_t seen = target (nobody, is_secret), pid = fork ();
  int got;

  if (pid == 0) {
    if (nobody)
      become_nobody ();
    if (!confine_worker ())
      _exit (CANT);
    start_probe (seen);
  }
  got = ended (pid);
  end_target (seen);
  return got;
}

/* Of nobody only where the test can become it. */
static void
each_user (void (*test) (bool nobody))
{
  if (probe_inside (false, false, false) != READS)
    skip ();
  test (false);
  if (geteuid () == 0 && probe_inside (true, false, false) == READS)
    test (true);
}

static void
secret_from_inside (bool nobody)
{
  assert_int_equal (probe_inside (nobody, true, false), READS);
  assert_int_equal (probe_inside (nobody, true, true), DENIED);
}

TEST (test_a_worker_reads_no_secret)
{
  each_user (secret_from_inside);
}

static void
secret_from_outside (bool nobody)
{
  assert_int_equal (probe_outside (nobody, true), DENIED);
}

TEST (test_a_program_that_it_starts_reads_none)
{
  each_user (secret_from_outside);
}

static bool
has_scopes (void)
{
#ifdef SYS_landlock_create_ruleset
  return syscall (SYS_landlock_create_ruleset, NULL, (size_t)0, 1) >= 6;
#else
  return false;
#endif
}

static void
plain_from_outside (bool nobody)
{
  assert_int_equal (probe_outside (nobody, false), DENIED);
}

TEST (test_landlock_hides_what_is_not_yet_secret)
{
  if (!has_scopes ())
    skip ();
  each_user (plain_from_outside);
}

TEST (test_landlock_keeps_signals_in)
{
  pid_t seen, pid;
  int got;

  if (!has_scopes ())
    skip ();
  seen = target (false, false);
  pid = fork ();
  if (pid == 0) {
    if (!confine_worker ())
      _exit (CANT);
    leave (kill (seen, 0) == 0 ? READS : errno == EPERM ? DENIED : OTHER);
  }
  got = ended (pid);
  end_target (seen);
  assert_int_equal (got, DENIED);
}

/* Nothing else is lost: a worker reads its own files and starts programs. */
TEST (test_the_privilege_is_gone_from_all_sets)
{
  struct __user_cap_header_struct header
      = { .version = _LINUX_CAPABILITY_VERSION_3 };
  struct __user_cap_data_struct before[2], after[2];
  const uint32_t bit = CAP_TO_MASK (CAP_SYS_PTRACE);
  pid_t pid;

  pid = fork ();
  if (pid == 0) {
    syscall (SYS_capget, &header, before);
    if (!confine_worker ())
      _exit (CANT);
    syscall (SYS_capget, &header, after);
    leave (after[0].permitted == (before[0].permitted & ~bit)
                   && after[0].effective == (before[0].effective & ~bit)
                   && after[0].inheritable == (before[0].inheritable & ~bit)
                   && after[1].permitted == before[1].permitted
               ? DENIED
               : OTHER);
  }
  assert_int_equal (ended (pid), DENIED);
}

TEST (test_a_secret_process_starts_programs)
{
  pid_t seen, pid;
  int got;

  if (probe_inside (false, false, false) != READS)
    skip ();
  seen = target (false, false);
  pid = fork ();
  if (pid == 0) {
    confine_secret ();
    start_probe (seen);
  }
  got = ended (pid);
  end_target (seen);
  assert_int_equal (got, READS);
}

int
main (int argc, char **argv)
{
  if (argc == 3 && strcmp (argv[1], "--probe") == 0)
    leave (probe (atoi (argv[2])));
  return unit_run (NULL, NULL);
}
