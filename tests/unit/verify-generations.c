/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A reference that follows its inputs through the generations that are judged
 * says what one says that was made afresh.
 */
#include <config.h>

#include <math.h>

#include "tests/unit/unit.h"
#include "judged-product.h"
#include "trials.h"
#include "matmul/number.h"
#include "matmul/check/problem.h"
#include "matmul/check/varied.h"

/* The generations that are judged, of all. */
static const uint64_t judged[] = { 0, 3, 4, 12, 31, 77 };
enum { JUDGED = sizeof judged / sizeof judged[0] };

static const struct {
  gk_dtype dtype;
  gk_data data;
} kinds[] = {
  { GK_I32, GK_DATA_RANDOM },     { GK_F32, GK_DATA_RANDOM },
  { GK_F64, GK_DATA_RANDOM },     { GK_F32, GK_DATA_EXACT },
  { GK_F64, GK_DATA_EXACT },      { GK_I32, GK_DATA_ZERO },
  { GK_F32, GK_DATA_ZERO },       { GK_F64, GK_DATA_ZERO },
  { GK_I8, GK_DATA_RANDOM },      { GK_F16, GK_DATA_RANDOM },
  { GK_BF16, GK_DATA_RANDOM },    { GK_TF32, GK_DATA_RANDOM },
  { GK_F16, GK_DATA_EXACT },      { GK_BF16, GK_DATA_ZERO },
  { GK_F8_E4M3, GK_DATA_RANDOM }, { GK_F8_E5M2, GK_DATA_WIDE },
  { GK_F32, GK_DATA_NORMAL },     { GK_F64, GK_DATA_GRADED },
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* All columns and a whole product; some columns; Freivalds' check; and shapes
 * in which two generations often change the same line, or each place of it. */
static const int64_t sizes[][3] = {
  { 23, 40, 31 }, { 139, 131, 127 }, { 257, 263, 259 },
  { 2, 3, 2 },    { 1, 1, 1 },       { 3, 4000, 19 },
};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* Two states of one problem: one that follows, and one that does not. */
struct pair {
  struct product follows, anew;
};

/* Does this at each generation that is judged, from the first on, C being
 * right. */
static void
follow (int kind, const int64_t size[3], gk_layout layout, uint64_t first,
        void (*check) (struct pair *pair))
{
  struct pair pair;
  struct product *p = &pair.follows;

  product_make (p, size[0], size[1], size[2], kinds[kind].dtype, layout);
  product_make (&pair.anew, size[0], size[1], size[2], kinds[kind].dtype,
                layout);
  product_fill (p, kinds[kind].data);
  for (int j = 0; j < JUDGED; j++) {
    while (p->generation < first + judged[j])
      product_vary (p);
    product_compute (p, p->problem->a, p->problem->b);
    memcpy (p->right, p->problem->c, product_bytes (p));
    check (&pair);
  }
  product_free (p);
  product_free (&pair.anew);
}

static void
each (void (*check) (struct pair *pair))
{
  for (int i = 0; i < KINDS * SIZES; i += trial_stride (11)) {
    const int kind = i / SIZES;

    follow (kind, sizes[i % SIZES], (gk_layout)((i + kind) % (GK_TT + 1)), 0,
            check);
  }
}

/* The verdict of a reference made for it: another choice makes it forget. */
static void
judge_anew (struct pair *pair)
{
  struct product *to = &pair->anew;
  const struct product *from = &pair->follows;

  memcpy ((void *)(uintptr_t)to->problem->a, from->problem->a,
          to->setup.buffers[MATMUL_A].bytes);
  memcpy ((void *)(uintptr_t)to->problem->b, from->problem->b,
          to->setup.buffers[MATMUL_B].bytes);
  memcpy (to->problem->c, from->problem->c, product_bytes (to));
  to->data = from->data;
  to->generation = from->generation;
  to->choice_seed = from->choice_seed + 1;
  product_is_right (to, 0);
  to->choice_seed = from->choice_seed;
  product_is_right (to, 0);
}

static void
assert_near (double x, double y)
{
  if (!(fabs (x - y) <= 1e-9 * fabs (y)))
    fail_msg ("%.17g is not %.17g", x, y);
}

static void
same_figures (struct pair *pair)
{
  const gk_check *follows = &pair->follows.check, *anew = &pair->anew.check;

  product_is_right (&pair->follows, 0);
  judge_anew (pair);
  assert_string_equal (follows->method, anew->method);
  assert_int_equal (follows->checked, anew->checked);
  assert_near (follows->error, anew->error);
  assert_near (follows->rms_error, anew->rms_error);
}

TEST (a_right_product_has_the_same_figures)
{
  each (same_figures);
}

/* Its first generation is not that which all others return to.  The last size
 * has more rows of B than are kept of the chosen columns; Freivalds' check
 * needs one of the third. */
TEST (a_reference_made_of_a_later_generation_follows)
{
  static const int64_t many[3] = { 3, 70000, 19 };

  for (int kind = 1; kind < 4; kind++) {
    for (int i = 0; i < SIZES; i++)
      follow (kind, sizes[i], GK_TN, 1, same_figures);
    follow (kind, many, GK_ROW_MAJOR, 1, same_figures);
  }
}

/* The row and the column of C that this generation changed. */
static void
changed_place (const struct product *p, int64_t *i, int64_t *j)
{
  const gk_matmul *q = p->problem;
  const bool rows = q->layout_c == GK_ROW_MAJOR;
  const struct matrix a = { .rows = rows ? q->m : q->k, .cols = q->n };
  const struct matrix b = { .rows = q->n, .cols = rows ? q->k : q->m };
  const struct product_inputs from = varied_inputs (PRODUCT_SEED, q, 0);
  const struct varied v
      = varied_of (&p->fake.host, p->data, &from, p->generation, &a, &b, !rows);

  *i = rows ? v.a.line : v.b.line;
  *j = rows ? v.b.line : v.a.line;
}

static void
spoil (struct product *p, int64_t i, int64_t j)
{
  const gk_dtype dtype = p->problem->dtype_c;
  /* Over what sums of 4000 products of factors with 11 bits may be off by. */
  const double by = p->problem->dtype == GK_TF32 ? 8 : 1;
  void *at = product_at (p, i, j);

  if (dtype == GK_I32)
    *(uint32_t *)at += 1;
  else
    number_put (dtype, at, number_at (dtype, at) + by);
}

/* In the column (column-major: row) that B's (A's) change shows in, of which
 * each element is looked at. */
static void
one_wrong (struct pair *pair)
{
  struct product *p = &pair->follows;
  const bool rows = p->problem->layout_c == GK_ROW_MAJOR;
  const int64_t length = rows ? p->problem->m : p->problem->k;
  int64_t i, j;

  product_is_right (p, 0);
  if (p->generation == 0)
    return;
  changed_place (p, &i, &j);
  spoil (p, i, j);
  product_is_wrong (p, 0, "c[", NULL);
  for (int64_t other = 0; other < length; other += 1 + length / 3) {
    spoil (p, rows ? other : i, rows ? j : other);
    product_is_wrong (p, 0, "c[", NULL);
  }
  product_is_right (p, 0);
}

TEST (one_wrong_element_where_it_changed_is_found)
{
  each (one_wrong);
}

/* Of one of the generations before; the least precision that is in use, where
 * sums are long enough for what it rounds to stay apart. */
static void
earlier_is_wrong (struct pair *pair)
{
  struct product *p = &pair->follows;
  const bool few = p->problem->m < 3;
  /* Of small integers one product may be another's. */
  const bool alike = p->problem->n == 1 && number_bytes (p->problem->dtype) < 4;
  char *old = fake_host_memory (product_bytes (p));

  memcpy (old, p->right, product_bytes (p));
  product_is_right (p, 0);
  product_vary (p);
  assert_false (!alike && product_passes (p, few ? 0 : 0x1p-11));
  product_vary (p);
  product_vary (p);
  assert_false (!alike && product_passes (p, few ? 0 : 0x1p-11));
  memcpy (p->problem->c, old, product_bytes (p));
  free (old);
}

TEST (a_product_of_an_earlier_generation_is_wrong)
{
  each (earlier_is_wrong);
}

/* Back and forth, which no host does, and among the data of one problem. */
TEST (any_order_will_do)
{
  static const gk_data data[] = { GK_DATA_RANDOM, GK_DATA_EXACT, GK_DATA_ZERO };
  struct product p;

  product_make (&p, 139, 131, 127, GK_F32, GK_ROW_MAJOR);
  for (int round = 0; round < 20; round++) {
    product_fill (&p, data[round % 3]);
    p.generation = 0;
    for (int g = 0; g < round * 7 % 5; g++)
      product_vary (&p);
    product_compute (&p, p.problem->a, p.problem->b);
    product_is_right (&p, 0);
    product_is_right (&p, 0x1p-24);
  }
  product_free (&p);
}
