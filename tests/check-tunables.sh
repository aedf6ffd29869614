#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost check tries each tunable beyond its default, one at a time: the ends of
# a range, as far as they are sane, and every choice.
source "${top_srcdir:-.}/tests/functions.sh" || exit

export GKHOST_PLUGIN_PATH=$top_builddir/plugins/copy/.libs
expect_status 1 gkhost check "$top_builddir/tests/plugins/.libs/sized.so" \
  --only '*/stepped' -o "$tmp/run.jsonl"
expect_grep '^stepped: 8 cases right, 1 wrong$' "$tmp/out"
expect_grep '^  wrong: sized-order/stepped order=down (n=515 ' "$tmp/out"

tried ()
{
  expect_equal "$(records "$tmp/run.jsonl" job="sized-$1" |
    grep -c "\"tunables\": *{\"step\": *$2, *\"order\": *\"$3\", *\"twice\": *$4}")" 1
}
tried step 1 up false
tried step 4096 up false
tried order 8 down false
tried twice 8 up true
expect_equal "$(records "$tmp/run.jsonl" type=case | grep -c '"n": *515')" 4

# What the user sets wins.
expect_status 0 gkhost check "$top_builddir/tests/plugins/.libs/sized.so" \
  --only 'sized-order/*' -s sized-order.order=up
