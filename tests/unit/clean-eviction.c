/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What evicts the L2 cache leaves no dirty line there, whose writing back would
 * count against the launch: it reads, where the driver loads a kernel for that.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "stand-in.h"
#include "tests/unit/unit.h"

/* Evicts so often, and tells what came of it. */
static struct fake_counts
evict (struct device *d, int times)
{
  struct fake_counts *counts = stand_in_counts ();

  *counts = (struct fake_counts){ 0 };
  for (int i = 0; i < times; i++)
    assert_true (d->ops->evict (d, NULL, 0));
  return *counts;
}

TEST (reads_what_it_filled_once)
{
  struct device *d = stand_in_open ();
  struct fake_counts first = evict (d, 1), next = evict (d, 3);

  assert_int_equal (first.fills, 1);
  assert_int_equal (first.evictions_read, 1);
  assert_int_equal (first.bytes_read, 2 * d->info.gk.l2);
  assert_int_equal (next.fills, 0);
  assert_int_equal (next.evictions_read, 3);
  assert_int_equal (next.bytes_read, 2 * d->info.gk.l2);
  device_close (d);
}

/* Refused once only, so that one that is tried again is seen to load. */
TEST (fills_where_the_kernel_is_refused)
{
  static const char *const calls[]
      = { "cuModuleLoadData:1=999", "cuModuleGetFunction:1=999" };

  for (int i = 0; i < 2; i++) {
    struct device *d = stand_in_open ();
    struct fake_counts all;

    setenv ("FAKE_DRIVER_REFUSES", calls[i], 1);
    all = evict (d, 3);
    unsetenv ("FAKE_DRIVER_REFUSES");
    assert_int_equal (all.refusable, 1);
    assert_int_equal (all.fills, 3);
    assert_int_equal (all.evictions_read, 0);
    assert_false (d->needs_restart);
    device_close (d);
  }
}

/* Nothing was filled yet, or read: the next one does. */
TEST (goes_on_after_a_refusal)
{
  static const struct {
    const char *call;
    bool restart;
  } all[] = { { "cuMemAlloc_v2:1=2", false },
              { "cuMemsetD8Async:1=999", true },
              { "cuLaunchKernel:1=999", true } };

  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    struct device *d = stand_in_open ();

    stand_in_counts ()->refusable = 0;
    setenv ("FAKE_DRIVER_REFUSES", all[i].call, 1);
    assert_false (d->ops->evict (d, NULL, 0));
    unsetenv ("FAKE_DRIVER_REFUSES");
    assert_non_null (strstr (d->error, "the L2 cache"));
    assert_int_equal (d->needs_restart, all[i].restart);
    assert_int_equal (evict (d, 2).evictions_read, 2);
    device_close (d);
  }
}
