#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Sums, minima and maxima are right: each variant, with each type and operation, at
# sizes that break blocks, and on each kind of data; on a GPU, too, where there is
# one.
source "${top_srcdir:-.}/tests/functions.sh" || exit
plugins_of reduce

# Some of the types and sizes will do but in .ci/nightly.
few=()
all_trials || few=(-s 'list.dtype=i32, f64, bf16' -s 'list.cols=1, 3, 256, 257, 65537'
  -s 'rows.dtype=i64, f32' -s 'rows.cols=3, 129'
  -s 'large.dtype=i32, bf16' -s 'large.op=sum, min' -s 'large-rows.dtype=f32')
# Only a GPU's grid has fewer rows than these.
all_trials || has_gpu reduce || few+=(-s 'many-rows.cols=1'
  -s 'many-rows.dtype=bf16' -s 'many-rows.op=sum')
expect_status 0 gkhost -c "$top_srcdir/tests/reduce.ini" "${few[@]}" \
  -o "$tmp/run.jsonl"
expect_grep '"failed":0,"crashed":0,"timeout":0' "$tmp/run.jsonl"
[ "$(count_records "$tmp/run.jsonl" status=ok)" -gt 300 ] || fail 'too few ran'

# Added one after the other, so many floats would lose too many digits.
printf '[reduce]\nvariant = cpu-loop\ncols = %s\ndtype = bf16\n' $(((1 << 25) + 1)) \
  >"$tmp/long.ini"
expect_status 0 gkhost -c "$tmp/long.ini"
expect_grep 'one sum of more than 2^25 floats' "$tmp/out"

# What is right of most numbers alone is wrong: a maximum or minimum that begins at
# 0 or at a number that seems far away, or leaves out what is large; of one row,
# too, and in each operation.  So is one that keeps its result, on any data.
cat >"$tmp/begins.c" <<'CODE'
#include <stdbool.h>
#include <string.h>
#include <gkhost/reduce.h>
#define PEAK(type, far)                                                       \
  static void peak_##type (const gk_reduce *p, int fault)                     \
  {                                                                           \
    const bool max = p->op == GK_REDUCE_MAX;                                  \
    const double end = sizeof (type) < 8 ? 2147483648. : 0x1p63;              \
    const double infinite = (type)0.5 != 0 ? __builtin_inf () : end;          \
                                                                              \
    for (int64_t row = 0; row < p->rows; row++) {                             \
      const type *src = (const type *)p->src + row * p->cols;                 \
      double peak = fault == 0 ? 0 : fault == 1 ? far : infinite;             \
      long double sum = 0;                                                    \
                                                                              \
      peak = max ? -peak : peak;                                              \
      for (int64_t i = 0; i < p->cols; i++) {                                 \
        const double x = (double)src[i];                                      \
                                                                              \
        if (!(fault == 2 && (x > far || x < -far))                            \
            && (max ? x > peak : x < peak))                                   \
          peak = x;                                                           \
      }                                                                       \
      for (int64_t i = 0; i < p->cols; i++)                                   \
        sum += src[i];                                                        \
      ((type *)p->dst)[row] = p->op == GK_REDUCE_SUM                          \
                                  ? ((type)0.5 == 0 ? (type)(int64_t)sum      \
                                                    : (type)sum)              \
                                  : peak >= end && (type)0.5 == 0                   \
                                  ? (type)(end - 1) : (type)peak;             \
    }                                                                         \
  }
PEAK (int32_t, 2e9)
PEAK (float, 1e30)
PEAK (double, 1e30)
static void compute (const gk_reduce *p, int fault)
{
  (p->dtype == GK_I32 ? peak_int32_t
   : p->dtype == GK_F32 ? peak_float : peak_double) (p, fault);
}
#define LAUNCH(name, fault)                                                   \
  static int name (const gk_host *host, const void *problem, void *state,     \
                   void *stream)                                              \
  {                                                                           \
    (void)host, (void)state, (void)stream;                                    \
    compute (problem, fault);                                                 \
    return GK_OK;                                                             \
  }
LAUNCH (zero, 0)
LAUNCH (far, 1)
LAUNCH (leaves, 2)
LAUNCH (right, 3)
static int again (const gk_host *host, const void *problem, void *state,
                  void *stream)
{
  static char kept[8], seen[64];
  const gk_reduce *p = problem;
  if (memcmp (seen, p->src, sizeof seen) != 0) {
    right (host, problem, state, stream);
    memcpy (kept, p->dst, p->dtype == GK_F64 ? 8 : 4);
    memcpy (seen, p->src, sizeof seen);
  }
  memcpy (p->dst, kept, p->dtype == GK_F64 ? 8 : 4);
  return GK_OK;
}
static int narrow (const gk_host *host, const void *problem, void *state,
                   void *stream)
{
  const gk_reduce *p = problem;
  (void)host, (void)state, (void)stream;
  compute (p, p->dtype == GK_I32 ? 0 : 3);
  return GK_OK;
}
#define VARIANT(name_) { .family = "reduce", .name = #name_,                  \
  .summary = "finds a peak", .launch = name_, .dtypes = GK_BIT (GK_I32)       \
  | GK_BIT (GK_F32) | GK_BIT (GK_F64) }
static const gk_variant variants[] = { VARIANT (zero), VARIANT (far),
  VARIANT (leaves), VARIANT (right), VARIANT (again), VARIANT (narrow) };
GK_PLUGIN ("begins", "1", "finds peaks", NULL, variants)
CODE
build_plugin begins
# peaks VARIANTS KEY...
peaks ()
{
  printf '[reduce]\nvariant = %s\nop = max, min\ndtype = i32, f32, f64\n' "$1" \
    >"$tmp/begins.ini"
  printf '%s\n' max_samples=10 'audit = no' "${@:2}" >>"$tmp/begins.ini"
  gkhost -c "$tmp/begins.ini" -p "+$tmp/begins.so" -o "$tmp/begins.jsonl"
}
expect_status 1 peaks 'zero, far, leaves' 'rows = 1, 3' 'cols = 1, 1000'
expect_equal "$(count_records "$tmp/begins.jsonl" type=case status=wrong)" 72
for data in random wide permutation; do
  expect_status 0 peaks right 'rows = 1, 3' 'cols = 1, 1000' "data = $data"
  expect_status 1 peaks again cols=100000 "data = $data" min_samples=3
  expect_equal "$(count_records "$tmp/begins.jsonl" type=case status=wrong)" 6
done

# gkhost check tries each operation with each type.
expect_status 0 gkhost check "$tmp/begins.so" --only '*-types/right'
expect_status 1 gkhost check "$tmp/begins.so" --only '*-types/narrow'
expect_grep '^  wrong: reduce-op-types/narrow ' "$tmp/out"
