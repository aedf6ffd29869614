/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What fill writes into the inputs of a product does not depend on the number
 * of threads, and its pieces are random each by itself.
 */
#include <config.h>

#include <string.h>

#include "tests/unit/unit.h"
#include "fake-host.h"
#include "matmul/check/problem.h"
#include "matmul/options.h"
#include "trials.h"

/* Of OpenMP; absent without it. */
extern void omp_set_num_threads (int n) __attribute__ ((weak));

/* Large enough for threads, and no multiple of anything. */
enum { M = 401, N = 403, K = 397, PAD = 3 };

static const gk_dtype dtypes[]
    = { GK_F32, GK_F64, GK_F16, GK_BF16,    GK_TF32,
        GK_I8,  GK_U8,  GK_I32, GK_F8_E4M3, GK_F8_E5M2 };
enum { DTYPES = sizeof dtypes / sizeof dtypes[0] };

/* Fills both inputs, in memory of their own that is freed by the caller. */
static char *
fill_inputs (const gk_host *host, const gk_setup *setup, gk_data data,
             int threads)
{
  const size_t of_a = setup->buffers[MATMUL_A].bytes;
  char *a = fake_host_memory (of_a + setup->buffers[MATMUL_B].bytes);
  void *const buffers[] = { a, a + of_a, NULL };

  if (omp_set_num_threads != NULL)
    omp_set_num_threads (threads);
  assert_int_equal (matmul_fill (host, setup->state, data, 77, buffers), GK_OK);
  return a;
}

static void
make_problem (struct fake_host *fake, gk_setup *setup, gk_dtype dtype,
              gk_layout layout)
{
  const gk_value options[MATMUL_N_OPTIONS] = {
    [MATMUL_DTYPE].i = dtype, [MATMUL_LAYOUT].i = layout, [MATMUL_PAD].i = PAD,
    [MATMUL_ALPHA].f = 1
  };

  fake_host_init (fake);
  *setup = (gk_setup){ .size = sizeof *setup };
  assert_int_equal (matmul_setup (&fake->host,
                                  &(struct matmul_sizes){
                                      .m = M, .n = N, .k = K, .batch = 1 },
                                  options, setup),
                    GK_OK);
}

TEST (any_number_of_threads_fills_the_same)
{
  for (int i = 0; i < DTYPES * (GK_TT + 1); i += trial_stride (3)) {
    struct fake_host fake;
    gk_setup setup;

    make_problem (&fake, &setup, dtypes[i % DTYPES], (gk_layout)(i / DTYPES));
    for (gk_data data = 0; data <= GK_DATA_PERMUTATION; data++)
      if ((setup.verify_data & GK_BIT (data)) != 0) {
        char *one = fill_inputs (&fake.host, &setup, data, 1);
        char *three = fill_inputs (&fake.host, &setup, data, 3);

        assert_memory_equal (one, three,
                             setup.buffers[MATMUL_A].bytes
                                 + setup.buffers[MATMUL_B].bytes);
        free (one);
        free (three);
      }
    matmul_teardown (&fake.host, setup.state);
  }
}

/* Of 32 bytes anywhere in random bytes none are there twice. */
TEST (no_part_of_the_inputs_repeats)
{
  enum { PART = 1 << 12 };
  struct fake_host fake;
  gk_setup setup;
  size_t bytes;
  char *a;

  make_problem (&fake, &setup, GK_I32, GK_ROW_MAJOR);
  bytes = setup.buffers[MATMUL_A].bytes + setup.buffers[MATMUL_B].bytes;
  a = fill_inputs (&fake.host, &setup, GK_DATA_RANDOM, 3);
  for (size_t i = 0; i + 32 <= bytes; i += PART)
    for (size_t j = 0; j < i; j += PART)
      assert_int_not_equal (memcmp (a + i, a + j, 32), 0);
  free (a);
  matmul_teardown (&fake.host, setup.state);
}
