/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory of a device that the device compares.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "stand-in.h"
#include "tests/unit/unit.h"

enum { BYTES = 1000 };

static bool
is_same (struct device *d, void *a, void *b)
{
  bool same;

  assert_true (d->ops->compare (d, a, b, BYTES, &same));
  return same;
}

TEST (the_last_byte_counts)
{
  struct device *d = stand_in_open ();
  void *a, *b;

  assert_true (d->ops->alloc (d, MEMORY_DEVICE, BYTES, &a));
  assert_true (d->ops->alloc (d, MEMORY_DEVICE, BYTES, &b));
  assert_true (d->ops->fill (d, a, 7, BYTES));
  assert_true (d->ops->fill (d, b, 7, BYTES));
  assert_true (is_same (d, a, b));
  assert_true (d->ops->fill (d, (char *)b + BYTES - 1, 8, 1));
  assert_false (is_same (d, a, b));
  /* Once and for all only for that. */
  assert_true (d->ops->fill (d, (char *)b + BYTES - 1, 7, 1));
  assert_true (is_same (d, a, b));
  assert_int_equal (stand_in_counts ()->comparisons, 3);
  d->ops->free (d, MEMORY_DEVICE, a);
  d->ops->free (d, MEMORY_DEVICE, b);
  device_close (d);
}

/* What it does not load does no harm; what fails later does. */
TEST (refusals_are_told)
{
  static const struct {
    const char *call;
    bool restart;
  } all[] = { { "cuModuleLoadData:1=999", false },
              { "cuModuleGetFunction:1=999", false },
              { "cuMemHostGetDevicePointer_v2:1=999", false },
              { "cuLaunchKernel:1=999", true } };

  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    struct device *d = stand_in_open ();
    void *a;
    bool same;

    assert_true (d->ops->alloc (d, MEMORY_DEVICE, BYTES, &a));
    assert_true (d->ops->fill (d, a, 7, BYTES));
    stand_in_counts ()->refusable = 0;
    setenv ("FAKE_DRIVER_REFUSES", all[i].call, 1);
    assert_false (d->ops->compare (d, a, a, BYTES, &same));
    unsetenv ("FAKE_DRIVER_REFUSES");
    assert_non_null (strstr (d->error, "memory"));
    assert_int_equal (d->needs_restart, all[i].restart);
    assert_true (is_same (d, a, a));
    d->ops->free (d, MEMORY_DEVICE, a);
    device_close (d);
  }
}
