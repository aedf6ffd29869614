#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Data that kernels meet can be timed, and is verified before other timed
# launches; a family that has none skips it.  A variant that declares that it is
# right on uniform data alone is verified on that, has a mark, and is skipped on
# other data.
source "${top_srcdir:-.}/tests/functions.sh" || exit

kinds=(normal sparse heavy graded permutation)
{
  printf '[suite]\nmax_samples = 2\naudit = no\n'
  for kind in "${kinds[@]}"; do
    printf '[%s]\nfamily = matmul-square\nvariant = cpu-threads\n' "$kind"
    printf 'n = 40\ndtype = f32, f64, f16, bf16, tf32\ndata = %s\n' "$kind"
  done
  printf '[moved]\nfamily = copy\nvariant = cpu-memcpy\nrows = 9\ncols = 9\n'
  printf 'data = normal\nverify = no\n'
  for kind in random graded; do
    printf '[declared-%s]\nfamily = matmul-square\nn = 40\ndtype = f32\n' "$kind"
    printf 'variant = on-grid-declared, cpu-naive\ndata = %s\n' "$kind"
  done
} >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -d cpu -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/matmul-square/.libs/matmul-square.so" \
  -p "$top_builddir/plugins/copy/.libs/copy.so" \
  -p "$top_builddir/tests/plugins/.libs/wrong-matmul.so"

for kind in "${kinds[@]}"; do
  expect_equal "$(count_records "$tmp/run.jsonl" "job=$kind" status=ok)" 5
done
records "$tmp/run.jsonl" job=moved status=skipped >"$tmp/moved"
expect_grep 'has no data of this kind' "$tmp/moved"

# What was verified before the timed launches, of which each kind is one.
records "$tmp/run.jsonl" job=normal >"$tmp/normal"
before='"data":\["random","exact","wide","sparse","heavy","graded","permutation"\]'
expect_equal "$(grep -c "$before" "$tmp/normal")" 5

records "$tmp/run.jsonl" variant=on-grid-declared >"$tmp/declared"
expect_equal "$(grep -c '"uniform_only":true' "$tmp/declared")" 2
expect_equal "$(grep -c '"data":\["exact"\]' "$tmp/declared")" 1
expect_equal "$(grep -c 'right on uniform data alone; leave' "$tmp/declared")" 1
expect_grep '^on-grid-declared!' "$tmp/out"
expect_grep '^!  declares that it is right on uniform data alone' "$tmp/out"
expect_equal "$(grep -c '^on-grid-declared!.*<\( \|$\)' "$tmp/out")" 0
