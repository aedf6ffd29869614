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
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/timex.h>
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

/* Confines as a worker without a judge is. */
static bool
confine_memory (void)
{
  return confine_worker (&(struct run_ids){ 0 }).memory;
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
probe_target (void)
{
  pid_t pid = target (false, false);
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
probe_inside (bool nobody, bool confined)
{
  pid_t pid = fork ();

  if (pid != 0)
    return ended (pid);
  if (nobody)
    become_nobody ();
  if (confined && !confine_memory ())
    _exit (CANT);
  leave (probe_target ());
}

/* What it sees of another's, by itself or by a program that it starts. */
static int
probe_outside (bool nobody, bool is_secret, bool by_program)
{
  pid_t seen = target (nobody, is_secret), pid = fork ();
  int got;

  if (pid == 0) {
    if (nobody)
      become_nobody ();
    if (!confine_memory ())
      _exit (CANT);
    if (by_program)
      start_probe (seen);
    leave (probe (seen));
  }
  got = ended (pid);
  end_target (seen);
  return got;
}

/* Of nobody only where the test can become it. */
static void
each_user (void (*test) (bool nobody))
{
  if (probe_inside (false, false) != READS)
    skip ();
  test (false);
  if (geteuid () == 0 && probe_inside (true, false) == READS)
    test (true);
}

static void
secret_from_inside (bool nobody)
{
  assert_int_equal (probe_inside (nobody, true), READS);
  assert_int_equal (probe_outside (nobody, true, false), DENIED);
}

TEST (test_a_worker_reads_no_secret)
{
  each_user (secret_from_inside);
}

static void
secret_from_outside (bool nobody)
{
  assert_int_equal (probe_outside (nobody, true, true), DENIED);
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
  assert_int_equal (probe_outside (nobody, false, true), DENIED);
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
    if (!confine_memory ())
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
    if (!confine_memory ())
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

  if (probe_inside (false, false) != READS)
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

/* Each returns the error of a call for a process, 0 for none. */

static int
error_of (long result)
{
  return result == 0 ? 0 : errno;
}

static int
place (pid_t pid)
{
  cpu_set_t set;

  sched_getaffinity (0, sizeof set, &set);
  return error_of (sched_setaffinity (pid, sizeof set, &set));
}

static int
schedule (pid_t pid)
{
  const struct sched_param param = { 0 };

  return error_of (sched_setscheduler (pid, SCHED_BATCH, &param));
}

static int
parameters (pid_t pid)
{
  const struct sched_param param = { 0 };

  return error_of (sched_setparam (pid, &param));
}

static int
lower (pid_t pid)
{
  return error_of (setpriority (PRIO_PROCESS, (id_t)pid, 19));
}

static int
lower_group (pid_t pid)
{
  return error_of (setpriority (PRIO_PGRP, (id_t)pid, 19));
}

static int
limit (pid_t pid)
{
  struct rlimit core;

  getrlimit (RLIMIT_CORE, &core);
  return error_of (prlimit (pid, RLIMIT_CORE, &core, NULL));
}

static int (*const by_number[]) (pid_t pid)
    = { place, schedule, parameters, lower, limit };

static const struct {
  long number, argument[3];
} denied[] = {
  { SYS_adjtimex, { 0 } },
  { SYS_clock_adjtime, { 0 } },
  { SYS_userfaultfd, { 0 } },
  { SYS_ioctl, { -1, 0xaa00 } }, /* USERFAULTFD_IOC_NEW */
  { SYS_prctl, { PR_SET_TSC, PR_TSC_SIGSEGV } },
  { SYS_prctl, { PR_SET_DUMPABLE, 0 } },
  { SYS_prctl, { PR_SET_SECCOMP, SECCOMP_MODE_STRICT } },
  { SYS_seccomp, { SECCOMP_SET_MODE_FILTER } },
  { SYS_setpriority, { PRIO_USER, 0, 19 } },
};

static void *
place_itself (void *unused)
{
  (void)unused;
  return place ((pid_t)syscall (SYS_gettid)) == 0 ? place_itself : NULL;
}

/* Writes a function at run time and calls it. */
static bool
runs_new_code (void)
{
#ifdef __x86_64__
  static const unsigned char code[] = { 0xb8, 7, 0, 0, 0, 0xc3 };
#elif defined __aarch64__
  static const uint32_t code[] = { 0x528000e0, 0xd65f03c0 };
#else
  static const unsigned char code[] = { 0 };
#endif
  unsigned char *page = mmap (NULL, 4096, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (page == MAP_FAILED)
    return false;
  memcpy (page, code, sizeof code);
  __builtin___clear_cache ((char *)page, (char *)page + sizeof code);
  return mprotect (page, 4096, PROT_READ | PROT_EXEC) == 0
         && ((int (*) (void)) (uintptr_t)page) () == 7;
}

/* What compilers, pools of threads and just-in-time code need. */
static bool
libraries_run (void)
{
  pthread_t thread;
  void *placed;

  return pthread_create (&thread, NULL, place_itself, NULL) == 0
         && pthread_join (thread, &placed) == 0 && placed != NULL
         && system ("ulimit -c 0 && exec sh -c 'exit 7'") == 7 << 8
         && runs_new_code ();
}

/* Returns what went other than expected, as a line of the table. */
static int
try_calls (const struct run_ids *ids)
{

  if (!confine_worker (ids).calls)
    return CANT;
  for (size_t i = 0; i < sizeof by_number / sizeof by_number[0]; i++)
    if (by_number[i](ids->judge) != EPERM
        || by_number[i](ids->supervisor) != EPERM
        || by_number[i](getppid ()) != EPERM || by_number[i](getpid ()) != 0
        || by_number[i](0) != 0)
      return READS + 100 + (int)i;
  for (size_t i = 0; i < sizeof denied / sizeof denied[0]; i++)
    if (error_of (syscall (denied[i].number, denied[i].argument[0],
                           denied[i].argument[1], denied[i].argument[2]))
        != EPERM)
      return READS + 50 + (int)i;
  if (lower_group (ids->judge) != EPERM
      || lower_group (getpgid (getppid ())) != EPERM || !libraries_run ())
    return OTHER;
  return DENIED;
}

TEST (test_a_filter_denies_to_change_the_other_processes)
{
  const struct run_ids ids
      = { .supervisor = target (false, false), .judge = target (false, false) };
  const pid_t pid = fork ();
  int got;

  if (pid == 0)
    leave (try_calls (&ids));
  got = ended (pid);
  end_target (ids.supervisor);
  end_target (ids.judge);
  if (got == CANT)
    skip ();
  assert_int_equal (got, DENIED);
}

int
main (int argc, char **argv)
{
  if (argc == 3 && strcmp (argv[1], "--probe") == 0)
    leave (probe (atoi (argv[2])));
  /* Runs a program as a worker is. */
  if (argc > 2 && strcmp (argv[1], "--confine") == 0) {
    if (confine_worker (&(struct run_ids){ 0 }).calls)
      execvp (argv[2], argv + 2);
    return CANT;
  }
  return unit_run (NULL, NULL);
}
