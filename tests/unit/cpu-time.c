/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How long processes have computed.
 */
#include <config.h>

#include <math.h>
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

TEST (what_no_process_wanted_is_not_known)
{
  const pid_t pid = fork ();

  if (pid == 0)
    _exit (0);
  waitpid (pid, NULL, 0);
  assert_true (isnan (cpu_time_wanted (pid)));
}
