/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What CUDA devices can do at the most.
 */
#include <config.h>

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
