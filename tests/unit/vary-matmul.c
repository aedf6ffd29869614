/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Varied operands of a product: what was right for one generation is wrong for
 * the next, however little precision a variant declares.
 */
#include <config.h>

#include "tests/unit/unit.h"
#include "judged-product.h"
#include "trials.h"
#include "matmul/number.h"
#include "matmul/check/problem.h"
#include "matmul/check/varied.h"

enum { GENERATIONS = 6 };

/* One kind of product. */
struct kind {
  gk_dtype dtype;
  gk_data data;
  gk_layout layout;
};

static const struct kind kinds[] = {
  { GK_I32, GK_DATA_RANDOM, GK_ROW_MAJOR },
  { GK_I32, GK_DATA_RANDOM, GK_COL_MAJOR },
  { GK_F32, GK_DATA_RANDOM, GK_ROW_MAJOR },
  { GK_F32, GK_DATA_RANDOM, GK_COL_MAJOR },
  { GK_F64, GK_DATA_RANDOM, GK_ROW_MAJOR },
  { GK_F64, GK_DATA_RANDOM, GK_COL_MAJOR },
  { GK_F32, GK_DATA_EXACT, GK_ROW_MAJOR },
  { GK_F64, GK_DATA_EXACT, GK_COL_MAJOR },
  { GK_I32, GK_DATA_ZERO, GK_ROW_MAJOR },
  { GK_F32, GK_DATA_ZERO, GK_ROW_MAJOR },
  { GK_F64, GK_DATA_ZERO, GK_COL_MAJOR },
  { GK_I8, GK_DATA_RANDOM, GK_ROW_MAJOR },
  { GK_U8, GK_DATA_RANDOM, GK_COL_MAJOR },
  { GK_F16, GK_DATA_RANDOM, GK_ROW_MAJOR },
  { GK_BF16, GK_DATA_RANDOM, GK_COL_MAJOR },
  { GK_F8_E4M3, GK_DATA_RANDOM, GK_COL_MAJOR },
  { GK_F8_E5M2, GK_DATA_EXACT, GK_ROW_MAJOR },
  { GK_F8_E4M3, GK_DATA_WIDE, GK_TN },
  { GK_F8_E4M3, GK_DATA_GRADED, GK_ROW_MAJOR },
  { GK_F8_E5M2, GK_DATA_HEAVY, GK_COL_MAJOR },
  { GK_TF32, GK_DATA_RANDOM, GK_ROW_MAJOR },
  { GK_F16, GK_DATA_EXACT, GK_COL_MAJOR },
  { GK_BF16, GK_DATA_EXACT, GK_ROW_MAJOR },
  { GK_TF32, GK_DATA_EXACT, GK_COL_MAJOR },
  { GK_U8, GK_DATA_ZERO, GK_ROW_MAJOR },
  { GK_F16, GK_DATA_ZERO, GK_COL_MAJOR },
  { GK_F8_E4M3, GK_DATA_ZERO, GK_ROW_MAJOR },
  { GK_F8_E5M2, GK_DATA_ZERO, GK_COL_MAJOR },
  { GK_BF16, GK_DATA_ZERO, GK_ROW_MAJOR },
  { GK_TF32, GK_DATA_ZERO, GK_ROW_MAJOR },
  { GK_I8, GK_DATA_RANDOM, GK_TN },
  { GK_BF16, GK_DATA_RANDOM, GK_NT },
  { GK_F32, GK_DATA_RANDOM, GK_TT },
  { GK_F64, GK_DATA_EXACT, GK_TN },
  { GK_F16, GK_DATA_ZERO, GK_TT },
  { GK_F32, GK_DATA_WIDE, GK_ROW_MAJOR },
  { GK_F64, GK_DATA_WIDE, GK_COL_MAJOR },
  { GK_TF32, GK_DATA_WIDE, GK_NT },
  { GK_F16, GK_DATA_WIDE, GK_ROW_MAJOR },
  { GK_BF16, GK_DATA_WIDE, GK_TN },
  { GK_I8, GK_DATA_WIDE, GK_COL_MAJOR },
  { GK_U8, GK_DATA_WIDE, GK_TT },
  { GK_I32, GK_DATA_WIDE, GK_ROW_MAJOR },
  { GK_F32, GK_DATA_NORMAL, GK_ROW_MAJOR },
  { GK_F64, GK_DATA_NORMAL, GK_TN },
  { GK_F16, GK_DATA_NORMAL, GK_COL_MAJOR },
  { GK_F32, GK_DATA_SPARSE, GK_COL_MAJOR },
  { GK_F64, GK_DATA_HEAVY, GK_ROW_MAJOR },
  { GK_BF16, GK_DATA_SPARSE, GK_ROW_MAJOR },
  { GK_F16, GK_DATA_HEAVY, GK_NT },
  { GK_TF32, GK_DATA_GRADED, GK_ROW_MAJOR },
  { GK_F16, GK_DATA_GRADED, GK_COL_MAJOR },
  { GK_F32, GK_DATA_PERMUTATION, GK_TT },
  { GK_BF16, GK_DATA_PERMUTATION, GK_COL_MAJOR },
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void
make (struct product *p, const struct kind *kind, int64_t m, int64_t n,
      int64_t k)
{
  product_make (p, m, n, k, kind->dtype, kind->layout);
  product_fill (p, kind->data);
}

static size_t
bytes_of (const struct product *p, int buffer)
{
  return p->setup.buffers[buffer].bytes;
}

static void *
input (const struct product *p, int buffer)
{
  return (void *)(uintptr_t)(buffer == MATMUL_A ? p->problem->a
                                                : p->problem->b);
}

/* A copy of both inputs; to be freed. */
static char *
inputs (const struct product *p)
{
  char *copy = fake_host_memory (bytes_of (p, 0) + bytes_of (p, 1));

  memcpy (copy, input (p, MATMUL_A), bytes_of (p, 0));
  memcpy (copy + bytes_of (p, 0), input (p, MATMUL_B), bytes_of (p, 1));
  return copy;
}

static bool
same (const struct product *p, const char *copy)
{
  char *now = inputs (p);
  bool is_same = memcmp (now, copy, bytes_of (p, 0) + bytes_of (p, 1)) == 0;

  free (now);
  return is_same;
}

/* C from the inputs as they are. */
static void
compute (struct product *p)
{
  product_compute (p, p->problem->a, p->problem->b);
}

TEST (each_generation_has_its_own_product)
{
  struct product p;

  for (int i = 0; i < KINDS; i++) {
    make (&p, &kinds[i], 67, 41, 53);
    for (int generation = 0; generation < GENERATIONS; generation++) {
      product_is_right (&p, 0);
      product_vary (&p);
      assert_false (product_passes (&p, 0));
      compute (&p);
    }
    product_is_right (&p, 0);
    product_free (&p);
  }
}

/* Where only some columns are looked at, and a change of a few elements is
 * little beside a long sum. */
TEST (a_kept_product_is_wrong_at_every_precision)
{
  static const double precisions[] = { 0, 0x1p-24, 0x1p-16, 0x1p-11, 0x1p-8 };
  struct product p;

  for (int i = 0; i < KINDS; i += trial_stride (5)) {
    if (number_is_integer (kinds[i].dtype) || kinds[i].data == GK_DATA_EXACT)
      continue;
    make (&p, &kinds[i], 40, 2048, 300);
    for (int generation = 0; generation < 3; generation++) {
      product_vary (&p);
      for (size_t j = 0; j < sizeof precisions / sizeof precisions[0]; j++)
        assert_false (product_passes (&p, precisions[j]));
      compute (&p);
      product_is_right (&p, 0);
    }
    product_free (&p);
  }
}

/* A product that follows A's changes and not B's, as one with a copy of B
 * would. */
TEST (a_kept_operand_is_wrong_at_every_precision)
{
  struct product p;
  char *old;

  for (int buffer = 0; buffer < 2; buffer++)
    for (gk_layout layout = GK_ROW_MAJOR; layout <= GK_COL_MAJOR; layout++) {
      make (&p, &(struct kind){ GK_F32, GK_DATA_RANDOM, layout }, 300, 2048,
            300);
      for (int generation = 0; generation < 3; generation++) {
        old = inputs (&p);
        product_vary (&p);
        product_compute (&p, buffer == 0 ? old : p.problem->a,
                         buffer == 1 ? old + bytes_of (&p, 0) : p.problem->b);
        assert_false (product_passes (&p, 0x1p-8));
        free (old);
      }
      product_free (&p);
    }
}

static void
clear (struct product *p)
{
  const gk_matmul *q = p->problem;

  for (int64_t i = 0; i < q->m; i++)
    for (int64_t j = 0; j < q->k; j++)
      memset (product_at (p, i, j), 0, product_element (p));
}

/* Down to a problem of one element, and whatever the precision. */
TEST (zeros_are_not_the_product_of_varied_zeros)
{
  static const int64_t sizes[][3]
      = { { 1, 1, 1 }, { 3, 2, 5 }, { 1, 300, 1 }, { 131, 127, 139 } };
  struct product p;

  for (int i = 0; i < KINDS; i++)
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
      if (kinds[i].data != GK_DATA_ZERO)
        continue;
      make (&p, &kinds[i], sizes[s][0], sizes[s][1], sizes[s][2]);
      product_is_right (&p, 0);
      for (int generation = 0; generation < 60 / trial_stride (10);
           generation++) {
        product_vary (&p);
        compute (&p);
        product_is_right (&p, 0);
        clear (&p);
        assert_false (product_passes (&p, 0x1p-8));
      }
      product_free (&p);
    }
}

/* Where all that is summed is zero there is nothing to round. */
TEST (what_is_not_quite_zero_is_wrong)
{
  struct product p;
  const float tiny = 0x1p-140F, minus = -0.0F;

  make (&p, &(struct kind){ GK_F32, GK_DATA_ZERO, GK_ROW_MAJOR }, 131, 127,
        139);
  product_vary (&p);
  compute (&p);
  memcpy (product_at (&p, 0, 0), &minus, sizeof minus);
  product_is_right (&p, 0);
  memcpy (product_at (&p, 0, 0), &tiny, sizeof tiny);
  assert_false (product_passes (&p, 0x1p-8));
  product_free (&p);
}

TEST (a_generation_follows_from_its_number)
{
  struct product p, q;
  char *kept[GENERATIONS];

  for (int i = 0; i < KINDS; i++) {
    make (&p, &kinds[i], 23, 31, 19);
    make (&q, &kinds[i], 23, 31, 19);
    for (int g = 0; g < GENERATIONS; g++) {
      kept[g] = inputs (&p);
      assert_true (same (&q, kept[g]));
      for (int h = 0; h < g; h++)
        assert_false (same (&p, kept[h]));
      product_vary (&p);
      product_vary (&q);
    }
    for (int g = 0; g < GENERATIONS; g++)
      free (kept[g]);
    product_free (&p);
    product_free (&q);
  }
}

/* Changes both inputs, in the ranges that it tells and nowhere else. */
static void
check_ranges (struct product *p, uint64_t generation)
{
  void *const buffers[] = { input (p, MATMUL_A), input (p, MATMUL_B), NULL,
                            (void *)(uintptr_t)p->problem->group_lines };
  gk_range ranges[GK_MAX_RANGES];
  gk_vary vary = { .size = sizeof vary,
                   .data = p->data,
                   .seed = PRODUCT_SEED,
                   .generation = generation,
                   .buffers = buffers,
                   .ranges = ranges };
  char *old = inputs (p);
  bool changed[2] = { false };

  assert_int_equal (matmul_vary (&p->fake.host, p->setup.state, &vary), GK_OK);
  assert_in_range (vary.n_ranges, 2, GK_MAX_RANGES);
  for (uint64_t i = 1; i < vary.n_ranges; i++)
    for (uint64_t j = 0; j < i; j++)
      assert_false (ranges[i].buffer == ranges[j].buffer
                    && ranges[i].offset < ranges[j].offset + ranges[j].bytes
                    && ranges[j].offset < ranges[i].offset + ranges[i].bytes);
  for (uint64_t i = 0; i < vary.n_ranges; i++) {
    const gk_range *r = &vary.ranges[i];
    char *was = old + (r->buffer == 1 ? bytes_of (p, 0) : 0) + r->offset;
    char *is = (char *)buffers[r->buffer] + r->offset;

    assert_in_range (r->buffer, 0, 1);
    assert_true (r->offset + r->bytes <= bytes_of (p, (int)r->buffer));
    changed[r->buffer] |= memcmp (was, is, r->bytes) != 0;
    memcpy (was, is, r->bytes);
  }
  assert_true (changed[0] && changed[1]);
  assert_true (same (p, old));
  free (old);
}

TEST (all_that_changes_is_told)
{
  struct product p;

  for (int i = 0; i < KINDS; i++)
    for (int64_t side = 1; side < 40; side += 13) {
      make (&p, &kinds[i], side, side, side);
      for (uint64_t generation = 1; generation < 20; generation++)
        check_ranges (&p, generation);
      product_free (&p);
    }
}

TEST (all_that_changes_in_a_batch_is_told)
{
  struct product p;

  for (int i = 0; i < KINDS; i++) {
    product_make_batch (&p,
                        &(struct matmul_sizes){
                            .m = 5, .n = 9, .k = 3, .batch = 1 + 2 * i % 40 },
                        kinds[i].dtype, kinds[i].layout);
    product_fill (&p, kinds[i].data);
    for (uint64_t generation = 1; generation < 9; generation++)
      check_ranges (&p, generation);
    product_free (&p);
  }
}

TEST (all_that_changes_in_groups_is_told)
{
  struct product p;

  for (int i = 0; i < KINDS; i++) {
    product_make_batch (&p,
                        &(struct matmul_sizes){ .m = 31,
                                                .n = 9,
                                                .k = 32,
                                                .batch = 1,
                                                .groups = 1 + i % 20,
                                                .group_multiple = 1 },
                        kinds[i].dtype, i % 2 ? kinds[i].layout : GK_TN);
    product_fill (&p, kinds[i].data);
    for (uint64_t generation = 1; generation < 9; generation++)
      check_ranges (&p, generation);
    product_free (&p);
  }
}

/* A generation is planted in one product of a batch, and undone. */
TEST (one_product_of_a_batch_is_planted)
{
  struct product p;
  int seen = 0;

  product_make_batch (
      &p, &(struct matmul_sizes){ .m = 5, .n = 9, .k = 3, .batch = 20 }, GK_F32,
      GK_TN);
  product_fill (&p, GK_DATA_RANDOM);
  for (uint64_t generation = 1; generation < 20; generation++) {
    const float *numbers[] = { p.problem->a, p.problem->b };
    int found = 0;

    p.plants = generation % 2 != 0;
    product_vary (&p);
    for (int b = 0; b < 2; b++)
      for (size_t i = 0; i < bytes_of (&p, b) / sizeof (float); i++)
        if (numbers[b][i] > 2 || numbers[b][i] < -2) {
          const int64_t z = (int64_t)(i / (bytes_of (&p, b) / 20 / 4));

          found++;
          assert_int_equal (z, varied_planted (&p.fake.host, PRODUCT_SEED,
                                               generation, p.problem));
        }
    assert_in_range (found, 0, p.plants ? 2 : 0);
    seen += found;
  }
  assert_true (seen > 5);
  product_free (&p);
}

/* Varied inputs are of the kind that fill makes. */
TEST (values_stay_in_range)
{
  struct product p;
  const float *a;

  for (int exact = 0; exact < 2; exact++) {
    make (&p,
          &(struct kind){ GK_F32, exact ? GK_DATA_EXACT : GK_DATA_RANDOM,
                          GK_ROW_MAJOR },
          5, 64, 5);
    a = p.problem->a;
    for (int generation = 0; generation < 200; generation++) {
      product_vary (&p);
      for (int64_t l = 0; l < 5 * p.problem->lda; l++)
        if (exact)
          assert_true (a[l] >= -256 && a[l] <= 256 && a[l] == (float)(int)a[l]);
        else
          assert_true (a[l] >= -1 && a[l] < 1);
    }
    product_free (&p);
  }
}
