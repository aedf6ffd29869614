/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The operands that algorithms are timed on: numbers in [0.5, 1) of either sign
 * in each type, in all sets and for each product of a batch, and other ones in
 * B than in A.
 */
#include <config.h>

#include <math.h>

#include <gkhost/family-elements.h>

#include "cublas/operand-sets.h"
#include "tests/unit/fake-driver.h"
#include "tests/unit/fake-host.h"
#include "tests/unit/unit.h"

/* Lines of 16 elements, so many that one pattern does not fill an operand of 8
 * bits. */
enum { INNER = 16, LINES = (9 << 20) / INNER };

static void *
workspace (const gk_host *host, size_t bytes)
{
  return host->alloc (host, bytes);
}

static void
check_numbers (gk_dtype dtype, const void *at, int64_t n)
{
  bool negative = false, positive = false;

  for (int64_t i = 0; i < n; i++) {
    const double x = gk_number (dtype, at, i);

    if (!(fabs (x) >= 0.5 && fabs (x) < 1))
      fail_msg ("number %lld is %g", (long long)i, x);
    negative |= x < 0;
    positive |= x > 0;
  }
  assert_true (negative && positive);
}

static const struct driver driver
    = { .copy = fake_driver_copy, .synchronize = fake_driver_synchronize };

static struct cublas_operand
lines_of (int type, int64_t lines)
{
  return (struct cublas_operand){ .rows = INNER,
                                  .cols = lines,
                                  .ld = INNER,
                                  .stride = lines * INNER,
                                  .type = type };
}

static struct cublas_product
product_of (int type, int type_b, int64_t lines, int64_t batch)
{
  return (struct cublas_product){ .a = lines_of (type, lines),
                                  .b = lines_of (type_b, lines),
                                  .rows = 16,
                                  .cols = 1,
                                  .inner = INNER,
                                  .ldc = 16,
                                  .batch = batch,
                                  .stride_c = 16,
                                  .type_c = CUBLAS_R_16BF };
}

static void
check_sets (gk_dtype dtype, int type, gk_dtype dtype_b, int type_b, int lines)
{
  const struct cublas_product p = product_of (type, type_b, lines, 1);
  /* A second set at least. */
  const gk_device device
      = { .l2 = 2 * (uint64_t)lines * INNER * gk_element_bytes (dtype) };
  struct operand_sets sets;
  struct fake_host fake;

  fake_host_init (&fake);
  fake.host.workspace = workspace;
  assert_int_equal (operand_sets_make (&fake.host, &device, &driver, &p, &sets),
                    GK_OK);
  assert_true (sets.sets > 1);
  for (int i = 0; i < sets.sets; i++) {
    const struct operand_set set = operand_sets_next (&sets);

    check_numbers (dtype, set.a, (int64_t)lines * INNER);
    check_numbers (dtype_b, set.b, (int64_t)lines * INNER);
    assert_memory_not_equal (set.a, set.b, 4096);
  }
  fake.host.free (&fake.host, sets.base);
  assert_int_equal (fake.live, 0);
}

TEST (numbers_of_each_type)
{
  const struct {
    gk_dtype dtype;
    int type;
  } types[] = {
    { GK_F16, CUBLAS_R_16F },         { GK_BF16, CUBLAS_R_16BF },
    { GK_F32, CUBLAS_R_32F },         { GK_F64, CUBLAS_R_64F },
    { GK_F8_E4M3, CUBLAS_R_8F_E4M3 }, { GK_F8_E5M2, CUBLAS_R_8F_E5M2 },
  };

  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
    check_sets (types[i].dtype, types[i].type, types[i].dtype, types[i].type,
                1024);
}

TEST (operands_of_two_types)
{
  check_sets (GK_F8_E5M2, CUBLAS_R_8F_E5M2, GK_F8_E4M3, CUBLAS_R_8F_E4M3, 1000);
  check_sets (GK_F8_E4M3, CUBLAS_R_8F_E4M3, GK_F8_E5M2, CUBLAS_R_8F_E5M2,
              LINES);
}

/* The matrices of a batch differ, though they have 2^20 bytes, and C's are the
 * last of a set. */
TEST (operands_of_a_batch)
{
  enum { BATCH = 12, ELEMENTS = 1 << 19, LINES_OF_ONE = ELEMENTS / INNER };
  const struct cublas_product p
      = product_of (CUBLAS_R_16F, CUBLAS_R_16F, LINES_OF_ONE, BATCH);
  const gk_device device = { .l2 = 0 };
  struct operand_sets sets;
  struct operand_set set;
  struct fake_host fake;

  fake_host_init (&fake);
  fake.host.workspace = workspace;
  assert_int_equal (operand_sets_make (&fake.host, &device, &driver, &p, &sets),
                    GK_OK);
  set = operand_sets_first (&sets);
  assert_ptr_equal (set.b, (const char *)set.a + BATCH * ELEMENTS * 2);
  assert_ptr_equal (set.c, (const char *)set.b + BATCH * ELEMENTS * 2);
  assert_int_equal (sets.set, 2 * BATCH * ELEMENTS * 2 + 512);
  check_numbers (GK_F16, set.a, (int64_t)BATCH * ELEMENTS);
  check_numbers (GK_F16, set.b, (int64_t)BATCH * ELEMENTS);
  for (int z = 1; z < BATCH; z++)
    assert_memory_not_equal (set.a, (const uint16_t *)set.a + z * ELEMENTS,
                             4096);
  fake.host.free (&fake.host, sets.base);
  assert_int_equal (fake.live, 0);
}

/* More than the CPU makes at a time; both operands have the same. */
TEST (scales_are_1)
{
  struct cublas_product p
      = product_of (CUBLAS_R_8F_E4M3, CUBLAS_R_8F_E4M3, 16, 1);
  const gk_device device = { .l2 = 0 };
  struct operand_sets sets;
  struct operand_set set;
  struct fake_host fake;

  fake_host_init (&fake);
  fake.host.workspace = workspace;
  p.a.n_scales = 5;
  p.b.n_scales = 5 << 20;
  assert_int_equal (operand_sets_make (&fake.host, &device, &driver, &p, &sets),
                    GK_OK);
  set = operand_sets_first (&sets);
  assert_ptr_equal (set.scales_a, set.scales_b);
  for (int64_t i = 0; i < p.b.n_scales; i++)
    assert_true (set.scales_b[i] == 1);
  fake.host.free (&fake.host, (void *)(uintptr_t)set.scales_a);
  fake.host.free (&fake.host, sets.base);
  assert_int_equal (fake.live, 0);
}

/* A matrix of a batch may end before the next begins; behind the last there is
 * nothing. */
TEST (strides_are_counted)
{
  struct cublas_product p = product_of (CUBLAS_R_32F, CUBLAS_R_32F, 1024, 3);
  const gk_device device = { .l2 = 0 };
  struct operand_sets sets;
  struct fake_host fake;

  fake_host_init (&fake);
  fake.host.workspace = workspace;
  p.a.stride += 64;
  assert_int_equal (operand_sets_make (&fake.host, &device, &driver, &p, &sets),
                    GK_OK);
  assert_int_equal (sets.b, (3 * 1024 * INNER + 2 * 64) * 4);
  fake.host.free (&fake.host, sets.base);
}
