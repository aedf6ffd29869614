#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# With cache = hot, a longer batch_time makes batches of more launches; a cold
# sample is one launch whatever it says.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100

# batch KEY=VALUE...: how many launches of 1 ms a sample had.
batch ()
{
  { printf '[copy]\nvariant = naps\nnap = 1\nrows = 4\ncols = 4\n'
    printf 'max_samples = 3\ndevice = cpu\n'
    printf '%s\n' "$@"; } >"$tmp/a.ini"
  rm -f "$tmp/run.jsonl"
  expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/naps.so"
  records "$tmp/run.jsonl" type=case status=ok |
    sed -n 's/.*"batch": *\([0-9]*\).*/\1/p'
}

expect_equal "$(batch 'cache = hot')" 1
expect_equal "$(batch 'cache = hot' 'batch_time = 20.5ms')" 20
expect_equal "$(batch 'cache = cold' 'batch_time = 20ms')" 1

expect_status 2 gkhost -c "$tmp/a.ini" -s copy.batch_time=61
expect_grep 'batch_time'
