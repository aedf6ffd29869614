/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How fast a GPU's L2 is read is measured on half of it, filled once, by
 * launches that are all alike; nothing else is.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "stand-in.h"
#include "tests/unit/unit.h"

TEST (reads_half_of_it)
{
  struct device *d = stand_in_open ();
  const uint64_t l2 = d->info.gk.l2;
  struct fake_counts *counts = stand_in_counts ();
  struct measures measures;
  char *why = NULL;

  device_close (d);
  *counts = (struct fake_counts){ 0 };
  assert_true (device_measure ("cuda:0", &measures, &why));
  assert_null (why);
  assert_int_equal (counts->fills, 1);
  assert_int_equal (counts->bytes_read, l2 / 2);
  assert_true (counts->evictions_read > 2);
  for (int i = 0; i < N_MEASURES; i++) {
    assert_true ((measures.all[i] > 0) == (i == MEASURE_CACHE));
    assert_true (measures.one[i] == 0);
  }
}

static void
assert_refused (const char *call, const char *reason)
{
  struct measures measures;
  char *why = NULL;

  setenv ("FAKE_DRIVER_REFUSES", call, 1);
  stand_in_counts ()->refusable = 0;
  assert_false (device_measure ("cuda:0", &measures, &why));
  unsetenv ("FAKE_DRIVER_REFUSES");
  assert_non_null (why);
  assert_non_null (strstr (why, reason));
  free (why);
}

TEST (says_why_it_can_not)
{
  assert_refused ("cuModuleLoadData:1=999", "compile the kernel");
  assert_refused ("cuModuleGetFunction:1=999", "compile the kernel");
  assert_refused ("cuLaunchKernel:1=999", "can't be launched");
  assert_refused ("cuMemAlloc_v2:1=2", "memory");
}
