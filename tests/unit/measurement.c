/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which slices stand for all samples, and what is left when the others go.
 */
#include <config.h>

#include "judge/measure.h"
#include "tests/unit/unit.h"

/* Three slices of ten: the first claims twice the time of the others. */
static void
fill (struct measurement *m)
{
  *m = (struct measurement){ .settled = true };
  for (int i = 0; i < 30; i++) {
    samples_add (&m->launch, i < 10 ? 2e-3 : 1e-3);
    if (i % 10 == 9)
      slices_append (&m->slices, m->launch.n);
  }
  stats_compute (&m->stats, m->launch.seconds, m->launch.n, &m->slices);
}

TEST (a_slower_slice_stands_for_none)
{
  struct measurement m;

  fill (&m);
  assert_false (measurement_is_even (&m, 0));
  assert_true (measurement_is_even (&m, 1));
  assert_true (measurement_is_even (&m, 2));
  measurement_free (&m);
}

TEST (what_is_kept_has_a_median_of_its_own)
{
  static const bool first[] = { true, false, false };
  struct measurement m;

  fill (&m);
  assert_true (m.stats.median < 1.5e-3);
  measurement_keep_slices (&m, first);
  assert_int_equal (m.launch.n, 10);
  assert_int_equal (m.stats.samples, 10);
  assert_true (m.stats.median > 1.5e-3);
  assert_int_equal (m.slices.n, 0);
  assert_false (m.settled);
  measurement_free (&m);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (a_slower_slice_stands_for_none),
    cmocka_unit_test (what_is_kept_has_a_median_of_its_own),
  };

  return cmocka_run_group_tests_name ("measurement", tests, NULL, NULL);
}
