/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a plugin changed of a device's limits is told, and put back.
 */
#include <config.h>

#include <stdlib.h>

#include "stand-in.h"
#include "tests/unit/unit.h"

enum { STACK = 0, HEAP = 2, PERSISTING = 6 };

static void
expect_altered (struct device *d, const char *text)
{
  char *altered = d->ops->altered (d);

  if (text == NULL)
    assert_null (altered);
  else
    assert_string_equal (altered, text);
  free (altered);
}

TEST (told_and_put_back)
{
  struct device *d = stand_in_open ();

  expect_altered (d, NULL);
  stand_in_set_limit (PERSISTING, 30 << 20);
  expect_altered (d, "the limit of persisting L2 is 31457280 bytes and was 0");
  stand_in_set_limit (HEAP, 4096);
  expect_altered (d,
                  "the limit of malloc's heap is 4096 bytes and was 8388608, "
                  "the limit of persisting L2 is 31457280 bytes and was 0");
  assert_true (d->ops->restore (d));
  expect_altered (d, NULL);
  assert_int_equal (stand_in_limit (PERSISTING), 0);
  assert_int_equal (stand_in_limit (HEAP), 8 << 20);
  device_close (d);
}

/* The driver makes it larger for a kernel that needs it. */
TEST (larger_stack_is_no_change)
{
  struct device *d = stand_in_open ();

  stand_in_set_limit (STACK, 4096);
  expect_altered (d, NULL);
  assert_true (d->ops->restore (d));
  assert_int_equal (stand_in_limit (STACK), 1024);
  stand_in_set_limit (STACK, 512);
  expect_altered (d, "the limit of a thread's stack is 512 bytes and was 1024");
  assert_true (d->ops->restore (d));
  device_close (d);
}

TEST (refused)
{
  struct device *d = stand_in_open ();

  stand_in_set_limit (HEAP, 4096);
  setenv ("FAKE_DRIVER_REFUSES", "cuCtxSetLimit:1=1", 1);
  assert_false (d->ops->restore (d));
  unsetenv ("FAKE_DRIVER_REFUSES");
  assert_true (d->needs_restart);
  assert_string_equal (d->error,
                       "restoring a limit of the device: another error");
  device_close (d);
}

TEST (nothing_on_the_cpu)
{
  struct device *d = device_open ("cpu", false, NULL);

  expect_altered (d, NULL);
  assert_true (d->ops->restore (d));
  device_close (d);
}
