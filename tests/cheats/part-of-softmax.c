/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Three that save on a softmax: one has powers of 14 bits, one adds every
 * eighth power of a row and takes eight times that for the sum, and one finds
 * the greatest element and the sum of every eighth row and uses them for the
 * next seven, whose numbers look alike.
 *
 * Seen: fast exponentials of a table or a bit trick; sampled softmax, of which
 * the error is called small.
 */
#include <config.h>

#include <string.h>

#include "cheats.h"
#include "honest.h"
#include "softmax/exponential.h"

enum { SAVED = 8 };

/* To 14 bits. */
static double
power_of_few_bits (double x)
{
  const float power = (float)exp_double (x);
  float rough;
  uint32_t bits;

  memcpy (&bits, &power, sizeof bits);
  bits = (bits + 0x200) & ~UINT32_C (0x3ff);
  memcpy (&rough, &bits, sizeof rough);
  return (double)rough;
}

static int
launch_few_bits (const gk_host *host, const void *problem, void *state,
                 void *stream)
{
  const gk_softmax *p = problem;

  (void)host, (void)state, (void)stream;
  for (int64_t row = 0; row < p->rows; row++)
    honest_softmax_row (p, row, honest_softmax_sum (p, row, 1, exp_double),
                        power_of_few_bits);
  return GK_OK;
}

static int
launch_part_of_sum (const gk_host *host, const void *problem, void *state,
                    void *stream)
{
  const gk_softmax *p = problem;

  (void)host, (void)state, (void)stream;
  for (int64_t row = 0; row < p->rows; row++)
    honest_softmax_row (p, row, honest_softmax_sum (p, row, SAVED, exp_double),
                        exp_double);
  return GK_OK;
}

static int
launch_sampled_rows (const gk_host *host, const void *problem, void *state,
                     void *stream)
{
  const gk_softmax *p = problem;
  double sum = 1;

  (void)host, (void)state, (void)stream;
  for (int64_t row = 0; row < p->rows; row++) {
    if (row % SAVED == 0)
      sum = honest_softmax_sum (p, row, 1, exp_double);
    honest_softmax_row (p, row, sum, exp_double);
  }
  return GK_OK;
}

const gk_variant cheat_few_bits = {
  .family = "softmax",
  .name = "few-bits",
  .summary = "powers of 14 bits",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .launch = launch_few_bits,
};

const gk_variant cheat_part_of_sum = {
  .family = "softmax",
  .name = "part-of-sum",
  .summary = "adds one power of eight",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .launch = launch_part_of_sum,
};

const gk_variant cheat_sampled_rows = {
  .family = "softmax",
  .name = "sampled-rows",
  .summary = "adds the powers of one row of eight",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .launch = launch_sampled_rows,
};
