/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What gkhost/family.h lets a result differ is enough for a plain loop in f32,
 * which adds the numbers of a row one after the other, on all kinds of data, on
 * planted numbers, too, and by a margin: the worst of a few generations is well
 * below the bound, so that the worst of many is below it.
 */
#include <config.h>

#include <math.h>
#include <stdbool.h>

#include <gkhost/family.h>

#include "fake-host.h"
#include "tests/unit/unit.h"

enum op { SUM, SQUARES, SOFTMAX };

struct rows {
  enum op op;
  gk_dtype dtype; /* of both */
  int64_t rows, cols;
  const void *src;
  void *dst;
};

/* ---- What is right ---- */

static double
element (const struct rows *p, int64_t row, int64_t col)
{
  return gk_number (p->dtype, p->src, row * p->cols + col);
}

static void
compute_softmax (const struct rows *p, gk_line *line)
{
  double most = element (p, line->line, 0), sum = 0;

  for (int64_t i = 0; i < p->cols; i++)
    most = fmax (most, element (p, line->line, i));
  for (int64_t i = 0; i < p->cols; i++)
    sum += exp (element (p, line->line, i) - most);
  for (int64_t i = 0; i < p->cols; i++) {
    const double less = most - element (p, line->line, i);

    line->value[i] = exp (-less) / sum;
    line->scale[i] = line->value[i] * (1 + less / 4);
  }
}

static void
compute_line (const void *problem, gk_line *line)
{
  const struct rows *p = problem;

  if (p->op == SOFTMAX) {
    compute_softmax (p, line);
    return;
  }
  for (int64_t i = 0; i < p->cols; i++) {
    const double x = element (p, line->line, i);

    gk_add_term (line, 0, p->op == SQUARES ? x * x : x);
  }
}

/* ---- The plain loop ---- */

static void
loop_softmax (const struct rows *p, int64_t row)
{
  const float *src = (const float *)p->src + row * p->cols;
  float *dst = (float *)p->dst + row * p->cols;
  float most = src[0], sum = 0;

  for (int64_t i = 0; i < p->cols; i++)
    most = src[i] > most ? src[i] : most;
  for (int64_t i = 0; i < p->cols; i++)
    sum += expf (src[i] - most);
  for (int64_t i = 0; i < p->cols; i++)
    dst[i] = expf (src[i] - most) / sum;
}

static void
loop (const struct rows *p)
{
  for (int64_t row = 0; row < p->rows; row++) {
    float sum = 0;

    if (p->op == SOFTMAX) {
      loop_softmax (p, row);
      continue;
    }
    for (int64_t i = 0; i < p->cols; i++) {
      const float x = (float)element (p, row, i);

      sum += p->op == SQUARES ? x * x : x;
    }
    gk_put_number (p->dtype, p->dst, row, (double)sum);
  }
}

/* ---- A problem ---- */

struct problem {
  struct fake_host fake;
  gk_instance *in;
  gk_setup setup;
  void *buffers[2];
};

static void
problem_begin (struct problem *t, struct rows p)
{
  gk_instance *in;

  fake_host_init (&t->fake);
  memset (&t->setup, 0, sizeof t->setup);
  t->in = in = gk_instance_new (&t->fake.host, &t->setup, &p, sizeof p);
  GK_ADD_INPUT (in, p, src, p.dtype, p.rows, p.cols);
  GK_ADD_OUTPUT (in, p, dst, p.dtype, p.rows, p.op == SOFTMAX ? p.cols : 1);
  in->terms = (double)p.cols;
  in->factors = p.op == SUM ? 1 : 0;
  in->one_sign = p.op != SUM;
  in->change = p.op == SOFTMAX ? 8 : 0;
  assert_int_equal (gk_instance_finish (in, compute_line), GK_OK);
  for (int b = 0; b < 2; b++)
    t->buffers[b] = fake_host_memory (t->setup.buffers[b].bytes);
}

static void
problem_end (struct problem *t)
{
  gk_family_teardown (&t->fake.host, t->in);
  assert_int_equal (t->fake.live, 0);
  for (int b = 0; b < 2; b++)
    free (t->buffers[b]);
}

static void
problem_vary (struct problem *t, gk_data data, uint64_t seed, uint64_t generation,
              bool planted)
{
  gk_range ranges[GK_MAX_RANGES];
  gk_vary vary = { .size = sizeof vary,
                   .data = data,
                   .flags = planted ? GK_PLANT : 0,
                   .seed = seed,
                   .generation = generation,
                   .buffers = t->buffers,
                   .ranges = ranges };

  assert_int_equal (gk_family_vary (&t->fake.host, t->in, &vary), GK_OK);
}

static int
problem_verify (struct problem *t, gk_check *check)
{
  check->size = sizeof *check;
  check->buffers = (const void *const *)t->buffers;
  return gk_family_verify (&t->fake.host, t->in, check);
}

/* Runs the loop; its errors are at most this part of the bound. */
static void
expect_right (struct problem *t, gk_data data, uint64_t seed,
              uint64_t generation, bool planted, double part)
{
  gk_check check = { .data = data,
                     .flags = planted ? GK_PLANT : 0,
                     .seed = seed,
                     .generation = generation };
  struct rows p;

  memcpy (&p, t->in->problem, sizeof p);
  p.src = t->buffers[0];
  p.dst = t->buffers[1];
  loop (&p);
  if (problem_verify (t, &check) != GK_OK)
    fail_msg ("data %u, seed %u: %s", (unsigned)data, (unsigned)seed,
              t->fake.said);
  if (check.error > part * check.bound
      || check.rms_error > part * check.rms_bound)
    fail_msg ("data %u, seed %u: errors are %g and %g of their bounds",
              (unsigned)data, (unsigned)seed, check.error / check.bound,
              check.rms_error / check.rms_bound);
}

/* All kinds of data, with as many seeds. */
static void
try_loop (struct rows p, unsigned seeds, double part)
{
  struct problem t;

  problem_begin (&t, p);
  for (gk_data data = GK_DATA_RANDOM; data < GK_KEPT_DATA; data++)
    for (unsigned seed = 1; seed <= seeds; seed++) {
      if ((t.setup.verify_data & GK_BIT (data)) == 0)
        continue;
      gk_family_fill (&t.fake.host, t.in, data, seed, t.buffers);
      problem_vary (&t, data, seed, 1, false);
      expect_right (&t, data, seed, 1, false, part);
      if ((t.setup.plant_data & GK_BIT (data)) == 0)
        continue;
      problem_vary (&t, data, seed, 2, true);
      expect_right (&t, data, seed, 2, true, part);
    }
  problem_end (&t);
}

/* The worst of 4000 rows, where a case may have millions. */
TEST (sums_of_squares_of_many_rows)
{
  try_loop ((struct rows){ SQUARES, GK_F32, 4000, 1024, NULL, NULL }, 1, 0.7);
}

TEST (sums_of_long_rows)
{
  try_loop ((struct rows){ SUM, GK_F32, 64, 4096, NULL, NULL }, 4, 0.7);
  try_loop ((struct rows){ SUM, GK_BF16, 64, 4096, NULL, NULL }, 4, 0.7);
}

TEST (softmaxes_of_long_rows)
{
  try_loop ((struct rows){ SOFTMAX, GK_F32, 32, 4096, NULL, NULL }, 2, 0.7);
}

/* A graded row may have an element that is 17 above most others: each power is
 * just below half a unit of the sum, which stays 1. */
TEST (softmaxes_of_rows_that_are_lost)
{
  struct problem t;
  float *src;

  problem_begin (&t, (struct rows){ SOFTMAX, GK_F32, 1, 4096, NULL, NULL });
  gk_family_fill (&t.fake.host, t.in, GK_DATA_RANDOM, 1, t.buffers);
  src = t.buffers[0];
  src[0] = 17.5F;
  expect_right (&t, GK_DATA_GRADED, 1, 0, false, 0.7);
  problem_end (&t);
}

/* The square of a planted number is infinity in f16. */
TEST (sums_beyond_the_range)
{
  try_loop ((struct rows){ SQUARES, GK_F16, 8, 100, NULL, NULL }, 4, 0.7);
}

static int
verify_number (struct problem *t, double x)
{
  gk_check check = { .data = GK_DATA_RANDOM, .seed = 1 };

  gk_put_number (t->in->array[1].dtype, t->buffers[1], 0, x);
  return problem_verify (t, &check);
}

/* A value within the range is not infinity, nor one beyond it NaN or of the other
 * sign. */
TEST (infinity_is_right_beyond_the_range_only)
{
  const double infinity = (double)INFINITY;
  struct problem t;

  for (int sign = -1; sign <= 1; sign += 2)
    for (int beyond = 0; beyond <= 1; beyond++) {
      problem_begin (&t, (struct rows){ SUM, GK_F16, 1, 2, NULL, NULL });
      gk_put_number (GK_F16, t.buffers[0], 0, sign * 40000.);
      gk_put_number (GK_F16, t.buffers[0], 1, sign * (beyond ? 40000. : 25000.));
      assert_int_equal (verify_number (&t, sign * infinity),
                        beyond ? GK_OK : GK_WRONG);
      assert_int_equal (verify_number (&t, -sign * infinity), GK_WRONG);
      assert_int_equal (verify_number (&t, (double)NAN), GK_WRONG);
      if (!beyond)
        assert_int_equal (verify_number (&t, sign * 65000.), GK_OK);
      problem_end (&t);
    }
}
