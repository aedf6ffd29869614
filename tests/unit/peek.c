/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A look at the device's memory while its stream is held.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "stand-in.h"
#include "tests/unit/unit.h"

enum { BYTES = 100000 };

static void
expect_seen (struct device *d, const void *memory, uint8_t byte)
{
  uint8_t seen[BYTES], want[BYTES];

  memset (seen, 0, sizeof seen);
  memset (want, byte, sizeof want);
  assert_true (d->ops->peek (d, seen, memory, sizeof seen));
  assert_memory_equal (seen, want, sizeof seen);
}

TEST (beside_a_held_stream)
{
  struct device *d = stand_in_open ();
  void *memory;

  assert_true (d->ops->alloc (d, MEMORY_DEVICE, BYTES, &memory));
  assert_true (d->ops->fill (d, memory, 7, BYTES) && d->ops->sync (d));
  assert_true (d->ops->hold (d));
  assert_true (d->ops->fill (d, memory, 8, BYTES));
  expect_seen (d, memory, 7);
  assert_true (d->ops->let_go (d));
  assert_true (d->ops->sync (d));
  expect_seen (d, memory, 8);
  d->ops->free (d, MEMORY_DEVICE, memory);
  device_close (d);
}

TEST (on_the_cpu)
{
  struct device *d = device_open ("cpu", false, NULL);
  void *memory;

  assert_true (d->ops->alloc (d, MEMORY_DEVICE, BYTES, &memory));
  assert_true (d->ops->fill (d, memory, 7, BYTES));
  expect_seen (d, memory, 7);
  d->ops->free (d, MEMORY_DEVICE, memory);
  device_close (d);
}

TEST (refused)
{
  static const char *const calls[]
      = { "cuStreamCreate:1=999", "cuMemcpyAsync:1=999",
          "cuStreamSynchronize:1=999" };

  for (int i = 0; i < 3; i++) {
    struct device *d = stand_in_open ();
    char byte;

    stand_in_counts ()->refusable = 0;
    setenv ("FAKE_DRIVER_REFUSES", calls[i], 1);
    assert_false (d->ops->peek (d, &byte, &byte, 1));
    unsetenv ("FAKE_DRIVER_REFUSES");
    assert_non_null (strstr (d->error, "another error"));
    device_close (d);
  }
}
