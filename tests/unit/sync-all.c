/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Waiting for all that a process gave a device, also in other threads.
 */
#include <config.h>

#include <stdlib.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "base/clock.h"
#include "stand-in.h"
#include "tests/unit/unit.h"

static void
nap (double seconds)
{
  const struct timespec t = { .tv_nsec = (long)(1e9 * seconds) };

  nanosleep (&t, NULL);
}

static atomic_bool begun, ended, stop;

/* Works for 100 ms, as what a launch left behind. */
static void *
work (void *nothing)
{
  double begin = clock_now ();

  begun = true;
  while (clock_now () - begin < 0.1)
    continue;
  ended = true;
  return nothing;
}

/* Looks for work all the time, as threads of a runtime may. */
static void *
spin (void *nothing)
{
  begun = true;
  while (!stop)
    continue;
  return nothing;
}

/* Waits for work without looking. */
static void *
rest (void *nothing)
{
  begun = true;
  while (!stop)
    nap (0.5);
  return nothing;
}

/* Seconds that waiting took while a thread did that. */
static double
waited_for (void *(*what) (void *))
{
  struct device *d = device_open ("cpu", false, NULL);
  pthread_t thread;
  double begin, seconds;

  begun = ended = stop = false;
  assert_int_equal (pthread_create (&thread, NULL, what, NULL), 0);
  while (!begun)
    nap (0.001);
  begin = clock_now ();
  assert_true (d->ops->sync_all (d));
  seconds = clock_now () - begin;
  if (what == work)
    assert_true (ended);
  stop = true;
  pthread_join (thread, NULL);
  device_close (d);
  return seconds;
}

TEST (for_threads_of_the_cpu)
{
  struct device *d = device_open ("cpu", false, NULL);
  double begin = clock_now (), alone;

  assert_true (d->ops->sync_all (d));
  alone = clock_now () - begin;
  device_close (d);
  waited_for (work);
  assert_true (waited_for (spin) >= 0.25);
  /* Generous: the machine may be busy. */
  assert_true (waited_for (rest) < 0.2);
  assert_true (alone < 0.1);
}

TEST (for_all_of_a_context)
{
  struct device *d = stand_in_open ();
  volatile uint8_t *memory;
  void *address;

  assert_true (d->ops->alloc (d, MEMORY_DEVICE, 8, &address));
  memory = address;
  assert_true (d->ops->fill (d, address, 1, 8));
  assert_true (d->ops->hold (d) && d->ops->fill (d, address, 2, 8));
  assert_int_equal (memory[7], 1);
  assert_true (d->ops->let_go (d) && d->ops->sync_all (d));
  assert_int_equal (memory[7], 2);
  setenv ("FAKE_DRIVER_REFUSES", "cuCtxSynchronize:1=700", 1);
  assert_false (d->ops->sync_all (d));
  unsetenv ("FAKE_DRIVER_REFUSES");
  assert_string_equal (d->error,
                       "waiting for the device: an illegal memory access");
  d->ops->free (d, MEMORY_DEVICE, address);
  device_close (d);
}
