/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The way that a variant takes of several is noted for the next problem of the
 * same shape, and no other.
 */
#include <config.h>

#include "matmul/cuda/ways.h"
#include "tests/unit/fake-host.h"
#include "tests/unit/unit.h"

/* The way that was prepared last, and whether it skips. */
static int64_t prepared;
static int64_t skips = -1;

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)host, (void)device, (void)problem, (void)state;
  prepared = values[0].i;
  return prepared == skips ? GK_SKIP : GK_OK;
}

int
ways_fastest (const gk_host *host, const gk_device *device,
              const gk_matmul *problem, const struct way *ways, int n,
              int *timed)
{
  (void)host, (void)device, (void)problem, (void)ways;
  *timed = n;
  return 2;
}

static struct way_memo memo;

/* Prepares one of three. */
static int
prepare_one (const gk_matmul *p)
{
  static const gk_option option = { .name = "number", .type = GK_INT };
  const gk_variant v
      = { .prepare = prepare, .options = &option, .n_options = 1 };
  const gk_device device = { .ordinal = 1 };
  struct way ways[3];
  struct fake_host fake;
  void *state;

  for (int i = 0; i < 3; i++) {
    ways[i] = way_by_default ("way", v);
    ways[i].values[0].i = i;
  }
  fake_host_init (&fake);
  return ways_prepare (&fake.host, &device, p, ways, 3, &memo, &state);
}

static bool
is_noted (const gk_matmul *p, int32_t ordinal)
{
  const gk_device device = { .ordinal = ordinal };
  struct fake_host fake;
  void *state;

  fake_host_init (&fake);
  return way_prepare_noted (&fake.host, &device, p, &memo, &state) == GK_OK;
}

TEST (one_shape_on_one_device_is_noted)
{
  gk_matmul p = { .m = 64, .n = 128, .k = 64, .batch = 1, .a = &memo };

  assert_false (is_noted (&p, 1));
  assert_int_equal (prepare_one (&p), GK_OK);
  assert_int_equal (memo.way.values[0].i, 2);
  p.a = NULL;
  prepared = 0;
  assert_true (is_noted (&p, 1));
  assert_int_equal (prepared, 2);
  assert_false (is_noted (&p, 0));
  p.bias = &memo;
  assert_false (is_noted (&p, 1));
  p.bias = NULL;
  p.scales = GK_SCALES_TENSOR;
  assert_false (is_noted (&p, 1));
  p.scales = GK_SCALES_NONE;
  p.ldb = 136;
  assert_false (is_noted (&p, 1));
}

/* Others may have their lines elsewhere. */
TEST (groups_are_not_noted)
{
  const gk_matmul p = { .m = 64, .n = 128, .k = 64, .batch = 1, .groups = 2 };

  assert_int_equal (prepare_one (&p), GK_OK);
  assert_false (is_noted (&p, 1));
}

TEST (the_first_is_taken_where_the_fastest_skips)
{
  const gk_matmul p = { .m = 32, .n = 32, .k = 32, .batch = 1 };

  skips = 2;
  assert_int_equal (prepare_one (&p), GK_OK);
  assert_int_equal (prepared, 0);
  assert_int_equal (memo.way.values[0].i, 0);
  /* One that was noted, and skips now. */
  skips = 0;
  assert_false (is_noted (&p, 1));
  skips = -1;
}
