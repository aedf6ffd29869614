#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Batches of products: the CPU variants are right; one that computes the first product
# only, repeats one, or keeps one of an earlier launch is wrong; and one that
# does not declare batches does not run.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/products-functions.sh"

cat >"$tmp/odd.c" <<'CODE'
#include <gkhost/matmul.h>
#include <stdlib.h>
#include <string.h>
/* The product of matrices z of A and B, as number `to` of C; row-major. */
static void multiply (const gk_matmul *p, int64_t z, int64_t to)
{
  const float *a = (const float *)p->a + z * p->stride_a;
  const float *b = (const float *)p->b + z * p->stride_b;
  float *c = (float *)p->c + to * p->stride_c;
  for (int64_t i = 0; i < p->m; i++)
    for (int64_t j = 0; j < p->k; j++) {
      float sum = 0;
      for (int64_t l = 0; l < p->n; l++)
        sum += a[i * p->lda + l] * b[l * p->ldb + j];
      c[i * p->ldc + j] = sum;
    }
}
#define LAUNCH(name, ...)                                                \
  static int name (const gk_host *host, const void *problem, void *state, \
                   void *stream)                                         \
  {                                                                      \
    const gk_matmul *p = problem;                                        \
    (void)host, (void)state, (void)stream;                               \
    for (int64_t z = 0; z < p->batch; z++)                               \
      __VA_ARGS__;                                                       \
    return GK_OK;                                                        \
  }
LAUNCH (all, multiply (p, z, z))
LAUNCH (skips_last, if (z + 1 < p->batch) multiply (p, z, z))
LAUNCH (repeats, multiply (p, z == 1 ? 0 : z, z))
LAUNCH (swaps, multiply (p, z ^ 1, z))
/* Keeps the last product's result of its first launch. */
static float *kept;
static void keep (const gk_matmul *p)
{
  const size_t bytes = (size_t)p->stride_c * sizeof (float);
  float *last = (float *)p->c + (p->batch - 1) * p->stride_c;
  if (kept == NULL) {
    kept = malloc (bytes);
    multiply (p, p->batch - 1, p->batch - 1);
    memcpy (kept, last, bytes);
  }
  memcpy (last, kept, bytes);
}
LAUNCH (keeps, if (z + 1 < p->batch) multiply (p, z, z); else keep (p))
#define ODD(of, form)                                                    \
  { .family = "matmul-rect", .name = #of, .summary = "odd",              \
    .dtypes = GK_BIT (GK_F32), .layouts = GK_BIT (GK_ROW_MAJOR),         \
    .forms = form, .launch = of }
static int old (const gk_host *host, const void *problem, void *state,
                void *stream)
{
  (void)host, (void)state, (void)stream;
  multiply (problem, 0, 0);
  return GK_OK;
}
static const gk_variant variants[] = {
  ODD (all, GK_MATMUL_BATCH), ODD (skips_last, GK_MATMUL_BATCH),
  ODD (repeats, GK_MATMUL_BATCH), ODD (swaps, GK_MATMUL_BATCH),
  ODD (keeps, GK_MATMUL_BATCH), ODD (old, 0),
};
GK_PLUGIN ("odd", "1", "odd ones", NULL, variants)
CODE
build_plugin odd

expect_status 0 run cpu-naive,cpu-threads 33 16 47 'dtype = bf16, i8' 'batch = 2, 100' \
  'pad = 3'
cases ok 8
expect_status 0 run cpu-threads 17 70 31 'dtype = f32' 'batch = 33' \
  'layout = row, col, tn, nt, tt' 'pad = 1'
cases ok 5
expect_status 0 run cpu-threads 130 65 129 'dtype = i32' 'batch = 1, 7'
cases ok 2
expect_status 0 run cpu-threads 16,1 90 16,3 'dtype = f64, f8_e4m3' 'batch = 100'
cases ok 8
expect_status 0 run_data others cpu-threads 23 40 37 'dtype = bf16, f64' 'batch = 20' \
  'layout = nt'
cases ok 14
if [ -n "$(gkhost list matmul-rect/cpu-blas 2>/dev/null)" ]; then
  expect_status 0 run cpu-blas 23 40 37 'dtype = f32, f64' 'batch = 1, 7'
  cases failed 0
  cases wrong 0
fi

# Work and bytes are those of all products.
expect_status 0 run cpu-naive 8 8 8 'batch = 1, 10'
expect_equal "$(records "$tmp/run.jsonl" type=case |
  sed -n 's/.*"ops": *\([0-9]*\).*/\1/p' | tr '\n' ' ')" '1024 10240 '

# A default is in no record.
expect_grep '"pad":0,"batch":10}' "$tmp/run.jsonl"
! grep '"pad":0,"batch":1}' "$tmp/run.jsonl" || fail 'a default is recorded'

expect_status 0 run all 19 23 29 'batch = 1, 2, 40'
cases ok 3
expect_status 1 run skips_last,repeats,swaps,keeps 19 23 29 'batch = 2, 300'
cases wrong 8
expect_grep 'c\[299\]\[' "$tmp/run.jsonl"

expect_status 0 run old,cpu-order 19 23 29 'batch = 1, 2'
cases ok 2
cases skipped 2
expect_grep 'its forms are 0x0, and this one needs 0x2' "$tmp/run.jsonl"

# What is too large is no crash.
expect_status 1 run cpu-naive 1000000 1000000 1000000 'batch = 1000000000000'
expect_grep 'is over 63 bits of bytes; make the sizes smaller' "$tmp/run.jsonl"
