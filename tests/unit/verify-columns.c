/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The judge of floating-point products of random numbers: arithmetic that is
 * less precise than it says does not pass.
 */
#include <config.h>

#include <string.h>

#include "tests/unit/unit.h"
#include "judged-product.h"
#include "matmul/check/problem.h"
#include "rounded.h"
#include "single-product.h"
#include "trials.h"

/* Over 2^20 multiplications: only some columns are recomputed. */
enum { M = 139, N = 131, K = 127 };

/* Lengths of sums in which errors have room to cancel, and how many lines. */
enum { LONG = 1024, LINES = 512 };

static void
each (void (*check) (struct product *p))
{
  struct product p;

  for (gk_dtype dtype = GK_F32; dtype <= GK_F64; dtype++)
    for (gk_layout layout = 0; layout <= GK_TT; layout++) {
      product_make (&p, M, N, K, dtype, layout);
      product_fill (&p, GK_DATA_RANDOM);
      check (&p);
      product_free (&p);
    }
}

static void
right (struct product *p)
{
  product_is_right (p, 0);
  assert_true (p->check.error > 0 && p->check.error < p->check.bound);
}

TEST (a_right_product_passes)
{
  each (right);
}

/* In all elements, since not all columns are looked at so closely. */
static void
scaled (struct product *p)
{
  const double by = p->problem->dtype == GK_F32 ? 1 + 0x1p-14 : 1 + 0x1p-40;

  for (int64_t i = 0; i < M; i++)
    for (int64_t j = 0; j < K; j++) {
      void *at = product_at (p, i, j);

      if (p->problem->dtype == GK_F32)
        *(float *)at *= (float)by;
      else
        *(double *)at *= by;
    }
  product_is_wrong (p, 0, "c[", "is the arithmetic less precise?", NULL);
  assert_true (p->check.error > p->check.bound);
}

TEST (a_slight_factor_is_found)
{
  each (scaled);
}

/* The first and the last column (column-major: row) are always looked at. */
static void
edge (struct product *p)
{
  const bool rows = p->problem->layout_c == GK_ROW_MAJOR;
  const int64_t places[][2] = { { M - 1, rows ? 0 : K - 1 },
                                { 0, 0 },
                                { rows ? 0 : M - 1, rows ? K - 1 : 0 },
                                { M - 1, K - 1 } };

  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    void *at = product_at (p, places[i][0], places[i][1]);
    char want[80];

    if (p->problem->dtype == GK_F32)
      *(float *)at += 0x1p-8F;
    else
      *(double *)at += 0x1p-30;
    snprintf (want, sizeof want, "c[%d][%d] is ", (int)places[i][0],
              (int)places[i][1]);
    product_is_wrong (p, 0, want, "should be ", NULL);
  }
}

TEST (one_wrong_element_at_an_edge_is_found)
{
  each (edge);
}

/* Calls spoil for each column but the edges, of products of several
 * generations; each must be found. */
static void
each_column (struct product *p,
             void (*spoil) (struct product *p, int64_t column))
{
  const bool rows = p->problem->layout_c == GK_ROW_MAJOR;
  const int64_t lines = rows ? K : M;

  for (int64_t line = 1; line < lines - 1; line += 29) {
    if (line % 3 == 0) {
      product_vary (p);
      product_launch (p, p->problem);
      memcpy (p->right, p->problem->c, product_bytes (p));
    }
    product_is_right (p, 0);
    spoil (p, line);
    product_is_wrong (p, 0, "c[", "should be ", NULL);
  }
}

/* Changes element n of a column (column-major: row) of C. */
static void
change_element (const struct product *p, int64_t column, int64_t n, double by,
                double plus)
{
  const bool rows = p->problem->layout_c == GK_ROW_MAJOR;
  void *at = product_at (p, rows ? n : column, rows ? column : n);

  if (p->problem->dtype == GK_F32)
    *(float *)at = (float)(*(float *)at * by + plus);
  else
    *(double *)at = *(double *)at * by + plus;
}

static void
scale_column (struct product *p, int64_t column)
{
  const int64_t lines = p->problem->layout_c == GK_ROW_MAJOR ? M : K;

  for (int64_t n = 0; n < lines; n++)
    change_element (p, column, n, 1.01, 0);
}

static void
change_one (struct product *p, int64_t column)
{
  change_element (p, column, column % 100, 1, 0.01);
}

static void
scaled_columns (struct product *p)
{
  each_column (p, scale_column);
  each_column (p, change_one);
}

/* Most are not among those that are recomputed. */
TEST (one_wrong_column_or_element_is_found_wherever_it_is)
{
  each (scaled_columns);
}

/* By less than random sums show, in arithmetic of few bits. */
TEST (an_element_that_differs_from_another_launch_is_looked_at)
{
  struct product p;
  int passed = 0;

  product_make (&p, M, N, K, GK_TF32, GK_ROW_MAJOR);
  product_fill (&p, GK_DATA_RANDOM);
  for (int64_t j = 40; j < 50; j++) {
    float *at = product_at (&p, M / 2, j);

    *at += 0.3F;
    p.differing.bytes = 0;
    passed += product_passes (&p, 0);
    p.differing = (gk_range){
      .buffer = MATMUL_C,
      .offset = (uint64_t)((char *)at - (char *)p.problem->c),
      .bytes = sizeof *at,
    };
    product_is_wrong (&p, 0, "c[69][4", "is the arithmetic less precise?",
                      NULL);
    product_is_right (&p, 0);
  }
  assert_true (passed >= 5);
  product_free (&p);
}

TEST (f64_computed_in_f32_is_found)
{
  struct product p;

  for (gk_layout layout = 0; layout <= GK_COL_MAJOR; layout++) {
    product_make (&p, M, N, K, GK_F64, layout);
    product_fill (&p, GK_DATA_RANDOM);
    product_compute_single (&p);
    product_is_wrong (&p, 0, "c[", "for a unit roundoff of 1.1e-16", NULL);
    product_compute_single (&p);
    product_is_right (&p, 0x1p-24);
    product_free (&p);
  }
}

/* What a kernel multiplies in place of x. */
enum part { HIGH, LOW, BOTH };

/* An operand in parts of so many bits; to be freed. */
static float *
part_of (const struct product *p, int buffer, const float *x, enum part part,
         int bits)
{
  const size_t bytes = p->setup.buffers[buffer].bytes;
  float *y = fake_host_memory (bytes);

  for (size_t i = 0; i < bytes / sizeof *y; i++) {
    const float high = rounded (x[i], bits);
    const float low = rounded (x[i] - high, bits);

    y[i] = part == HIGH ? high : part == LOW ? low : high + low;
  }
  return y;
}

/* C from parts of A and B. */
static void
compute (struct product *p, enum part a_part, enum part b_part, int bits)
{
  float *a = part_of (p, MATMUL_A, p->problem->a, a_part, bits);
  float *b = part_of (p, MATMUL_B, p->problem->b, b_part, bits);

  product_compute (p, a, b);
  free (a);
  free (b);
}

static void
make_long (struct product *p, gk_layout layout)
{
  product_make (p, LINES, LONG, LINES, GK_F32, layout);
  product_fill (p, GK_DATA_RANDOM);
}

TEST (tf32_is_found_and_passes_when_declared)
{
  struct product p;

  for (gk_layout layout = 0; layout <= GK_COL_MAJOR; layout++) {
    make_long (&p, layout);
    compute (&p, HIGH, HIGH, 11);
    product_is_right (&p, 0x1p-11);
    assert_true (p.check.rms_error < p.check.rms_bound / 4);
    product_is_wrong (&p, 0, "c[", "for a unit roundoff of 6e-08",
                      "is the arithmetic less precise?", NULL);
    product_free (&p);
  }
}

/* Declaring some loss does not let pass any loss. */
TEST (bf16_declared_too_precise_is_found)
{
  struct product p;

  make_long (&p, GK_ROW_MAJOR);
  compute (&p, HIGH, HIGH, 8);
  product_is_right (&p, 0x1p-8);
  assert_true (p.check.rms_error < p.check.rms_bound / 4);
  product_is_wrong (&p, 0x1p-16, "c[", NULL);
  product_free (&p);
}

/* high x (high + low), which is high x high + high x low: low x high is
 * lost. */
TEST (a_lost_correction_is_found)
{
  struct product p;

  for (gk_layout layout = 0; layout <= GK_COL_MAJOR; layout++) {
    make_long (&p, layout);
    compute (&p, HIGH, BOTH, 8);
    product_is_wrong (&p, 0, "c[", "is the arithmetic less precise?", NULL);
    compute (&p, BOTH, HIGH, 8);
    product_is_wrong (&p, 0, "c[", NULL);
    compute (&p, HIGH, BOTH, 11);
    product_is_wrong (&p, 0, "c[", NULL);
    product_free (&p);
  }
}

/* With all three terms, parts of eleven bits are as good as f32. */
TEST (a_whole_correction_passes)
{
  struct product p;
  float *first = NULL;
  size_t n;

  make_long (&p, GK_ROW_MAJOR);
  n = product_bytes (&p) / sizeof *first;
  first = fake_host_memory (product_bytes (&p));
  compute (&p, HIGH, BOTH, 11);
  memcpy (first, p.problem->c, product_bytes (&p));
  compute (&p, LOW, HIGH, 11);
  for (size_t i = 0; i < n; i++)
    if ((int64_t)i % p.problem->ldc < LINES)
      ((float *)p.problem->c)[i] += first[i];
  product_is_right (&p, 0);
  free (first);
  product_free (&p);
}

/* How far the sums get. */
static void
cut_short (struct product *p, double part)
{
  const gk_matmul *q = p->problem;
  const bool rows = q->layout_a == GK_ROW_MAJOR;
  const int64_t end = (int64_t)(part * (double)q->n);
  const size_t bytes = p->setup.buffers[MATMUL_A].bytes;
  float *a = fake_host_memory (bytes);

  memcpy (a, q->a, bytes);
  for (int64_t i = 0; i < q->m; i++)
    for (int64_t l = end; l < q->n; l++)
      a[rows ? i * q->lda + l : l * q->lda + i] = 0;
  product_compute (p, a, q->b);
  free (a);
}

/* Whatever precision is declared, and however small elements are beside the
 * magnitudes that they are the sums of. */
TEST (zeros_and_short_sums_are_found)
{
  static const double precisions[]
      = { 0, 0x1p-53, 0x1p-24, 0x1p-16, 0x1p-11, 0x1p-8 };
  static const double parts[] = { 0, 0.5, 0.95, 0.99 };
  enum { PARTS = sizeof parts / sizeof parts[0] };
  enum { CASES = PARTS * sizeof precisions / sizeof precisions[0] };
  struct product p;

  for (gk_layout layout = 0; layout <= GK_COL_MAJOR; layout++) {
    product_make (&p, 37, 65536, 41, GK_F32, layout);
    product_fill (&p, GK_DATA_RANDOM);
    for (int i = 0; i < CASES; i += trial_stride (5)) {
      cut_short (&p, parts[i % PARTS]);
      product_is_wrong (&p, precisions[i / PARTS], "for a unit roundoff of",
                        NULL);
    }
    cut_short (&p, 0.95);
    product_is_wrong (&p, 0x1p-8, layout == GK_ROW_MAJOR ? "row " : "column ",
                      "over 0.031 for a unit roundoff of 0.0039; are the sums "
                      "complete?",
                      NULL);
    assert_true (p.check.error < p.check.bound);
    assert_true (p.check.rms_error > 4 * p.check.rms_bound);
    product_free (&p);
  }
}

/* A bound that honest arithmetic comes near would cry wolf. */
TEST (honest_errors_are_far_below_their_bounds)
{
  static const int64_t shapes[][3] = {
    { 1, 1, 1 },       { 3, 2, 1 },       { 257, 3, 5 },      { 4096, 4096, 1 },
    { 1, 4096, 4096 }, { 64, 100000, 3 }, { 1000, 17, 1000 },
  };
  struct product p;

  for (gk_dtype dtype = GK_F32; dtype <= GK_F64; dtype++)
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
      product_make (&p, shapes[i][0], shapes[i][1], shapes[i][2], dtype,
                    GK_ROW_MAJOR);
      product_fill (&p, GK_DATA_RANDOM);
      product_is_right (&p, 0);
      assert_true (p.check.rms_error < p.check.rms_bound / 2);
      product_free (&p);
    }
}

/* Whether one wrong element in that column shows. */
static bool
looked_at (struct product *p, int64_t j)
{
  bool passes;

  *(float *)product_at (p, 5, j) += 0x1p-8F;
  passes = product_passes (p, 0);
  product_restore (p);
  return !passes;
}

/* Another choice looks at other columns, and none is left out for good. */
TEST (every_column_may_be_looked_at)
{
  bool seen[K] = { false };
  struct product p;

  product_make (&p, M, N, K, GK_F32, GK_ROW_MAJOR);
  product_fill (&p, GK_DATA_RANDOM);
  for (; p.choice_seed < 100; p.choice_seed++)
    for (int64_t j = 0; j < K; j++)
      seen[j] = seen[j] || looked_at (&p, j);
  for (int64_t j = 0; j < K; j++)
    if (!seen[j])
      fail_msg ("column %d was never looked at", (int)j);
  product_free (&p);
}
