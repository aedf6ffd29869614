#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# C = alpha A B + beta C + bias: the CPU variants are right, of each type of floats and
# in batches; variants that leave a part out or keep old values are wrong; one that does
# not declare the form is skipped; and factors that can't be are refused.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/products-functions.sh"

cat >"$tmp/odd.c" <<'CODE'
#include <gkhost/matmul.h>
/* Computes C of f32, row-major, without the parts that `without` names. */
enum { ALPHA = 1, BETA = 2, BIAS = 4 };
static int multiply (const gk_matmul *p, int without, float *to)
{
  const float *a = p->a, *b = p->b, *c = p->c, *bias = p->bias;
  for (int64_t i = 0; i < p->m; i++)
    for (int64_t j = 0; j < p->k; j++) {
      double sum = 0;
      for (int64_t l = 0; l < p->n; l++)
        sum += (double)a[i * p->lda + l] * b[l * p->ldb + j];
      if (!(without & ALPHA))
        sum *= p->alpha;
      if (!(without & BETA) && p->beta != 0)
        sum += p->beta * c[i * p->ldc + j];
      if (!(without & BIAS) && bias)
        sum += bias[j];
      to[i * p->ldc + j] = (float)sum;
    }
  return GK_OK;
}
#define LAUNCH(name, ...)                                                      \
  static int name (const gk_host *host, const void *problem, void *state,      \
                   void *stream)                                               \
  {                                                                            \
    const gk_matmul *p = problem;                                              \
    (void)host, (void)state, (void)stream;                                     \
    return __VA_ARGS__;                                                        \
  }
LAUNCH (all_parts, multiply (p, 0, p->c))
LAUNCH (no_alpha, multiply (p, ALPHA, p->c))
LAUNCH (no_beta, multiply (p, BETA, p->c))
LAUNCH (no_bias, multiply (p, BIAS, p->c))
LAUNCH (twice, (multiply (p, 0, p->c), multiply (p, 0, p->c)))
#define VARIANT(id, title)                                                     \
  { .family = "matmul-rect", .name = title, .summary = "an odd one",           \
    .layouts = GK_BIT (GK_ROW_MAJOR), .dtypes = GK_BIT (GK_F32),               \
    .problem_size = sizeof (gk_matmul), .forms = GK_MATMUL_UPDATE,             \
    .launch = id }
static const gk_variant variants[] = {
  VARIANT (all_parts, "all-parts"), VARIANT (no_alpha, "no-alpha"),
  VARIANT (no_beta, "no-beta"), VARIANT (no_bias, "no-bias"),
  VARIANT (twice, "twice"),
};
GK_PLUGIN ("odd", "1", "odd ones", NULL, variants)
CODE
build_plugin odd

floats='dtype = f32, f64, tf32, f16, bf16, f8_e4m3, f8_e5m2'
some='alpha = 0.5'
expect_status 0 run cpu-naive,cpu-threads 45 70 39 "$floats" 'alpha = -0.75' 'beta = 0, 0.25' \
  'bias = yes' 'layout = tn'
cases ok 28
expect_status 0 run cpu-threads 45 70 39 "$floats" "$some" 'beta = -1' 'bias = yes' 'pad = 3' \
  'batch = 1, 40'
cases ok 14
expect_status 0 run cpu-threads 45 70 39 'dtype = f16, bf16' 'dtype_c = f32' 'alpha = 16' 'bias = yes'
cases ok 2
expect_status 0 run_data 'zero others' cpu-threads 45 70 39 'dtype = f64, bf16' "$some" \
  'beta = 0.25' 'bias = yes' 'layout = col'
cases ok 16

# A peer is skipped where there is no CBLAS.
expect_status 0 run cpu-blas 45 70 39 'dtype = f32, f64' "$some" 'beta = 0, 2' 'bias = no, yes' \
  'layout = row, col, nt' 'batch = 1, 2'
cases wrong 0

expect_status 1 run 'all-parts,no-*,twice' 45 70 39 "$some" 'beta = 0.25' 'bias = yes'
cases ok 1
cases wrong 4
# C is restored before each launch: what has no beta may be launched twice.
expect_status 0 run twice 45 70 39 "$some" 'bias = yes'
cases ok 1

expect_status 0 run cpu-order 45 70 39 "$some"
cases skipped 1
expect_grep 'does not declare this form' "$tmp/run.jsonl"

# A default is in no record, and what C held is read.
expect_status 0 run cpu-naive 45 70 39
! grep -e alpha -e bias "$tmp/run.jsonl" || fail 'a default is recorded'
expect_status 0 run cpu-naive 45 70 39 'beta = 1' 'bias = yes'
expect_grep "\"bytes\":$((4 * (45 * 70 + 70 * 39 + 2 * 45 * 39 + 39)))," "$tmp/run.jsonl"

# refused MESSAGE KEY...
refused ()
{
  expect_status 0 run cpu-naive 45 70 39 "${@:2}"
  cases skipped 1
  expect_grep "$1" "$tmp/run.jsonl"
}
refused 'alpha = 0: it may be from 1/16 to 16 in magnitude, since with 0' 'alpha = 0'
refused 'beta = 0.01: it may be from 1/16 to 16 in magnitude, or 0' 'beta = 0.01'
refused 'alpha = 0.1.* is no number of f32' 'alpha = 0.1'
expect_status 0 run cpu-naive 45 70 39 'alpha = 0.1' 'dtype = f64'
refused 'results are checked on would overflow' 'alpha = 2' 'dtype = f16'
refused 'are for floats: leave them out' 'alpha = 2' 'dtype = i32'
refused 'are for floats: leave them out' 'bias = yes' 'dtype = i8'
expect_status 2 run cpu-naive 45 70 39 'alpha = nan'
expect_status 2 run cpu-naive 45 70 39 'beta = 17'
