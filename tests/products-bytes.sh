#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Products of floats of 8 bits, of one type or both, with each type of C: the CPU
# variants are right, one that takes B for A's type or drops a bit is wrong, and one
# that does not declare such types does not run where they
# matter.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/products-functions.sh"

cat >"$tmp/odd.c" <<'CODE'
#include <gkhost/family-elements.h>
#include <gkhost/matmul.h>
static void multiply (const gk_matmul *p, gk_dtype dtype_b, int drop)
{
  for (int64_t i = 0; i < p->m; i++)
    for (int64_t j = 0; j < p->k; j++) {
      double sum = 0;
      for (int64_t l = 0; l < p->n; l++) {
        unsigned char b = ((const unsigned char *)p->b)[l * p->ldb + j];
        if (drop)
          b = (unsigned char)(b & ~1);
        sum += gk_number (p->dtype, p->a, i * p->lda + l)
               * gk_number (dtype_b, &b, 0);
      }
      gk_put_number (p->dtype_c, p->c, i * p->ldc + j, sum);
    }
}
static int one_type (const gk_host *host, const void *problem, void *state,
                     void *stream)
{
  const gk_matmul *p = problem;
  (void)host, (void)state, (void)stream;
  multiply (p, p->dtype, 0);
  return GK_OK;
}
static int drops (const gk_host *host, const void *problem, void *state,
                  void *stream)
{
  const gk_matmul *p = problem;
  (void)host, (void)state, (void)stream;
  multiply (p, p->dtype_b, 1);
  return GK_OK;
}
#define BYTES GK_BIT (GK_F8_E4M3) | GK_BIT (GK_F8_E5M2)
static const gk_variant variants[] = {
  { .family = "matmul-rect", .name = "one-type", .summary = "B as A",
    .dtypes = BYTES, .forms = GK_MATMUL_TYPES, .launch = one_type },
  { .family = "matmul-rect", .name = "drops", .summary = "without a bit",
    .dtypes = BYTES, .forms = GK_MATMUL_TYPES, .launch = drops },
  { .family = "matmul-rect", .name = "old", .summary = "has no forms",
    .dtypes = BYTES | GK_BIT (GK_BF16), .launch = one_type },
};
GK_PLUGIN ("odd", "1", "odd ones", NULL, variants)
CODE
build_plugin odd

bytes='dtype = f8_e4m3, f8_e5m2'
mixed='dtype_b = same, f8_e4m3, f8_e5m2'
expect_status 0 run cpu-naive,cpu-threads 23 70 19 "$bytes" "$mixed" \
  'dtype_c = usual, f32, f16, bf16' 'pad = 0, 3'
cases ok 96
expect_status 0 run_data others cpu-threads 23 70 19 "$bytes" "$mixed" 'layout = row, tn'
expect_status 0 run cpu-naive,cpu-threads 23 70 19 'dtype = f16, bf16' 'dtype_c = f32'
cases ok 4

expect_status 1 run one-type 23 70 19 "$bytes" 'dtype_b = same, f8_e5m2'
cases ok 3
cases wrong 1
expect_status 1 run drops 23 70 19 "$bytes"
cases wrong 2

# A default is in no record, so that a case is the same as in records of before.
expect_status 0 run old 23 70 19 "$bytes"
! grep dtype_c "$tmp/run.jsonl" || fail 'a default is recorded'
expect_status 0 run old 23 70 19 "$bytes" 'dtype_c = f32'
cases skipped 2
expect_grep '"dtype_c":"f32"' "$tmp/run.jsonl"
expect_grep 'does not declare this form of the problem: its forms are 0x0, and this one needs 0x1' "$tmp/run.jsonl"

# skipped MESSAGE KEY...
skipped ()
{
  expect_status 0 run cpu-naive 23 70 19 "${@:2}"
  cases skipped 1
  expect_grep "$1" "$tmp/run.jsonl"
}
skipped 'dtype_b = f8_e5m2 needs a dtype of f8_e4m3 or f8_e5m2; leave it out' \
  'dtype = bf16' 'dtype_b = f8_e5m2'
skipped 'dtype_c = f16 does not go with this dtype: C may be' \
  'dtype = bf16' 'dtype_c = f16'
