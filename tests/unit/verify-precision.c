/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whatever precision a variant declares: sums that are not complete are wrong,
 * and those whose products are of that precision are right, time after time.
 */
#include <config.h>

#include <math.h>

#include "tests/unit/unit.h"
#include "judged-product.h"
#include "matmul/check/problem.h"
#include "rounded.h"
#include "trials.h"

enum { M = 40, K = 24 };

/* Products that have to pass at each precision. */
enum { TIMES = 1000 };

/* What is left out where a block is. */
enum { BLOCK = 16 };

static const int64_t lengths[] = { 16, 64, 256, 1024, 4096 };
enum { LENGTHS = sizeof lengths / sizeof lengths[0] };

/* A type, and the bits in which its elements are multiplied. */
static const struct precision {
  gk_dtype dtype;
  double declared;
  int bits;
} precisions[] = {
  { GK_F32, 0x1p-8, 8 },
  { GK_F32, 0x1p-11, 11 },
  { GK_F32, 0, 24 },
  { GK_F64, 0, 53 },
};
enum { PRECISIONS = sizeof precisions / sizeof precisions[0] };

static double
get (gk_dtype dtype, const void *from, size_t i)
{
  return dtype == GK_F32 ? (double)((const float *)from)[i]
                         : ((const double *)from)[i];
}

static void
put (gk_dtype dtype, void *to, size_t i, double value)
{
  if (dtype == GK_F32)
    ((float *)to)[i] = (float)value;
  else
    ((double *)to)[i] = value;
}

static void *
operand (const struct product *p, int buffer)
{
  return (void *)(uintptr_t)(buffer == MATMUL_A ? p->problem->a
                                                : p->problem->b);
}

static size_t
count (const struct product *p, int buffer)
{
  return p->setup.buffers[buffer].bytes / product_element (p);
}

/* Signed, with exponents far apart, zeros and f32's subnormals among them. */
static double
wide (uint64_t bits)
{
  const double fraction = 1 + (double)(bits >> 40) * 0x1p-24;
  const double sign = (bits & 1) != 0 ? 1 : -1;

  switch (bits >> 1 & 15) {
  case 0:
    return 0;
  case 1:
    return sign * ldexp (floor (fraction * 1000), -149);
  default:
    return sign * ldexp (fraction, (int)(bits >> 8 & 0xffff) % 81 - 40);
  }
}

static void
fill (struct product *p, gk_data data, uint64_t seed)
{
  void *const buffers[]
      = { operand (p, MATMUL_A), operand (p, MATMUL_B), NULL };
  const gk_host *host = &p->fake.host;

  p->data = data;
  p->choice_seed = seed + 1;
  if (data == GK_DATA_RANDOM) {
    assert_int_equal (matmul_fill (host, p->setup.state, data, seed, buffers),
                      GK_OK);
    return;
  }
  for (int buffer = 0; buffer < 2; buffer++) {
    const size_t n = count (p, buffer);
    uint64_t *bits = fake_host_memory (n * sizeof *bits);

    host->random (host, bits, n * sizeof *bits, 2 * seed + (uint64_t)buffer);
    for (size_t i = 0; i < n; i++)
      put (p->problem->dtype, operand (p, buffer), i, wide (bits[i]));
    free (bits);
  }
}

/* C from operands of so many bits, without products [first, end) of each
 * sum. */
static void
compute (struct product *p, int bits, int64_t first, int64_t end)
{
  const gk_matmul *q = p->problem;
  void *made[2];

  for (int buffer = 0; buffer < 2; buffer++) {
    const size_t n = count (p, buffer);

    made[buffer] = fake_host_memory (n * product_element (p));
    for (size_t i = 0; i < n; i++) {
      const int64_t l = (int64_t)i % q->lda;
      const double x = get (q->dtype, operand (p, buffer), i);

      put (q->dtype, made[buffer], i,
           buffer == MATMUL_A && l >= first && l < end ? 0
           : bits < 24 ? (double)rounded ((float)x, bits)
                       : x);
    }
  }
  product_compute (p, made[0], made[1]);
  free (made[0]);
  free (made[1]);
}

/* Zeros, the last twentieth left out, and blocks. */
static void
incomplete (struct product *p, const struct precision *by)
{
  const int64_t n = p->problem->n;

  compute (p, by->bits, 0, n);
  assert_false (product_passes (p, by->declared));
  compute (p, by->bits, n * 19 / 20, n);
  assert_false (product_passes (p, by->declared));
  for (int64_t first = 0; first < n; first += 1 + n / 7) {
    compute (p, by->bits, first, first + BLOCK);
    assert_false (product_passes (p, by->declared));
  }
}

TEST (incomplete_sums_are_found)
{
  struct product p;

  for (int i = 0; i < PRECISIONS * LENGTHS; i += trial_stride (11)) {
    const struct precision *by = &precisions[i % PRECISIONS];

    product_make (&p, M, lengths[i / PRECISIONS], K, by->dtype, GK_ROW_MAJOR);
    fill (&p, GK_DATA_RANDOM, (uint64_t)i);
    incomplete (&p, by);
    fill (&p, GK_DATA_WIDE, (uint64_t)i);
    incomplete (&p, by);
    product_free (&p);
  }
}

/* Of shapes that are few sums at times: the fewer there are to take a mean of,
 * the further it strays. */
static void
right (const struct precision *by, gk_data data)
{
  static const int64_t shapes[][2]
      = { { 1, 1 }, { 5, 3 }, { 1, 40 }, { 7, 19 } };
  struct product p;

  for (int i = 0; i < TIMES; i += trial_stride (11)) {
    const int64_t *shape = shapes[i % 4];

    product_make (&p, shape[0], lengths[i % LENGTHS], shape[1], by->dtype,
                  GK_ROW_MAJOR);
    fill (&p, data, (uint64_t)i);
    compute (&p, by->bits, 0, 0);
    product_is_right (&p, by->declared);
    product_free (&p);
  }
}

TEST (what_is_as_precise_as_declared_passes)
{
  for (int i = 0; i < PRECISIONS; i++) {
    right (&precisions[i], GK_DATA_RANDOM);
    right (&precisions[i], GK_DATA_WIDE);
  }
}

/* For all that the bound leaves to sums of numbers far apart. */
TEST (tf32_of_wide_numbers_is_found)
{
  struct product p;

  for (int i = 0; i < LENGTHS; i++) {
    product_make (&p, M, lengths[i], K, GK_F32, GK_ROW_MAJOR);
    fill (&p, GK_DATA_WIDE, (uint64_t)i);
    compute (&p, 11, 0, 0);
    assert_false (product_passes (&p, 0));
    product_free (&p);
  }
}
