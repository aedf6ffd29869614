/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What machines of many kinds tell of their cores, whose files are laid below a
 * folder of the test's own, and what a judge makes of it.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/optional.h"
#include "base/cpu-time.h"
#include "base/machine.h"
#include "base/xalloc.h"
#include "judge/core-usage.h"
#include "laid.h"
#include "tests/unit/unit.h"

static cpu_set_t
set_of (unsigned bits)
{
  cpu_set_t set;

  CPU_ZERO (&set);
  for (int i = 0; i < 32; i++)
    if ((bits >> i & 1) != 0)
      CPU_SET ((size_t)i, &set);
  return set;
}

static void
assert_use (unsigned cores, double busy, double total)
{
  const cpu_set_t set = set_of (cores);
  const struct cores_use use = cpu_time_of_cores (laid_root, &set);

  assert_true (use.busy == busy && use.total == total);
}

FIXTURE_TEST (ticks_are_of_the_cores_asked_for, laid_begin, laid_end)
{
  assert_use (1, 0, 0);
  lay ("/proc/stat", "cpu  999 9 9 9 9 9 9 9 9 9\n"
                     "cpu0 1 2 4 100 200 8 16 32 64 128\n"
                     "cpu1 10 20 40 1000 2000 80 160 320 640 1280\n"
                     "cpu31 5 0 0 5 0 0 0\n"
                     "intr 1 2 3\n"
                     "cpu2 7 7 7 7 7 7 7 7\n");
  assert_use (1, 63, 363);
  assert_use (2, 630, 3630);
  assert_use (3, 693, 3993);
  assert_use (4, 0, 0);
  assert_use (UINT32_C (1) << 31, 5, 10);
  lay ("/proc/stat", "cpu0 1 2 4\ncpu-1 1 1 1 1 1 1 1 1\n"
                     "cpu9999 1 1 1 1 1 1 1 1\ncpu0 x\n");
  assert_use (3, 0, 0);
}

FIXTURE_TEST (a_clock_is_that_of_the_core_a_process_is_on, laid_begin, laid_end)
{
  assert_int_equal (cores_of_process (laid_root, 77), -1);
  lay ("/proc/77/stat",
       "77 (a ) 1 (b) R 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 "
       "22 23 24 25 26 27 28 29 30 31 32 33 34 35 6 37 38\n");
  assert_int_equal (cores_of_process (laid_root, 77), 6);
  lay ("/proc/77/stat", "77 (a) R 1 2 3\n");
  assert_int_equal (cores_of_process (laid_root, 77), -1);
  lay ("/proc/77/stat", "nonsense");
  assert_int_equal (cores_of_process (laid_root, 77), -1);
  assert_true (cores_of_process ("", 0) >= 0);

  assert_true (isnan (cores_clock (laid_root, 6)));
  lay ("/sys/devices/system/cpu/cpu6/cpufreq/scaling_cur_freq", "2400000\n");
  assert_true (cores_clock (laid_root, 6) == 2.4e9);
  lay ("/sys/devices/system/cpu/cpu6/cpufreq/scaling_cur_freq", "<unknown>\n");
  assert_true (isnan (cores_clock (laid_root, 6)));
  assert_true (isnan (cores_clock (laid_root, -1)));
}

static void
assert_throttled (unsigned cores, int64_t times)
{
  const cpu_set_t set = set_of (cores);

  assert_int_equal (cores_throttled (laid_root, &set), times);
}

#define THROTTLE(core, what)                                                   \
  "/sys/devices/system/cpu/cpu" core "/thermal_throttle/" what "_throttle_"    \
  "count"

FIXTURE_TEST (throttles_are_of_cores_and_packages, laid_begin, laid_end)
{
  assert_throttled (3, INTEGER_ABSENT);
  lay (THROTTLE ("0", "core"), "1\n");
  lay (THROTTLE ("0", "package"), "10\n");
  lay (THROTTLE ("1", "core"), "100\n");
  assert_throttled (1, 11);
  assert_throttled (3, 111);
  assert_throttled (2, 100);
  assert_throttled (4, INTEGER_ABSENT);
}

/* On n cores that were so busy for so many seconds, of which the case itself
 * had so many a core. */
static double
others (int cores, double share, double seconds, double own)
{
  struct core_usage watch = { .busy = share * 1000,
                              .total = 1000,
                              .own_s = own * seconds,
                              .seconds = seconds };

  for (int i = 0; i < cores; i++)
    CPU_SET ((size_t)i, &watch.set);
  return core_usage_others (&watch);
}

TEST (others_are_who_is_busy_besides)
{
  const struct core_usage none = { .seconds = 1 };

  assert_true (others (4, 0.5, 1, 2) == 0);
  assert_true (others (4, 0.75, 1, 2) == 1);
  /* Its own time is counted better than ticks are. */
  assert_true (others (4, 0.5, 1, 2.1) == 0);
  assert_true (others (256, 1, 1, 256) == 0);
  /* Ticks are too coarse to tell. */
  assert_true (isnan (others (4, 1, 0.19, 1)));
  assert_true (others (4, 1, 0.39, 1) == 3);
  /* Of a worker that is gone nobody knows what it computed. */
  assert_true (isnan (others (4, 1, 1, (double)NAN)));
  assert_true (isnan (core_usage_others (&none)));
}

TEST (who_is_pinned_has_those_cores)
{
  struct core_usage watch;

  core_usage_open (&watch, "1,3-4");
  assert_int_equal (CPU_COUNT (&watch.set), 3);
  assert_true (CPU_ISSET (3, &watch.set));
  core_usage_open (&watch, NULL);
  assert_true (CPU_COUNT (&watch.set) > 0);
}

/* One descriptor serves any number of readings. */
TEST (what_the_first_thread_computes_is_read_from_one_descriptor)
{
  const int fd = cpu_time_open (getpid ());
  const double before = cpu_time (fd);
  volatile unsigned n = 0;

  assert_true (isnan (cpu_time (cpu_time_open (0))));
  if (isnan (before))
    skip ();
  while (cpu_time (fd) - before < 0.01)
    n++;
  assert_true (cpu_time (fd) <= cpu_time_all_threads (0) + 0.01);
  close (fd);
}

/* What this process does itself is not another's doing. */
TEST (own_work_is_no_others)
{
  struct core_usage watch;
  volatile unsigned n = 0;
  double before;

  core_usage_open (&watch, NULL);
  core_usage_begin (&watch, 0);
  before = cpu_time_all_threads (0);
  if (isnan (before))
    skip ();
  while (cpu_time_all_threads (0) - before < 0.25)
    n++;
  core_usage_end (&watch, 0);
  if (watch.total > 0)
    assert_true (watch.own_s >= 0.25 && watch.own_s <= watch.seconds + 0.01);
}
