#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Prefix sums are right: each variant, with each type and form, at sizes that break
# blocks and tiles, on each kind of data, and in launches that follow each other; on
# a GPU, too, where there is one.
source "${top_srcdir:-.}/tests/functions.sh" || exit
plugins_of scan

# Some of the sizes will do but in .ci/nightly.
few=()
all_trials || few=(-s 'list.n=1, 2, 33, 257, 8193, 65537' -s 'large.n=1000003')
expect_status 0 gkhost -c "$top_srcdir/tests/scan.ini" "${few[@]}" \
  -o "$tmp/run.jsonl"
expect_grep '"failed":0,"crashed":0,"timeout":0' "$tmp/run.jsonl"
[ "$(count_records "$tmp/run.jsonl" status=ok)" -gt 110 ] || fail 'too few ran'

# Added one after the other, so many floats would lose too many digits.
printf '[scan]\nvariant = cpu-loop\nn = %s\n' $(((1 << 25) + 1)) >"$tmp/long.ini"
expect_status 0 gkhost -c "$tmp/long.ini"
expect_grep 'one sum of more than 2^25 floats' "$tmp/out"
