/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What CUDA devices can do at the most, and when a CPU's limits are measured
 * well enough.
 */
#include <config.h>

#include "device/cpu/cpu.h"
#include "device/cuda/cuda.h"
#include "plugin/abi-names.h"
#include "tests/unit/unit.h"

/* Of a whole device, in units of 10^12 a second. */
static double
rate (unsigned capability, gk_op_class op_class, double units, double clock)
{
  return 1e-12 * units * clock * cuda_ops_per_clock (capability, op_class);
}

/* Within a hundredth of what its maker says. */
static void
is_near (double rate, double published)
{
  if (rate < 0.99 * published || rate > 1.01 * published)
    fail_msg ("%g is not %g", rate, published);
}

TEST (published_rates)
{
  /* T4, A100, RTX A6000, L40S, H100 SXM, B200. */
  is_near (rate (75, GK_OPS_TENSOR_F16, 40, 1.59e9), 65);
  is_near (rate (80, GK_OPS_TENSOR_BF16, 108, 1.41e9), 312);
  is_near (rate (80, GK_OPS_TENSOR_TF32, 108, 1.41e9), 156);
  is_near (rate (80, GK_OPS_TENSOR_F64, 108, 1.41e9), 19.5);
  is_near (rate (86, GK_OPS_TENSOR_F16, 84, 1.8e9), 154.8);
  is_near (rate (89, GK_OPS_TENSOR_I8, 142, 2.52e9), 733);
  is_near (rate (90, GK_OPS_TENSOR_F16, 132, 1.83e9), 989.4);
  is_near (rate (90, GK_OPS_TENSOR_I8, 132, 1.83e9), 1979);
  is_near (rate (100, GK_OPS_TENSOR_F16, 148, 1.85e9), 2250);
  is_near (rate (100, GK_OPS_TENSOR_I8, 148, 1.85e9), 4500);
  /* L40S, H100 SXM, B200, RTX 5090. */
  is_near (rate (89, GK_OPS_TENSOR_F8, 142, 2.52e9), 733);
  is_near (rate (90, GK_OPS_TENSOR_F8, 132, 1.83e9), 1979);
  is_near (rate (100, GK_OPS_TENSOR_F8, 148, 1.85e9), 4500);
  is_near (rate (120, GK_OPS_TENSOR_F8, 170, 2.407e9), 838);
}

/* Every device that is known has arithmetic, and none that is not. */
TEST (what_is_not_known)
{
  assert_int_equal (cuda_ops_per_clock (75, GK_OPS_TENSOR_BF16), 0);
  assert_int_equal (cuda_ops_per_clock (90, GK_OPS_NONE), 0);
  assert_int_equal (cuda_ops_per_clock (90, N_OP_CLASSES), 0);
  for (gk_op_class c = GK_OPS_NONE; c < N_OP_CLASSES; c++) {
    assert_int_equal (cuda_ops_per_clock (91, c), 0);
    if (c != GK_OPS_NONE)
      assert_true (cuda_ops_per_clock (90, c) > 0);
  }
}

static bool
is_repeated (double a, double b, double c)
{
  struct best_rate r = { 0 };

  best_rate_add (&r, a);
  assert_false (best_rate_is_repeated (&r));
  best_rate_add (&r, b);
  best_rate_add (&r, c);
  assert_true (r.best >= a && r.best >= b && r.best >= c);
  return best_rate_is_repeated (&r);
}

/* By another round, 0: that did not measure it. */
TEST (a_cpus_best_is_repeated)
{
  assert_true (is_repeated (100, 95, 0));
  assert_true (is_repeated (95, 100, 0));
  assert_false (is_repeated (100, 94, 0));
  assert_true (is_repeated (31, 84, 80));
  assert_true (is_repeated (84, 31, 81));
  assert_false (is_repeated (31, 31, 84));
  assert_false (is_repeated (100, 0, 0));
}

/* Two rounds, and as many as it takes in 5 s. */
TEST (a_cpus_rounds_end)
{
  struct best_rates r
      = { .all[MEASURE_READ] = { 100, 0 }, .one[MEASURE_READ] = { 40, 0 } };

  assert_true (limits_need_round (&r, 1, 1));
  assert_false (limits_need_round (&r, 3, 2.5));
  best_rate_add (&r.all[MEASURE_READ], 99);
  assert_true (limits_need_round (&r, 2, 1));
  best_rate_add (&r.one[MEASURE_READ], 30);
  assert_true (limits_need_round (&r, 3, 1));
  assert_true (limits_from_rates (&r).gap == 0.25);
  assert_false (limits_need_round (&r, 4.1, 1));
  best_rate_add (&r.one[MEASURE_READ], 39);
  assert_false (limits_need_round (&r, 3, 1));
  assert_true (limits_from_rates (&r).gap < 0.03);
}

/* Whose threads were in each other's way, or in another program's. */
TEST (all_cores_are_as_fast_as_one)
{
  const struct best_rates r = {
    .all = { [MEASURE_READ] = { 31e9, 31e9 }, [MEASURE_COPY] = { 50e9, 50e9 } },
    .one = { [MEASURE_READ] = { 40e9, 40e9 }, [MEASURE_COPY] = { 10e9, 10e9 } }
  };
  const struct measures m = limits_from_rates (&r);

  assert_true (m.all[MEASURE_READ] == 40e9 && m.one[MEASURE_READ] == 40e9);
  assert_true (m.all[MEASURE_COPY] == 50e9 && m.one[MEASURE_COPY] == 10e9);
  assert_true (m.all[MEASURE_CACHE] == 0);
}
