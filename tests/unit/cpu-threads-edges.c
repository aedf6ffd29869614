/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-threads at the edges of its tiles, blocks and steps, with each width of
 * vectors that this CPU has: the same as the naive loops, bit for bit, and no
 * padding touched.
 */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "judged-product.h"
#include "matmul/cpu-threads.h"
#include "matmul/cpu.h"

static void
one (int64_t m, int64_t n, int64_t k, gk_dtype dtype, gk_layout layout,
     enum cpu_threads_width width)
{
  struct product p;
  void *state = NULL, *right;
  const gk_host *host;

  product_make (&p, m, n, k, dtype, layout);
  host = &p.fake.host;
  product_fill (&p, dtype == GK_I32 ? GK_DATA_RANDOM : GK_DATA_EXACT);
  right = fake_host_memory (product_bytes (&p));
  memset (p.problem->c, PRODUCT_POISON, product_bytes (&p));
  assert_int_equal (matmul_cpu_naive (host, p.problem, NULL, NULL), GK_OK);
  memcpy (right, p.problem->c, product_bytes (&p));

  memset (p.problem->c, PRODUCT_POISON, product_bytes (&p));
  assert_int_equal (cpu_threads_prepare (host, p.problem, width, 2, &state),
                    GK_OK);
  /* Twice: what the first left packed must not matter. */
  for (int launch = 0; launch < 2; launch++) {
    assert_int_equal (matmul_cpu_threads (host, p.problem, state, NULL), GK_OK);
    assert_memory_equal (p.problem->c, right, product_bytes (&p));
  }
  matmul_cpu_threads_release (host, state);
  free (right);
  product_free (&p);
}

static void
all_dtypes (int64_t m, int64_t n, int64_t k, gk_layout layout)
{
  static const gk_dtype dtypes[] = { GK_I32, GK_F32, GK_F64 };

  for (size_t d = 0; d < GK_COUNT (dtypes); d++)
    for (int width = WIDTH_ANY; width <= (int)cpu_threads_widest (); width++)
      one (m, n, k, dtypes[d], layout, (enum cpu_threads_width)width);
}

/* Tiles have 6, 12 or 14 rows and 4 to 32 columns. */
static void
test_tiles (void **state)
{
  static const int64_t sizes[]
      = { 1, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 28, 31, 32, 33, 65 };

  (void)state;
  for (size_t i = 0; i < GK_COUNT (sizes); i++)
    for (size_t j = 0; j < GK_COUNT (sizes); j++)
      all_dtypes (sizes[i], 3, sizes[j], GK_ROW_MAJOR);
}

static void
test_steps (void **state)
{
  (void)state;
  for (int64_t n = INNER - 1; n <= INNER + 1; n++)
    all_dtypes (15, n, 33, GK_ROW_MAJOR);
  all_dtypes (13, 3 * INNER + 5, 7, GK_COL_MAJOR);
}

static void
test_blocks (void **state)
{
  (void)state;
  all_dtypes (199, 9, 301, GK_ROW_MAJOR);
  all_dtypes (1, 2, 997, GK_COL_MAJOR);
}

/* More of C than is packed for at a time, in both directions. */
static void
test_sides (void **state)
{
  (void)state;
  all_dtypes (4201, 2, 5, GK_ROW_MAJOR);
  all_dtypes (5, 2, 4203, GK_ROW_MAJOR);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_tiles),
    cmocka_unit_test (test_steps),
    cmocka_unit_test (test_blocks),
    cmocka_unit_test (test_sides),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
