/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The judge of products with scales: right sums pass, whichever scales there
 * are and wherever blocks end; a scale that is left out, another one's, or one
 * of an earlier launch is found.
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include "tests/unit/unit.h"
#include "judged-product.h"
#include "trials.h"
#include "matmul/matrix.h"
#include "matmul/number.h"
#include "matmul/scales.h"

static const char *const modes[] = { "tensor", "lines-a", "lines-b" };
static const char *const results[] = { "usual", "f32", "f16" };
static const gk_layout layouts[]
    = { GK_ROW_MAJOR, GK_COL_MAJOR, GK_TN, GK_NT, GK_TT };
static const gk_data kinds[]
    = { GK_DATA_RANDOM, GK_DATA_EXACT,       GK_DATA_WIDE,
        GK_DATA_NORMAL, GK_DATA_SPARSE,      GK_DATA_HEAVY,
        GK_DATA_GRADED, GK_DATA_PERMUTATION, GK_DATA_ZERO };
/* With blocks that end early in each dimension, and with none. */
static const struct matmul_sizes shapes[] = {
  { .m = 130, .n = 300, .k = 70, .batch = 1 },
  { .m = 19, .n = 129, .k = 140, .batch = 1 },
  { .m = 128, .n = 128, .k = 128, .batch = 1 },
  { .m = 1, .n = 1, .k = 1, .batch = 1 },
  { .m = 140, .n = 520, .k = 131, .batch = 1 },
  { .m = 40, .n = 1000, .k = 3, .batch = 1 },
  { .m = 2, .n = 127, .k = 300, .batch = 1 },
};
enum { MODES = 3, RESULTS = 3, LAYOUTS = 5, KINDS = 9, SHAPES = 7 };

/* The largest shape, for faults that are rare. */
enum { LARGEST = 4 };

static void
make (struct product *p, int mode, int shape, int i, gk_data data)
{
  product_make_scaled (p, &shapes[shape], layouts[i % LAYOUTS],
                       results[i % RESULTS], modes[mode]);
  product_fill (p, data);
}

/* The scales by the formulas of gkhost/matmul.h. */
static double
scale_a (const gk_matmul *q, const float *at, int64_t i, int64_t l)
{
  const int64_t padded = ((q->n + 127) / 128 + 3) / 4 * 4;

  return (double)(q->scales == GK_SCALES_TENSOR ? at[0]
                  : q->scales == GK_SCALES_LINES_A
                      ? at[l / 128 * q->m + i]
                      : at[i / 128 * padded + l / 128]);
}

static double
scale_b (const gk_matmul *q, const float *at, int64_t l, int64_t j)
{
  const int64_t padded = ((q->n + 127) / 128 + 3) / 4 * 4;

  return (double)(q->scales == GK_SCALES_TENSOR ? at[0]
                  : q->scales == GK_SCALES_LINES_B
                      ? at[l / 128 * q->k + j]
                      : at[j / 128 * padded + l / 128]);
}

static const unsigned char *
element (const void *at, gk_layout layout, int64_t ld, int64_t i, int64_t j)
{
  return (const unsigned char *)at
         + (layout == GK_ROW_MAJOR ? i * ld + j : j * ld + i);
}

/* A sum that keeps so many bits, and cuts off the rest. */
static double
cut_off (double sum, int bits)
{
  const double place = sum == 0 ? 1 : ldexp (1, ilogb (sum) + 1 - bits);

  return trunc (sum / place) * place;
}

/* The lines of an operand as numbers, to be freed. */
static double *
numbers_of (const gk_matmul *q, bool of_b)
{
  const int64_t lines = of_b ? q->k : q->m;
  double *to = fake_host_memory ((size_t)(lines * q->n) * sizeof *to);

  for (int64_t t = 0; t < lines; t++)
    for (int64_t l = 0; l < q->n; l++)
      to[t * q->n + l]
          = of_b ? number_at (q->dtype_b,
                              element (q->b, q->layout_b, q->ldb, l, t))
                 : number_at (q->dtype,
                              element (q->a, q->layout_a, q->lda, t, l));
  return to;
}

/* As a matrix unit adds: every 32 products a sum loses all but so many bits. */
static float
sum_of_block (const double *a, const double *b, int64_t n, int bits)
{
  double sum = 0;

  for (int64_t l = 0; l < n; l++) {
    sum += a[l] * b[l];
    if (l % 32 == 31)
      sum = cut_off (sum, bits);
  }
  return (float)sum;
}

/* Makes C as of these scales; blocks are added in f32. */
static void
compute (struct product *p, const float *of_a, const float *of_b, int bits)
{
  const gk_matmul *q = p->problem;
  double *a = numbers_of (q, false), *b = numbers_of (q, true);

  for (int64_t i = 0; i < q->m; i++)
    for (int64_t j = 0; j < q->k; j++) {
      float all = 0;

      for (int64_t l = 0; l < q->n; l += 128)
        all += (float)scale_a (q, of_a, i, l) * (float)scale_b (q, of_b, l, j)
               * sum_of_block (a + i * q->n + l, b + j * q->n + l,
                               q->n - l < 128 ? q->n - l : 128, bits);
      number_put (q->dtype_c, product_at (p, i, j), (double)all);
    }
  free (a);
  free (b);
}

/* To be freed. */
static float *
copy_scales (const gk_matmul *q, bool of_b)
{
  const size_t bytes
      = (size_t)matmul_scales_of (q, of_b).count * sizeof (float);
  float *copy = fake_host_memory (bytes);

  memcpy (copy, of_b ? q->scale_b : q->scale_a, bytes);
  return copy;
}

TEST (right_sums_pass_over_all_shapes)
{
  struct product p;

  for (int i = 0; i < MODES * KINDS * SHAPES; i += trial_stride (4)) {
    const int mode = i % MODES, kind = i / MODES % KINDS;

    make (&p, mode, i / MODES / KINDS, i, kinds[kind]);
    product_is_right (&p, 0);
    for (int g = 0; g < 3; g++) {
      p.plants = g == 1 && kinds[kind] == GK_DATA_RANDOM;
      product_vary (&p);
      compute (&p, p.problem->scale_a, p.problem->scale_b, 53);
      product_is_right (&p, 0);
      product_compute (&p, p.problem->a, p.problem->b);
      product_is_right (&p, 0);
    }
    product_free (&p);
  }
}

TEST (sums_of_fourteen_bits_pass_as_declared)
{
  struct product p;

  for (int i = 0; i < MODES * KINDS; i++) {
    make (&p, i % MODES, LARGEST, 1 + 3 * (i % LAYOUTS), kinds[i / MODES]);
    compute (&p, p.problem->scale_a, p.problem->scale_b, 14);
    product_is_right (&p, 0x1.8p-13);
    if (kinds[i / MODES] == GK_DATA_RANDOM)
      assert_false (p.problem->dtype_c == GK_F32 && product_passes (&p, 0));
    product_free (&p);
  }
}

/* Computes C by other scales of B, or of A. */
static void
compute_by (struct product *p, bool of_b, const float *others)
{
  compute (p, of_b ? p->problem->scale_a : others,
           of_b ? others : p->problem->scale_b, 53);
}

/* Fails unless C as of such scales is found, by the widest bounds, too. */
static void
is_found (struct product *p, bool of_b, const float *others)
{
  compute_by (p, of_b, others);
  assert_false (product_passes (p, 0));
  assert_false (product_passes (p, 0x1p-8));
}

static void
set_ones (float *scales, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    scales[i] = 1;
}

TEST (scales_that_were_left_out_are_found)
{
  struct product p;

  for (int i = 0; i < MODES * SHAPES; i++)
    for (int b = 0; b < 2; b++) {
      float *ones;

      make (&p, i % MODES, i / MODES, i, GK_DATA_RANDOM);
      ones = copy_scales (p.problem, b != 0);
      set_ones (ones, matmul_scales_of (p.problem, b != 0).count);
      is_found (&p, b != 0, ones);
      free (ones);
      product_free (&p);
    }
}

/* Gives a place of a line the scale of another one.  True if they are over an
 * eighth apart. */
static bool
use_of_other (float *scales, const struct matmul_scales *of, int64_t line,
              int64_t l, int64_t other_line, int64_t other_l)
{
  float *scale
      = &scales[line / of->lines * of->line + l / of->inner * of->step];
  const float other = of->at[other_line / of->lines * of->line
                             + other_l / of->inner * of->step];
  const bool far_apart = fabsf (other - *scale) > fminf (other, *scale) / 8;

  *scale = other;
  return far_apart;
}

/* A single scale is its neighbour's: that of the next line or lines of blocks,
 * or of the next block of the inner dimension. */
TEST (the_scale_of_a_neighbour_is_found)
{
  struct product p;
  int found = 0;

  for (int i = 0; i < 2 * 2 * 2 * 2; i++) {
    const bool b = i & 1, along = i & 2;
    const gk_data data = i & 8 ? GK_DATA_EXACT : GK_DATA_RANDOM;
    struct matmul_scales of;
    bool far_apart;
    float *others;

    make (&p, 1 + (i >> 2 & 1), LARGEST, 4 * i, data);
    of = matmul_scales_of (p.problem, b);
    others = copy_scales (p.problem, b);
    far_apart = use_of_other (others, &of, 3 * of.lines % 128, of.inner,
                              3 * of.lines % 128 + (along ? 0 : of.lines),
                              along ? 2 * of.inner : of.inner);
    compute_by (&p, b, others);
    if (far_apart) {
      assert_false (product_passes (&p, 0x1.8p-13));
      found++;
    }
    free (others);
    product_free (&p);
  }
  assert_true (found >= 8);
}

TEST (scales_of_the_first_block_for_all_are_found)
{
  struct product p;

  for (int i = 0; i < 2 * 2; i++) {
    const bool b = i & 1;
    struct matmul_scales of;
    float *firsts;

    make (&p, 1 + i / 2, LARGEST, i, GK_DATA_NORMAL);
    of = matmul_scales_of (p.problem, b);
    firsts = copy_scales (p.problem, b);
    for (int64_t line = 0; line < (b ? p.problem->k : p.problem->m);
         line += of.lines)
      for (int64_t l = 0; l < p.problem->n; l += of.inner)
        use_of_other (firsts, &of, line, l, line, 0);
    is_found (&p, b, firsts);
    free (firsts);
    product_free (&p);
  }
}

TEST (scales_of_an_earlier_launch_are_found)
{
  struct product p;

  for (int i = 0; i < MODES * SHAPES; i++)
    for (int b = 0; b < 2; b++) {
      float *kept;

      make (&p, i % MODES, i / MODES, i, GK_DATA_RANDOM);
      kept = copy_scales (p.problem, b != 0);
      product_vary (&p);
      is_found (&p, b != 0, kept);
      free (kept);
      product_free (&p);
    }
}

TEST (each_element_of_exact_data_is_judged)
{
  struct product p;

  for (int i = 0; i < MODES * SHAPES; i++) {
    const struct matmul_sizes *s = &shapes[i / MODES];

    make (&p, i % MODES, i / MODES, i, GK_DATA_EXACT);
    for (int64_t j = 0; j < 5; j++) {
      void *at = product_at (&p, j * (s->m - 1) / 4, (4 - j) * (s->k - 1) / 4);
      const gk_dtype dtype = p.problem->dtype_c;

      number_put (dtype, at, number_at (dtype, at) + 1);
      product_is_wrong (&p, 0x1.8p-13, "should be", NULL);
    }
    product_free (&p);
  }
}

TEST (faults_are_found)
{
  struct product p;

  for (int mode = 0; mode < MODES; mode++) {
    make (&p, mode, 0, mode, GK_DATA_RANDOM);
    product_unwritten_is_found (&p);
    product_touched_padding_is_found (&p);
    product_not_finite_is_found (&p);
    product_free (&p);
  }
}
