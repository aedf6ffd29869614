/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How long processes have computed.
 */
#include <config.h>

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cpu-time.h"
#include "tests/unit/unit.h"

/* Of a child that begins: some have not run yet when they are asked for. */
static double
wanted_by_child (void)
{
  const pid_t pid = fork ();
  double seconds;

  assert_true (pid >= 0);
  if (pid == 0)
    for (;;)
      pause ();
  seconds = cpu_time_wanted (pid);
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
  return seconds;
}

TEST (what_a_process_wanted_is_known_from_its_start)
{
  if (isnan (cpu_time_waited ()))
    skip ();
  for (int i = 0; i < 200; i++)
    assert_false (isnan (wanted_by_child ()));
}

static void *
rest (void *unused)
{
  for (;;)
    pause ();
  return unused;
}

TEST (a_second_thread_is_seen)
{
  pthread_t thread;

  if (access ("/proc/self/task", R_OK) != 0)
    skip ();
  assert_true (cpu_time_has_one_thread (getpid ()));
  assert_int_equal (pthread_create (&thread, NULL, rest, NULL), 0);
  assert_false (cpu_time_has_one_thread (getpid ()));
  pthread_cancel (thread);
  pthread_join (thread, NULL);
}

TEST (what_no_process_wanted_is_not_known)
{
  const pid_t pid = fork ();

  if (pid == 0)
    _exit (0);
  waitpid (pid, NULL, 0);
  assert_true (isnan (cpu_time_wanted (pid)));
}
