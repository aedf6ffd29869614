/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-threads at the edges of its tiles, blocks, words and steps, with each
 * width of vectors that this CPU has: the same as the naive loops, bit for bit,
 * and no padding touched.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "judged-product.h"
#include "matmul/cpu/cpu-threads.h"
#include "matmul/cpu/cpu.h"
#include "matmul/number.h"
#include "matmul/check/problem.h"
#include "tests/unit/unit.h"

static void
compute (struct product *p, enum cpu_threads_width width, const void *right)
{
  const gk_host *host = &p->fake.host;
  void *const c = p->problem->c;
  void *state = NULL;

  memset (c, PRODUCT_POISON, product_bytes (p));
  assert_int_equal (cpu_threads_prepare (host, p->problem, width, 2, &state),
                    GK_OK);
  /* Twice: what the first left packed must not matter. */
  for (int launch = 0; launch < 2; launch++) {
    assert_int_equal (matmul_cpu_threads (host, p->problem, state, NULL),
                      GK_OK);
    assert_memory_equal (c, right, product_bytes (p));
  }
  matmul_cpu_threads_release (host, state);
}

static void
all_widths (struct product *p)
{
  void *const c = p->problem->c;
  void *right = fake_host_memory (product_bytes (p));

  memset (c, PRODUCT_POISON, product_bytes (p));
  assert_int_equal (matmul_cpu_naive (&p->fake.host, p->problem, NULL, NULL),
                    GK_OK);
  memcpy (right, c, product_bytes (p));
  for (int width = WIDTH_ANY; width <= (int)cpu_threads_widest (); width++)
    compute (p, (enum cpu_threads_width)width, right);
  free (right);
}

static void
one (int64_t m, int64_t n, int64_t k, gk_dtype dtype, gk_layout layout)
{
  struct product p;

  product_make (&p, m, n, k, dtype, layout);
  product_fill (&p, number_is_integer (dtype) ? GK_DATA_RANDOM : GK_DATA_EXACT);
  all_widths (&p);
  product_free (&p);
}

static void
all_dtypes (int64_t m, int64_t n, int64_t k, gk_layout layout)
{
  static const gk_dtype dtypes[]
      = { GK_I8,   GK_U8,  GK_I32, GK_F16,     GK_BF16,
          GK_TF32, GK_F32, GK_F64, GK_F8_E4M3, GK_F8_E5M2 };

  for (size_t d = 0; d < GK_COUNT (dtypes); d++)
    one (m, n, k, dtypes[d], layout);
}

static void
all_layouts (int64_t m, int64_t n, int64_t k)
{
  static const gk_layout layouts[]
      = { GK_ROW_MAJOR, GK_COL_MAJOR, GK_TN, GK_NT, GK_TT };

  for (size_t i = 0; i < GK_COUNT (layouts); i++)
    all_dtypes (m, n, k, layouts[i]);
}

/* Tiles have 6, 12 or 14 rows and 4 to 32 columns; words one, two or four
 * elements. */
TEST (test_tiles)
{
  static const int64_t sizes[]
      = { 1, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 28, 31, 32, 33, 65 };

  for (size_t i = 0; i < GK_COUNT (sizes); i++)
    for (size_t j = 0; j < GK_COUNT (sizes); j++) {
      all_dtypes (sizes[i], 3, sizes[j], GK_ROW_MAJOR);
      all_dtypes (sizes[i], 8, sizes[j], GK_TN);
    }
}

/* Words of a line are made by sixteen. */
TEST (test_words)
{
  for (int64_t n = 1; n <= 9; n++)
    all_layouts (15, n, 33);
  for (int64_t n = 14; n <= 18; n++)
    all_layouts (29, n, 31);
  for (int64_t n = 61; n <= 67; n++)
    all_layouts (13, n, 65);
}

/* A step has up to INNER words. */
TEST (test_steps)
{
  for (int64_t n = INNER - 1; n <= INNER + 1; n++)
    all_layouts (15, n, 33);
  for (int64_t n = 4 * INNER - 1; n <= 4 * INNER + 5; n += 3)
    all_layouts (15, n, 33);
  all_layouts (13, 3 * INNER + 5, 7);
}

/* All of a matrix is numbers between the two, as they come in turn. */
static void
put (struct product *p, const void *matrix, size_t buffer, double from,
     double to)
{
  const gk_dtype dtype = p->problem->dtype;
  const size_t element = number_bytes (dtype);
  double number = from;

  for (size_t at = 0; at < p->setup.buffers[buffer].bytes; at += element) {
    number_put (dtype, (char *)(uintptr_t)matrix + at, number);
    number = number < to ? number + 1 : from;
  }
}

static void
all_of (gk_dtype dtype, gk_layout layout, double a, double b)
{
  struct product p;

  product_make (&p, 15, 4 * INNER + 3, 33, dtype, layout);
  put (&p, p.problem->a, MATMUL_A, a, a);
  put (&p, p.problem->b, MATMUL_B, b, b);
  all_widths (&p);
  product_free (&p);
}

/* No product or sum of some is cut off on its way to a sum of 32 bits. */
TEST (test_extremes)
{
  static const double numbers[] = { -128, -127, -1, 0, 127 };
  const size_t n = GK_COUNT (numbers);

  for (size_t i = 0; i < n * n; i++) {
    all_of (GK_I8, GK_TN, numbers[i / n], numbers[i % n]);
    all_of (GK_U8, GK_ROW_MAJOR, numbers[i / n] + 128, numbers[i % n] + 128);
  }
}

/* Sums that 16 bits do not hold, of several steps, are rounded once. */
TEST (test_rounding)
{
  static const gk_dtype dtypes[] = { GK_F16, GK_BF16 };
  struct product p;

  for (size_t d = 0; d < GK_COUNT (dtypes); d++) {
    product_make (&p, 29, 3 * INNER + 1, 70, dtypes[d], GK_NT);
    put (&p, p.problem->a, MATMUL_A, -50, 63);
    put (&p, p.problem->b, MATMUL_B, -3, 7);
    all_widths (&p);
    product_free (&p);
  }
}

TEST (test_blocks)
{
  all_dtypes (199, 9, 301, GK_ROW_MAJOR);
  all_dtypes (1, 2, 997, GK_COL_MAJOR);
  all_dtypes (211, 9, 303, GK_NT);
}

/* More of C than is packed for at a time, in both directions. */
TEST (test_sides)
{
  all_dtypes (4201, 2, 5, GK_ROW_MAJOR);
  all_dtypes (5, 2, 4203, GK_ROW_MAJOR);
  one (4201, INNER + 44, 5, GK_F16, GK_TN);
  one (5, INNER + 44, 4203, GK_BF16, GK_COL_MAJOR);
  one (5, 4 * INNER + 6, 4203, GK_I8, GK_TT);
}
