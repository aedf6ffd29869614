#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Groups of lines: the CPU variants are right; one that leaves a group out, computes it
# with its neighbour's matrix, keeps it from an earlier launch, or has a border off by a
# line is wrong; and one that does not know groups does not run.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/products-functions.sh"

cat >"$tmp/odd.c" <<'CODE'
#include <gkhost/matmul.h>
#include <stdlib.h>
#include <string.h>
/* Rows [first, end) of C, with matrix z of B; row-major. */
static void multiply (const gk_matmul *p, int64_t z, int64_t first, int64_t end)
{
  const float *a = p->a, *b = (const float *)p->b + z * p->stride_b;
  float *c = p->c;
  for (int64_t i = first; i < end; i++)
    for (int64_t j = 0; j < p->k; j++) {
      float sum = 0;
      for (int64_t l = 0; l < p->n; l++)
        sum += a[i * p->lda + l] * b[l * p->ldb + j];
      c[i * p->ldc + j] = sum;
    }
}
/* The last group that has lines. */
static int64_t last (const gk_matmul *p)
{
  int64_t g = p->groups - 1;
  while (p->group_lines[g] == p->group_lines[g + 1])
    g--;
  return g;
}
#define LAUNCH(name, ...)                                                \
  static int name (const gk_host *host, const void *problem, void *state, \
                   void *stream)                                         \
  {                                                                      \
    const gk_matmul *p = problem;                                        \
    const int32_t *at = p->group_lines;                                  \
    (void)host, (void)state, (void)stream;                               \
    for (int64_t g = 0; g < p->groups; g++)                              \
      __VA_ARGS__;                                                       \
    return GK_OK;                                                        \
  }
LAUNCH (all, multiply (p, g, at[g], at[g + 1]))
LAUNCH (skips_last, if (g != last (p)) multiply (p, g, at[g], at[g + 1]))
LAUNCH (neighbour, multiply (p, g == last (p) ? (g + 1) % p->groups : g, at[g],
                             at[g + 1]))
LAUNCH (early, multiply (p, g, at[g] - (at[g] > 0),
                         at[g + 1] - (g + 1 < p->groups && at[g + 1] > 0)))
LAUNCH (late, multiply (p, g, g > 0 ? at[g] + (at[g] < p->m) : 0,
                        at[g + 1] + (at[g + 1] < p->m)))
/* Even groups, whatever there are. */
LAUNCH (even, multiply (p, g, p->m * g / p->groups, p->m * (g + 1) / p->groups))
/* Writes the padding behind the last group. */
LAUNCH (pads, {
  multiply (p, g, at[g], at[g + 1]);
  if (g == last (p))
    ((float *)p->c)[p->m * p->ldc - 1] = 0;
})
/* Keeps the last group's result of its first launch. */
static float *kept;
static void keep (const gk_matmul *p)
{
  const int64_t g = last (p), first = p->group_lines[g], end = p->m;
  const size_t bytes = (size_t)((end - first) * p->ldc) * sizeof (float);
  float *c = (float *)p->c + first * p->ldc;
  if (kept == NULL) {
    kept = malloc (bytes);
    multiply (p, g, first, end);
    memcpy (kept, c, bytes);
  }
  memcpy (c, kept, bytes);
}
LAUNCH (keeps, if (g != last (p)) multiply (p, g, at[g], at[g + 1]); else keep (p))
#define ODD(of, ...)                                                     \
  { .family = "matmul-rect", .name = #of, .summary = "odd",              \
    .dtypes = GK_BIT (GK_F32), .layouts = GK_BIT (GK_ROW_MAJOR),         \
    .problem_size = sizeof (gk_matmul), .launch = of, __VA_ARGS__ }
#define GROUPED(of) ODD (of, .forms = GK_MATMUL_GROUPS)
static const gk_variant variants[] = {
  GROUPED (all), GROUPED (skips_last), GROUPED (neighbour), GROUPED (early),
  GROUPED (late), GROUPED (even), GROUPED (pads), GROUPED (keeps),
  { .family = "matmul-rect", .name = "ignores", .summary = "odd",
    .dtypes = GK_BIT (GK_F32), .layouts = GK_BIT (GK_ROW_MAJOR),
    .problem_size = sizeof (gk_matmul), .launch = all,
    .forms = GK_MATMUL_BATCH },
};
GK_PLUGIN ("odd", "1", "odd ones", NULL, variants)
CODE
build_plugin odd

layouts='layout = row, col, tn, nt, tt'
expect_status 0 run cpu-naive,cpu-threads 61 16 67 'dtype = f32, f8_e4m3' \
  'groups = 1, 100' 'pad = 3' 'layout = row, tn'
cases ok 16
expect_status 0 run cpu-threads 300 65 330 'dtype = f64, u8' 'groups = 40' "$layouts" \
  'group_sizes = skewed'
cases ok 10
expect_status 0 run_data others cpu-threads 83 40 87 'dtype = bf16, f64' 'groups = 9' \
  'layout = nt'
cases ok 14
if [ -n "$(gkhost list matmul-rect/cpu-blas 2>/dev/null)" ]; then
  expect_status 0 run cpu-blas 53 40 57 'dtype = f32, f64' 'groups = 70' "$layouts"
  cases failed 0
  cases wrong 0
fi

# Bytes are those of all matrices, operations those of all lines.
expect_status 0 run cpu-naive 8 8 8 'groups = 1, 10' 'layout = row, tn'
expect_equal "$(records "$tmp/run.jsonl" type=case |
  sed -n 's/.*"ops": *\([0-9]*\).*/\1/p' | tr '\n' ' ')" '1024 1024 1024 1024 '
expect_equal "$(records "$tmp/run.jsonl" type=case |
  sed -n 's/.*"bytes": *\([0-9]*\).*/\1/p' | sort -n | tr '\n' ' ')" \
  '768 768 3072 3072 '

# A default is in no record.
expect_grep '"groups":10' "$tmp/run.jsonl"
! grep '"group_sizes"' "$tmp/run.jsonl" || fail 'a default is recorded'

expect_status 0 run all 90 23 29 'groups = 1, 8, 200' 'pad = 0, 2' 'group_multiple = 1, 16'
cases ok 12
expect_status 1 run skips_last,neighbour,early,late,even,pads,keeps 150 23 29 \
  'groups = 6, 50' 'pad = 2'
cases wrong 14
expect_equal "$(grep -c 'in group [0-9]*, c\[' "$tmp/run.jsonl")" 14

expect_status 0 run ignores,cpu-order 19 23 29 'groups = 2'
cases skipped 2
expect_grep 'does not declare this form' "$tmp/run.jsonl"

# What does not go together, and what is no choice.
expect_status 0 run cpu-naive 19 23 29 'groups = 0, 2' 'batch = 1, 3'
cases ok 3
cases skipped 1
expect_grep 'groups are of a single product, and batch = 3' "$tmp/run.jsonl"
for added in 'alpha = 0.5' 'beta = 0.25' 'bias = yes'; do
  expect_status 0 run cpu-naive 19 23 29 'groups = 2' "$added"
  cases skipped 1
  expect_grep 'groups do not go with alpha, beta or bias' "$tmp/run.jsonl"
done
expect_status 1 run cpu-naive 3000000000 1 1 'groups = 2'
expect_grep 'make m smaller' "$tmp/run.jsonl"
for bad in 'groups = 65537' 'groups = -1' 'group_sizes = odd' 'group_multiple = 0'; do
  expect_status 2 run cpu-naive 19 23 29 'groups = 2' "$bad" 2>"$tmp/bad"
done
