/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What gkhost/family.h fills in for minima and maxima near the ends of a type,
 * and for sums of one number: of each type, after each generation.
 */
#include <config.h>

#include <math.h>
#include <stdbool.h>

#include <gkhost/family.h>

#include "fake-host.h"
#include "tests/unit/unit.h"

enum { LINES = 3, LENGTH = 100, GENERATIONS = 40 };

struct list {
  uint64_t size;
  const void *src; /* LINES x LENGTH */
  void *dst;       /* LINES */
};

static void
compute_line (const void *problem, gk_line *line)
{
  (void)problem, (void)line;
}

struct problem {
  struct fake_host fake;
  gk_instance *in;
  gk_setup setup;
  void *buffers[2];
  gk_dtype dtype;
};

static void
problem_begin (struct problem *t, gk_dtype dtype, bool peaks)
{
  const struct list p = { .size = sizeof p };

  fake_host_init (&t->fake);
  memset (&t->setup, 0, sizeof t->setup);
  t->in = gk_instance_new (&t->fake.host, &t->setup, &p, sizeof p);
  GK_ADD_INPUT (t->in, p, src, dtype, LINES, LENGTH);
  GK_ADD_OUTPUT (t->in, p, dst, dtype, LINES, 1);
  t->in->peaks = peaks;
  assert_int_equal (gk_instance_finish (t->in, compute_line), GK_OK);
  t->dtype = dtype;
  for (int b = 0; b < 2; b++)
    t->buffers[b] = fake_host_memory (t->setup.buffers[b].bytes);
}

static void
problem_end (struct problem *t)
{
  gk_family_teardown (&t->fake.host, t->in);
  for (int b = 0; b < 2; b++)
    free (t->buffers[b]);
}

static void
problem_vary (struct problem *t, gk_data data, uint64_t generation)
{
  gk_range ranges[GK_MAX_RANGES];
  gk_vary vary = { .size = sizeof vary,
                   .data = data,
                   .seed = 7,
                   .generation = generation,
                   .buffers = t->buffers,
                   .ranges = ranges };

  assert_int_equal (gk_family_vary (&t->fake.host, t->in, &vary), GK_OK);
}

/* Returns an element; of unsigned types less half their range, so that those near
 * 0 are negative. */
static double
element (const struct problem *t, int64_t i)
{
  const bool is_unsigned
      = t->dtype == GK_U8 || t->dtype == GK_U16 || t->dtype == GK_U32;
  const int bits = gk_significant_bits (t->dtype);

  if (!gk_is_integer (t->dtype))
    return gk_number (t->dtype, t->buffers[0], i);
  if (is_unsigned)
    return (double)(uint32_t)gk_integer (t->dtype, t->buffers[0], i)
           - ldexp (1, bits - 1);
  return (double)gk_integer (t->dtype, t->buffers[0], i);
}

/* Stores the least and the greatest number of each line; all of them are on
 * their side of 0, and far from it. */
static void
find_peaks (const struct problem *t, gk_data data, double *least, double *most)
{
  for (int64_t line = 0; line < LINES; line++) {
    const bool low = (line % 2 == 0) == (data == GK_DATA_WIDE);

    least[line] = (double)INFINITY;
    most[line] = -(double)INFINITY;
    for (int64_t i = line * LENGTH; i < (line + 1) * LENGTH; i++) {
      const double x = element (t, i);

      if (!(low ? x < 0 : x > 0) || !isfinite (x))
        fail_msg ("type %u, data %u, line %d: %g", t->dtype, data, (int)line,
                  x);
      least[line] = fmin (least[line], x);
      most[line] = fmax (most[line], x);
    }
  }
}

static bool
lines_differ (const double *a, const double *b)
{
  return memcmp (a, b, LINES * sizeof *a) != 0;
}

static void
try_ends (gk_dtype dtype, gk_data data)
{
  double least[2][LINES], most[2][LINES];
  struct problem t;

  problem_begin (&t, dtype, true);
  gk_family_fill (&t.fake.host, t.in, data, 7, t.buffers);
  find_peaks (&t, data, least[0], most[0]);
  for (int g = 1; g <= GENERATIONS; g++) {
    problem_vary (&t, data, (uint64_t)g);
    find_peaks (&t, data, least[g % 2], most[g % 2]);
    if (!lines_differ (least[0], least[1]) || !lines_differ (most[0], most[1]))
      fail_msg ("type %u, data %u: generation %d does not show", dtype, data,
                g);
  }
  problem_end (&t);
}

TEST (peaks_lie_near_ends_and_change)
{
  static const gk_dtype types[]
      = { GK_I8,  GK_I16,  GK_I32, GK_I64, GK_U8,      GK_U16,    GK_U32,
          GK_F16, GK_BF16, GK_F32, GK_F64, GK_F8_E4M3, GK_F8_E5M2 };

  for (size_t i = 0; i < GK_COUNT (types); i++) {
    try_ends (types[i], GK_DATA_WIDE);
    try_ends (types[i], GK_DATA_PERMUTATION);
  }
}

/* A number of f32 is over 1e30 in magnitude, an i32 over 2e9. */
TEST (ends_are_far_from_zero)
{
  double least[LINES], most[LINES];
  struct problem t;

  for (int g = 0; g <= GENERATIONS; g++)
    for (int is_float = 0; is_float <= 1; is_float++) {
      problem_begin (&t, is_float ? GK_F32 : GK_I32, true);
      gk_family_fill (&t.fake.host, t.in, GK_DATA_WIDE, 7, t.buffers);
      if (g > 0)
        problem_vary (&t, GK_DATA_WIDE, (uint64_t)g);
      find_peaks (&t, GK_DATA_WIDE, least, most);
      assert_true (most[0] < (is_float ? -1e30 : -2e9));
      assert_true (least[1] > (is_float ? 1e30 : 2e9));
      problem_end (&t);
    }
}

/* However many bits are left of it, up to 19, the number is off by more than
 * what a sum may be off. */
TEST (single_numbers_show_lost_bits)
{
  struct problem t;

  problem_begin (&t, GK_F32, false);
  for (uint64_t seed = 0; seed < 100; seed++) {
    gk_family_fill (&t.fake.host, t.in, GK_DATA_PERMUTATION, seed, t.buffers);
    for (int64_t line = 0; line < LINES; line++) {
      double single = 0;
      int numbers = 0;

      for (int64_t i = line * LENGTH; i < (line + 1) * LENGTH; i++)
        if (element (&t, i) != 0) {
          single = element (&t, i);
          numbers++;
        }
      assert_int_equal (numbers, 1);
      assert_true (fabs (single) >= 1 && fabs (single) < 2);
      for (int bits = 1; bits <= 19; bits++) {
        const double last = ldexp (1, bits - 1);

        assert_true (fabs (round (single * last) / last - single)
                     > 8 * ldexp (fabs (single), -24));
      }
    }
  }
  problem_end (&t);
}
