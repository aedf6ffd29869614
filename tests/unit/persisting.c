/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Lines of the L2 cache that were to persist are reset before each cold sample,
 * where a plugin let there be any.
 */
#include <config.h>

#include <stdlib.h>

#include "stand-in.h"
#include "tests/unit/unit.h"

enum { PERSISTING = 6 };

TEST (reset_where_there_may_be_any)
{
  struct device *d = stand_in_open ();
  struct fake_counts *counts = stand_in_counts ();

  assert_true (d->ops->evict (d, NULL, 0));
  assert_int_equal (counts->persisting_resets, 0);
  stand_in_set_limit (PERSISTING, 4096);
  assert_true (d->ops->evict (d, NULL, 0));
  assert_true (d->ops->evict (d, NULL, 0));
  assert_int_equal (counts->persisting_resets, 2);
  setenv ("FAKE_DRIVER_REFUSES", "cuCtxResetPersistingL2Cache:1=999", 1);
  assert_false (d->ops->evict (d, NULL, 0));
  unsetenv ("FAKE_DRIVER_REFUSES");
  device_close (d);
}
