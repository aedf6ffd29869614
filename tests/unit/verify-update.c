/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The judge of C = alpha A B + beta C + bias: right results of several types
 * and shapes pass on all kinds of data, and one that leaves a part of it out,
 * or takes another's, does not.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/unit.h"
#include "judged-product.h"
#include "trials.h"
#include "matmul/number.h"
#include "matmul/options.h"

enum { GENERATIONS = 3 };

static const gk_dtype dtypes[]
    = { GK_F32, GK_F64, GK_TF32, GK_F16, GK_BF16, GK_F8_E4M3, GK_F8_E5M2 };
enum { DTYPES = sizeof dtypes / sizeof dtypes[0] };

static const gk_layout layouts[] = { GK_ROW_MAJOR, GK_COL_MAJOR, GK_TN };
enum { LAYOUTS = sizeof layouts / sizeof layouts[0] };

static const struct product_added added[] = {
  { 0.5, 0.25, true }, { 1, 16, false },     { 0.0625, 0, true },
  { -0.75, -1, true }, { 0.0625, 16, true }, { 1, 0, true },
};
enum { ADDED = sizeof added / sizeof added[0] };

/* All are compared; columns and folds are; Freivalds' check and folds are. */
static const struct matmul_sizes sizes[] = {
  { .m = 5, .n = 3, .k = 4, .batch = 1 },
  { .m = 1, .n = 1, .k = 1, .batch = 1 },
  { .m = 67, .n = 41, .k = 67, .batch = 1 },
  { .m = 131, .n = 70, .k = 131, .batch = 1 },
};
enum { SIZES = sizeof sizes / sizeof sizes[0], SQUARE = 2 };

typedef void with_product (struct product *p);

static void
visit (const struct matmul_sizes *size, int dtype, gk_layout layout,
       const struct product_added *of, with_product *function)
{
  struct product p;

  for (gk_data data = 0; data <= GK_DATA_PERMUTATION; data++) {
    product_make_updated (&p, size, dtypes[dtype], layout, of);
    if ((p.setup.verify_data & GK_BIT (data)) != 0) {
      product_fill (&p, data);
      for (int generation = 0; generation < GENERATIONS; generation++) {
        p.plants = generation == 1 && (p.setup.plant_data & GK_BIT (data)) != 0;
        if (generation > 0)
          product_vary (&p);
        product_compute (&p, p.problem->a, p.problem->b);
        memcpy (p.right, p.problem->c, product_bytes (&p));
        function (&p);
      }
    }
    product_free (&p);
  }
}

/* Each type and each way to add, with layouts in turn. */
static void
visit_all (const struct matmul_sizes *size, with_product *function)
{
  for (int i = 0; i < DTYPES * ADDED; i += trial_stride (5)) {
    const int dtype = i % DTYPES, of = i / DTYPES;

    visit (size, dtype, layouts[(dtype + of) % LAYOUTS], &added[of], function);
  }
}

static void
is_right (struct product *p)
{
  product_is_right (p, 0);
}

TEST (a_right_result_passes)
{
  for (int s = 0; s < SIZES - 1; s++)
    visit_all (&sizes[s], is_right);
  for (int dtype = 0; dtype < DTYPES; dtype++)
    visit (&sizes[SIZES - 1], dtype, layouts[dtype % LAYOUTS],
           &added[dtype % ADDED], is_right);
}

static void
is_refused (struct product *p, const char *what)
{
  const gk_matmul *q = p->problem;

  if (product_passes (p, 0))
    fail_msg ("%s passes: dtype %u, data %u, m %d, layout %u, alpha %g, "
              "beta %g, generation %d",
              what, q->dtype, p->data, (int)q->m, q->layout_c, q->alpha,
              q->beta, (int)p->generation);
  product_restore (p);
}

static void
without_parts (struct product *p)
{
  const gk_matmul whole = *p->problem;
  gk_matmul q = whole;

  /* Of zeros little is left out where anything is. */
  if (p->data == GK_DATA_ZERO)
    return;
  if (whole.alpha != 1) {
    q.alpha = 1;
    product_begin (p);
    product_launch (p, &q);
    is_refused (p, "without alpha");
  }
  if (whole.beta != 0) {
    q = whole;
    q.beta = 0;
    product_begin (p);
    product_launch (p, &q);
    is_refused (p, "without beta C");
    /* A second launch, without the old values. */
    product_launch (p, &whole);
    is_refused (p, "a second launch on what the first left");
  }
  if (whole.bias != NULL) {
    q = whole;
    q.bias = NULL;
    product_begin (p);
    product_launch (p, &q);
    is_refused (p, "without the bias");
  }
}

TEST (a_result_without_a_part_is_wrong)
{
  visit_all (&sizes[SQUARE], without_parts);
  for (int dtype = 0; dtype < DTYPES; dtype++)
    visit (&sizes[SIZES - 1], dtype, layouts[dtype % LAYOUTS], &added[4],
           without_parts);
}

static void
with_bias_of_lines (struct product *p)
{
  const gk_matmul *q = p->problem;
  const size_t element = product_element (p);

  if (q->bias == NULL || p->data == GK_DATA_ZERO)
    return;
  for (int64_t i = 0; i < q->m; i++)
    for (int64_t j = 0; j < q->k; j++) {
      const bool rows = q->layout_c == GK_ROW_MAJOR;
      const char *bias = q->bias;
      const double right
          = number_at (q->dtype_c, bias + (size_t)(rows ? j : i) * element);
      const double other
          = number_at (q->dtype_c, bias + (size_t)(rows ? i : j) * element);
      void *at = product_at (p, i, j);

      number_put (q->dtype_c, at, number_at (q->dtype_c, at) - right + other);
    }
  is_refused (p, "the bias of the other dimension");
}

TEST (the_bias_of_the_other_dimension_is_wrong)
{
  visit_all (&sizes[SQUARE], with_bias_of_lines);
}

/* What was added in the generation before. */
static void *kept[2];

static void *
copy_of (const void *from, size_t bytes)
{
  void *copy = fake_host_memory (bytes);

  memcpy (copy, from, bytes);
  return copy;
}

/* In wide data, and beside planted numbers, one that is added may be nothing.
 */
static bool
must_differ (const struct product *p)
{
  return p->data != GK_DATA_WIDE && !p->planted;
}

static void
with_kept (struct product *p)
{
  gk_matmul q = *p->problem;
  const size_t of_bias
      = q.bias == NULL ? 0 : (size_t)p->setup.buffers[MATMUL_BIAS].bytes;

  if (p->generation > 0 && p->before != NULL) {
    memcpy (q.c, kept[0], product_bytes (p));
    product_launch (p, &q);
    if (must_differ (p))
      is_refused (p, "kept old values");
    product_restore (p);
  }
  if (p->generation > 0 && q.bias != NULL) {
    q.bias = kept[1];
    product_begin (p);
    product_launch (p, &q);
    if (must_differ (p))
      is_refused (p, "a kept bias");
    product_restore (p);
  }
  free (kept[0]);
  free (kept[1]);
  kept[0] = kept[1] = NULL;
  if (p->generation == GENERATIONS - 1)
    return;
  if (p->before != NULL)
    kept[0] = copy_of (p->before, product_bytes (p));
  if (of_bias > 0)
    kept[1] = copy_of (p->problem->bias, of_bias);
}

TEST (what_was_added_in_the_generation_before_is_wrong)
{
  for (int s = 0; s < SIZES - 1; s++)
    visit_all (&sizes[s], with_kept);
}

static void
faults_are_found (struct product *p)
{
  if (p->data == GK_DATA_ZERO)
    return;
  product_touched_padding_is_found (p);
  product_not_finite_is_found (p);
  if (p->before != NULL) {
    memcpy (product_at (p, 3, 2),
            (char *)p->before
                + ((char *)product_at (p, 3, 2) - (char *)p->problem->c),
            product_element (p));
    product_is_wrong (p, 0, "c[3][2] was never written: it holds what", NULL);
  } else
    product_unwritten_is_found (p);
}

TEST (faults_of_any_product_are_found)
{
  visit_all (&sizes[0], faults_are_found);
}

TEST (each_product_of_a_batch_is_judged)
{
  const struct matmul_sizes batch = { .m = 21, .n = 33, .k = 18, .batch = 20 };
  struct product p;
  gk_matmul q;

  for (int dtype = 0; dtype < DTYPES; dtype++) {
    product_make_updated (&p, &batch, dtypes[dtype], layouts[dtype % LAYOUTS],
                          &added[0]);
    product_fill (&p, GK_DATA_RANDOM);
    for (int generation = 0; generation < GENERATIONS; generation++) {
      product_compute (&p, p.problem->a, p.problem->b);
      memcpy (p.right, p.problem->c, product_bytes (&p));
      product_is_right (&p, 0);
      /* The last product alone, again. */
      q = *p.problem;
      q.batch = 1;
      q.a = (const char *)q.a + 19 * q.stride_a * number_bytes (q.dtype);
      q.b = (const char *)q.b + 19 * q.stride_b * number_bytes (q.dtype_b);
      q.c = (char *)q.c + 19 * q.stride_c * number_bytes (q.dtype_c);
      product_launch (&p, &q);
      product_is_wrong (&p, 0, "c[19][", NULL);
      product_vary (&p);
      assert_false (product_passes (&p, 0));
    }
    product_free (&p);
  }
}

static void
refuses (gk_dtype dtype, const struct product_added *of, const char *text)
{
  struct product p = { .setup.size = sizeof (gk_setup) };
  const gk_value options[MATMUL_N_OPTIONS] = { [MATMUL_DTYPE].i = dtype,
                                               [MATMUL_ALPHA].f = of->alpha,
                                               [MATMUL_BETA].f = of->beta,
                                               [MATMUL_HAS_BIAS].i = of->bias };

  fake_host_init (&p.fake);
  assert_int_equal (matmul_setup (&p.fake.host, &sizes[0], options, &p.setup),
                    GK_SKIP);
  if (strstr (p.fake.said, text) == NULL)
    fail_msg ("'%s' is not in: %s", text, p.fake.said);
  assert_int_equal (p.fake.live, 0);
}

TEST (factors_out_of_range_are_refused)
{
  refuses (GK_F32, &(struct product_added){ 0, 0, false }, "alpha = 0: it may");
  refuses (GK_F32, &(struct product_added){ 1, (double)NAN, false },
           "beta = nan: it may");
  refuses (GK_F64, &(struct product_added){ 1, 17, false },
           "beta = 17: it may");
  refuses (GK_BF16, &(struct product_added){ 0.1, 0, false },
           "no number of f32");
  refuses (GK_F16, &(struct product_added){ 2, 0, false }, "would overflow");
  refuses (GK_I32, &(struct product_added){ 1, 0, true }, "are for floats");
  refuses (GK_I8, &(struct product_added){ 2, 0, false }, "are for floats");
}
