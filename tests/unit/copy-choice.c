/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What `best` chooses for a copy can run there, whatever the problem.
 */
#include <config.h>

#include "copy/choice.h"
#include "tests/unit/unit.h"

/* Addresses are looked at and never followed. */
#define ADDRESS ((unsigned char *)0x10000)

static enum copy_way
way (int64_t rows, int64_t bytes, int64_t src_pitch, int64_t dst_pitch,
     uint32_t capability)
{
  const struct copy_span span = {
    .src = ADDRESS,
    .dst = ADDRESS,
    .rows = rows,
    .bytes = bytes,
    .src_pitch = src_pitch,
    .dst_pitch = dst_pitch,
  };

  const gk_device device = { .capability = capability, .l2 = 60 << 20 };

  return copy_choose (&span, &device).way;
}

TEST (rows_out_of_step_are_shifted)
{
  assert_int_equal (way (9000, 9000, 9001, 9002, 90), COPY_BY_ALIGNED);
  /* One row has no pitch to be out of step by. */
  assert_int_not_equal (way (1, 900000, 900001, 900002, 90), COPY_BY_ALIGNED);
  assert_int_not_equal (way (9000, 9000, 9001, 9017, 90), COPY_BY_ALIGNED);
}

TEST (old_devices_get_no_new_instructions)
{
  for (int64_t bytes = 1; bytes < INT64_C (1) << 40; bytes *= 3) {
    assert_int_not_equal (way (1, bytes, bytes, bytes, 75), COPY_BY_HINTED);
    assert_int_not_equal (way (7, bytes, bytes + 1, bytes + 1, 75),
                          COPY_BY_HINTED);
  }
  assert_int_equal (way (9000, 9000, 9001, 9001, 80), COPY_BY_HINTED);
}

TEST (what_a_grid_covers_needs_no_loop)
{
  assert_int_equal (way (1, 12000000, 12000000, 12000000, 90), COPY_BY_NO_LOOP);
  assert_int_equal (way (819, 12000, 12016, 12016, 90), COPY_BY_NO_LOOP);
  assert_int_equal (
      way (1, INT64_C (1) << 32, INT64_C (1) << 32, INT64_C (1) << 32, 90),
      COPY_BY_NO_LOOP);
  /* More words than 32 bits count, and more rows than a grid is high. */
  assert_int_not_equal (
      way (1, INT64_C (1) << 35, INT64_C (1) << 35, INT64_C (1) << 35, 90),
      COPY_BY_NO_LOOP);
  assert_int_not_equal (way (1 << 20, 16384, 16384 + 16, 16384 + 16, 90),
                        COPY_BY_NO_LOOP);
}

TEST (little_and_narrow_rows_start_at_once)
{
  assert_int_equal (way (1, 360000, 360000, 360000, 90), COPY_BY_NO_LOOP);
  assert_int_equal (way (3, 5, 6, 7, 90), COPY_BY_NO_LOOP);
  assert_int_equal (way (1000000, 12, 16, 16, 90), COPY_BY_NO_LOOP);
  assert_int_equal (way (1000000, 50, 51, 51, 90), COPY_BY_NO_LOOP);
  assert_int_equal (way (100000000, 100, 104, 104, 90), COPY_BY_VECTOR);
  assert_int_equal (way (1000000, 200, 204, 204, 90), COPY_BY_HINTED);
}
