/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an algorithm leaves out of a product is detected, and rounding is not
 * mistaken for it.
 */
#include <config.h>

#include "cublas/output-check.h"
#include "tests/unit/fake-driver.h"
#include "tests/unit/fake-host.h"
#include "tests/unit/unit.h"

enum { ROWS = 5, COLS = 200, PITCH = 7, INNER = 100 };
enum { BATCH = 9, STRIDE = COLS * PITCH + 3 };

/* A launch: what it stores, of which columns. */
struct fake_launch {
  float c[COLS * PITCH];
  float factor, more;
  int cols;
  bool is_refused;
};

static bool
launch_now (void *state)
{
  struct fake_launch *l = state;

  for (int col = 0; col < l->cols && !l->is_refused; col++)
    for (int row = 0; row < ROWS; row++)
      l->c[col * PITCH + row] = l->factor * (float)(col % 9 + row) + l->more;
  return !l->is_refused;
}

static const struct driver driver
    = { .copy = fake_driver_copy, .synchronize = fake_driver_synchronize };

static void
open_check (struct fake_host *fake, const struct cublas_product *product,
            void *c, struct output_check *check)
{
  const struct operand_set set = { .c = c };

  fake_host_init (fake);
  assert_int_equal (
      output_check_open (&fake->host, &driver, NULL, product, set, check),
      GK_OK);
}

/* Whether a launch is right beside one that stores all columns. */
static bool
is_right (const struct cublas_product *product, float factor, float more,
          int cols)
{
  struct fake_host fake;
  struct fake_launch l = { .factor = 1, .cols = COLS };
  struct output_check check;
  bool right;

  open_check (&fake, product, l.c, &check);
  assert_true (output_check_compare (&check, launch_now, &l));
  l.factor = factor;
  l.more = more;
  l.cols = cols;
  right = output_check_compare (&check, launch_now, &l);
  l.is_refused = true;
  assert_false (output_check_compare (&check, launch_now, &l));
  output_check_close (&fake.host, &check);
  assert_int_equal (fake.live, 0);
  return right;
}

static const struct cublas_product floats = { .rows = ROWS,
                                              .cols = COLS,
                                              .inner = INNER,
                                              .ldc = PITCH,
                                              .batch = 1,
                                              .a.type = CUBLAS_R_32F,
                                              .type_c = CUBLAS_R_32F };

TEST (rounding_is_right)
{
  assert_true (is_right (&floats, 1, 0, COLS));
  assert_true (is_right (&floats, 1, 0.01F, COLS));
}

TEST (parts_of_sums_are_wrong)
{
  assert_false (is_right (&floats, 0.5F, 0, COLS));
  assert_false (is_right (&floats, 1, 1, COLS));
}

TEST (columns_that_are_left_out_are_wrong)
{
  assert_false (is_right (&floats, 1, 0, COLS - 1));
  assert_false (is_right (&floats, 1, 0, 0));
}

TEST (integers_are_exact)
{
  struct cublas_product integers = floats;

  integers.a.type = CUBLAS_R_8I;
  integers.type_c = CUBLAS_R_32I;
  assert_true (is_right (&integers, 1, 0, COLS));
  assert_false (is_right (&integers, 1, 0.01F, COLS));
}

/* The results of floats of 8 bits may be f32. */
TEST (floats_of_8_bits_may_lose_more)
{
  struct cublas_product bytes = floats;

  bytes.a.type = bytes.b.type = CUBLAS_R_8F_E5M2;
  assert_true (is_right (&bytes, 1, 0.5F, COLS));
  assert_false (is_right (&bytes, 1, 1, COLS));
  bytes.fast = true;
  assert_true (is_right (&bytes, 1, 1, COLS));
  assert_false (is_right (&bytes, 0.5F, 0, COLS));
  assert_false (is_right (&bytes, 1, 0, COLS - 1));
}

TEST (few_columns_are_compared)
{
  struct cublas_product narrow = floats;

  narrow.cols = 1;
  assert_true (is_right (&narrow, 1, 0, 1));
  assert_false (is_right (&narrow, 1, 0, 0));
}

/* A launch of a batch, which leaves one product out, or its last column. */
struct fake_batch {
  float c[BATCH * STRIDE];
  int batch, cols;
  int without; /* negative: none */
  bool is_column;
};

static bool
launch_batch (void *state)
{
  struct fake_batch *l = state;

  for (int z = 0; z < l->batch; z++)
    for (int col = 0; col < l->cols; col++)
      for (int row = 0; row < ROWS; row++)
        if (z != l->without || (l->is_column && col < l->cols - 1))
          l->c[z * STRIDE + col * PITCH + row] = (float)(z + col % 9 + row);
  return true;
}

/* Whether a launch is right beside one that leaves nothing out. */
static bool
is_right_without (const struct cublas_product *product, int without,
                  bool is_column)
{
  struct fake_host fake;
  struct fake_batch l = { .batch = (int)product->batch,
                          .cols = (int)product->cols,
                          .without = -1,
                          .is_column = is_column };
  struct output_check check;
  bool right;

  open_check (&fake, product, l.c, &check);
  assert_true (output_check_compare (&check, launch_batch, &l));
  l.without = without;
  right = output_check_compare (&check, launch_batch, &l);
  output_check_close (&fake.host, &check);
  assert_int_equal (fake.live, 0);
  return right;
}

TEST (the_first_a_middle_and_the_last_product_are_compared)
{
  struct cublas_product batch = floats;

  batch.batch = BATCH;
  batch.stride_c = STRIDE;
  for (int z = -1; z < BATCH; z++) {
    const bool is_compared = z == 0 || z == BATCH / 2 || z == BATCH - 1;

    assert_int_equal (is_right_without (&batch, z, false), !is_compared);
    assert_int_equal (is_right_without (&batch, z, true), !is_compared);
  }
}

TEST (both_of_two_products_are_compared)
{
  struct cublas_product batch = floats;

  batch.batch = 2;
  batch.stride_c = STRIDE;
  for (int cols = 1; cols <= COLS; cols += COLS - 1)
    for (int z = -1; z < 2; z++) {
      batch.cols = cols;
      assert_int_equal (is_right_without (&batch, z, false), z < 0);
    }
}
