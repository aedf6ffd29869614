#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Products with scales: the CPU variants are right in each layout, with blocks that
# end early; one that keeps the scales of its first launch or takes a column's for
# its neighbour's is wrong, and one that does not declare scales does not run.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/products-functions.sh"

cat >"$tmp/odd.c" <<'CODE'
#include <string.h>
#include <gkhost/family-elements.h>
#include <gkhost/matmul.h>
static float kept[4096];
static int launches;
/* lines-b, row-major; from: the column whose scales column j has. */
static void multiply (const gk_matmul *p, const float *scale_b, int64_t from)
{
  const int64_t padded = ((p->n + 127) / 128 + 3) / 4 * 4;
  for (int64_t i = 0; i < p->m; i++)
    for (int64_t j = 0; j < p->k; j++) {
      double sum = 0;
      for (int64_t l = 0; l < p->n; l++)
        sum += gk_number (p->dtype, p->a, i * p->lda + l)
               * gk_number (p->dtype_b, p->b, l * p->ldb + j)
               * (double)p->scale_a[i / 128 * padded + l / 128]
               * (double)scale_b[l / 128 * p->k + (j + from) % p->k];
      gk_put_number (p->dtype_c, p->c, i * p->ldc + j, sum);
    }
}
static int right (const gk_host *host, const void *problem, void *state,
                  void *stream)
{
  const gk_matmul *p = problem;
  (void)host, (void)state, (void)stream;
  multiply (p, p->scale_b, 0);
  return GK_OK;
}
static int neighbour (const gk_host *host, const void *problem, void *state,
                      void *stream)
{
  const gk_matmul *p = problem;
  (void)host, (void)state, (void)stream;
  multiply (p, p->scale_b, 1);
  return GK_OK;
}
static int keeps (const gk_host *host, const void *problem, void *state,
                  void *stream)
{
  const gk_matmul *p = problem;
  (void)host, (void)state, (void)stream;
  if (launches++ == 0)
    memcpy (kept, p->scale_b, (size_t)((p->n + 127) / 128 * p->k) * 4);
  multiply (p, kept, 0);
  return GK_OK;
}
#define BYTES GK_BIT (GK_F8_E4M3) | GK_BIT (GK_F8_E5M2)
#define ODD(id, called)                                                        \
  { .family = "matmul-rect", .name = called, .summary = "odd",                 \
    .dtypes = BYTES, .problem_size = sizeof (gk_matmul),                       \
    .forms = GK_MATMUL_TYPES | GK_MATMUL_SCALES, .launch = id }
static const gk_variant variants[] = {
  ODD (right, "right"), ODD (neighbour, "neighbour"), ODD (keeps, "keeps"),
  { .family = "matmul-rect", .name = "plain", .summary = "has no scales",
    .dtypes = BYTES, .problem_size = sizeof (gk_matmul),
    .forms = GK_MATMUL_TYPES, .launch = right },
};
GK_PLUGIN ("odd", "1", "odd ones", NULL, variants)
CODE
build_plugin odd

all='scales = tensor, lines-a, lines-b'
expect_status 0 run cpu-naive,cpu-threads 135 300 19 'dtype = f8_e4m3, f8_e5m2' "$all" \
  'layout = row, tn'
cases ok 24
expect_status 0 run cpu-threads 135 300 19 'dtype = f8_e5m2' 'dtype_b = f8_e4m3' "$all" \
  'dtype_c = f32, f16' 'pad = 3' 'layout = tn'
cases ok 6
expect_status 0 run_data 'exact wide normal' cpu-threads 135 300 19 'dtype = f8_e4m3' "$all" \
  'layout = tn'

by_lines=('dtype = f8_e4m3' 'scales = lines-b')
expect_status 0 run right 135 300 19 "${by_lines[@]}"
cases ok 1
expect_status 1 run neighbour,keeps 135 300 19 "${by_lines[@]}"
cases wrong 2

# skipped VARIANT MESSAGE KEY...
skipped ()
{
  expect_status 0 run "$1" 135 300 19 "${@:3}"
  cases skipped 1
  expect_grep "$2" "$tmp/run.jsonl"
}
skipped plain 'does not declare this form of the problem' "${by_lines[@]}"
skipped cpu-naive 'scales = tensor needs a dtype of f8_e4m3 or f8_e5m2; leave it out' \
  'dtype = bf16' 'scales = tensor'
skipped cpu-naive 'scales = lines-a is for one product; make batch 1' \
  'dtype = f8_e4m3' 'scales = lines-a' 'batch = 2'
for added in 'alpha = 0.5' 'beta = 0.25' 'bias = yes'; do
  skipped cpu-naive 'scales = lines-b does not go with alpha, beta or bias' \
    "${by_lines[@]}" "$added"
done

expect_status 2 run cpu-naive 135 300 19 'dtype = f8_e4m3' 'scales = rows'
expect_grep 'scales' "$tmp/err"
