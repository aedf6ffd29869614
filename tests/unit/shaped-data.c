/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the data that kernels meet holds, what planted numbers do, and which
 * shortcuts are wrong on either that random data passes.
 */
#include <config.h>

#include <math.h>

#include "tests/unit/unit.h"
#include "judged-product.h"
#include "matmul/check/problem.h"
#include "matmul/number.h"
#include "rounded.h"
#include "trials.h"

static const gk_dtype floats[]
    = { GK_F32, GK_F64, GK_F16, GK_BF16, GK_TF32, GK_F8_E4M3, GK_F8_E5M2 };
enum { FLOATS = sizeof floats / sizeof floats[0] };

enum { M = 60, N = 257, K = 44 };

static const void *
a_at (const struct product *p, int64_t i, int64_t l)
{
  const gk_matmul *q = p->problem;
  const int64_t at
      = q->layout_a == GK_ROW_MAJOR ? i * q->lda + l : l * q->lda + i;

  return (const char *)q->a + (size_t)at * number_bytes (q->dtype);
}

static const void *
b_at (const struct product *p, int64_t l, int64_t j)
{
  const gk_matmul *q = p->problem;
  const int64_t at
      = q->layout_b == GK_ROW_MAJOR ? l * q->ldb + j : j * q->ldb + l;

  return (const char *)q->b + (size_t)at * number_bytes (q->dtype);
}

/* Element l of line i. */
static double
number (const struct product *p, bool is_b, int64_t i, int64_t l)
{
  return number_at (p->problem->dtype, is_b ? b_at (p, l, i) : a_at (p, i, l));
}

/* Of one line. */
struct tally {
  double squares, most, least; /* magnitudes, the least of those not zero */
  int zeros, negative;
};

static struct tally
tally_line (const struct product *p, bool is_b, int64_t i)
{
  struct tally t = { .least = (double)INFINITY };

  for (int64_t l = 0; l < N; l++) {
    const double x = number (p, is_b, i, l), size = fabs (x);

    assert_true (isfinite (x));
    /* A generation may change 1/2 to -0 (ring.h). */
    assert_false (x == 0 && signbit (x) && p->generation == 0);
    t.squares += x * x;
    t.zeros += x == 0;
    t.negative += x < 0;
    t.most = fmax (t.most, size);
    t.least = x == 0 ? t.least : fmin (t.least, size);
  }
  return t;
}

static void
check_line (gk_data data, bool is_b, int64_t i, const struct tally *t)
{
  const double deviation = sqrt (t->squares / N);

  switch (data) {
  case GK_DATA_NORMAL:
    assert_true (deviation > 0.38 && deviation < 0.62 && t->most <= 2.5);
    break;
  case GK_DATA_SPARSE:
    assert_in_range (t->zeros, N / 4, 3 * N / 4);
    assert_true (is_b ? t->negative > N / 10 : t->negative == 0);
    break;
  case GK_DATA_HEAVY:
    assert_true (t->most >= 32 && t->most < 64);
    assert_true (t->squares - t->most * t->most < N / 8.);
    break;
  case GK_DATA_GRADED:
    assert_true (t->most > 0.2 && t->most < 16);
    break;
  default:
    assert_int_equal (t->zeros >= N - 1, i % 2 != 0);
  }
}

TEST (lines_are_of_their_kind)
{
  struct product p;

  for (int i = 0; i < FLOATS * (GK_TT + 1); i += trial_stride (4))
    for (gk_data data = GK_DATA_NORMAL; data <= GK_DATA_PERMUTATION; data++) {
      product_make (&p, M, N, K, floats[i % FLOATS],
                    (gk_layout)(i / FLOATS % (GK_TT + 1)));
      product_fill (&p, data);
      for (int64_t line = 0; line < M + K; line++) {
        const bool is_b = line >= M;
        const int64_t of = is_b ? line - M : line;
        const struct tally t = tally_line (&p, is_b, of);

        check_line (data, is_b, of, &t);
      }
      product_is_right (&p, 0);
      product_free (&p);
    }
}

/* No two rows of A select the same row of B, while there are others. */
TEST (a_permutation_repeats_no_place)
{
  bool there[N] = { false };
  struct product p;

  product_make (&p, 2 * N, N, 4, GK_F32, GK_ROW_MAJOR);
  product_fill (&p, GK_DATA_PERMUTATION);
  for (int64_t i = 1; i < 2 * N; i += 2)
    for (int64_t l = 0; l < N; l++)
      if (number (&p, false, i, l) != 0) {
        assert_false (there[l]);
        there[l] = true;
      }
  product_free (&p);
}

/* ---- Planted numbers ---- */

/* The largest number of both inputs. */
static double
largest (const struct product *p)
{
  double most = 0;

  for (int64_t i = 0; i < M; i++)
    most = fmax (most, tally_line (p, false, i).most);
  for (int64_t j = 0; j < K; j++)
    most = fmax (most, tally_line (p, true, j).most);
  return most;
}

TEST (planted_numbers_come_and_go)
{
  struct product p;
  int outside = 0, generations = 0;

  for (int i = 0; i < FLOATS; i++)
    for (gk_data data = 0; data <= GK_DATA_PERMUTATION; data++) {
      product_make (&p, M, N, K, floats[i], GK_ROW_MAJOR);
      if ((p.setup.plant_data & GK_BIT (data)) != 0) {
        double before;

        product_fill (&p, data);
        before = largest (&p);
        for (int g = 0; g < 12; g++) {
          p.plants = g % 3 != 2;
          product_vary (&p);
          product_compute (&p, p.problem->a, p.problem->b);
          product_is_right (&p, 0);
          generations += p.plants;
          outside += p.plants && largest (&p) > 4 * before;
          assert_true (p.plants || largest (&p) < 4 * before);
        }
      }
      product_free (&p);
    }
  /* One that becomes 1024 times as large may have been very small. */
  assert_true (generations == FLOATS * 4 * 8 && outside > generations * 9 / 10);
}

/* ---- Shortcuts ---- */

/* C of operands that a shortcut makes of A and B. */
static void
compute_shortcut (struct product *p, void (*make) (double *x))
{
  const gk_matmul *q = p->problem;
  const size_t of_a = p->setup.buffers[MATMUL_A].bytes;
  const size_t of_b = p->setup.buffers[MATMUL_B].bytes;
  const size_t element = number_bytes (q->dtype);
  char *both = fake_host_memory (of_a + of_b);

  memcpy (both, q->a, of_a);
  memcpy (both + of_a, q->b, of_b);
  for (size_t at = 0; at < of_a + of_b; at += element) {
    double x = number_at (q->dtype, both + at);

    make (&x);
    number_put (q->dtype, both + at, x);
  }
  product_compute (p, both, both + of_a);
  free (both);
}

static void
clamp (double *x)
{
  *x = fmin (fmax (*x, -1), 1);
}

TEST (a_product_of_clamped_numbers_is_wrong_where_some_are_planted)
{
  struct product p;

  for (int i = 0; i < FLOATS; i++) {
    product_make (&p, M, N, K, floats[i], GK_ROW_MAJOR);
    product_fill (&p, GK_DATA_RANDOM);
    for (int g = 0; g < 4; g++) {
      p.plants = g % 2 == 0;
      product_vary (&p);
      compute_shortcut (&p, clamp);
      assert_int_equal (product_passes (&p, 0), !p.plants);
    }
    product_free (&p);
  }
}

static void
keep_18_bits (double *x)
{
  *x = (double)rounded ((float)*x, 18);
}

static void
keep_48_bits (double *x)
{
  const double by = *x * 33;

  *x = by - (by - *x);
}

static const struct {
  gk_dtype dtype;
  int64_t n;
  void (*keep) (double *x);
} dropped[] = { { GK_F32, 1024, keep_18_bits },
                { GK_F32, 24, keep_18_bits },
                { GK_F64, 512, keep_48_bits },
                { GK_F64, 24, keep_48_bits } };

/* At any length, also of sums in which their errors average out. */
TEST (a_permutation_shows_dropped_bits)
{
  struct product p;

  for (size_t i = 0; i < sizeof dropped / sizeof dropped[0]; i++) {
    product_make (&p, M, dropped[i].n, K, dropped[i].dtype, GK_ROW_MAJOR);
    product_fill (&p, GK_DATA_PERMUTATION);
    product_is_right (&p, 0);
    compute_shortcut (&p, dropped[i].keep);
    assert_false (product_passes (&p, 0));
    if (dropped[i].n > 500) {
      product_fill (&p, GK_DATA_RANDOM);
      compute_shortcut (&p, dropped[i].keep);
      product_is_right (&p, 0);
    }
    product_free (&p);
  }
}
