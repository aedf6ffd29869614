#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A device that is named and is not there is a failure; with auto it is a skip.
source "${top_srcdir:-.}/tests/functions.sh" || exit
plugins_of copy

keep_limits

# A stand-in driver with one device makes this the same with a GPU and without.
absent ()
{
  expect_status "$1" driver_copy right '' -d "$2"
}
absent 1 cuda:3
expect_equal "$(count_records "$tmp/run.jsonl" device=cuda:3 status=failed)" 1
expect_grep 'no device cuda:3: there is cpu, cuda:0' "$tmp/out"
absent 0 cuda:0
absent 0 auto

# Without any driver, whatever plugins bring.
gkhost devices >"$tmp/devices"
! grep -q 'cuda:0' "$tmp/devices" || skip 'has a GPU'
why=$(sed -n 's/^no CUDA device: //p' "$tmp/devices")
printf '[copy]\nrows = 4\ncols = 4\n' >"$tmp/a.ini"
for device in cuda cuda:0 'cuda:*'; do
  expect_status 1 gkhost -c "$tmp/a.ini" -d "$device" -o "$tmp/run.jsonl"
  expect_equal "$(count_records "$tmp/run.jsonl" status=ok)" 0
  expect_equal "$(count_records "$tmp/run.jsonl" status=skipped)" 0
  # Not a row for each, nor a list of them: one line.
  tr -s '\n ' '  ' <"$tmp/out" >"$tmp/line"
  name=${device/%cuda/cuda:0}
  expect_grep "failed [0-9]* cases: -d names ${name/\*/\\*}: $why" "$tmp/line"
  expect_equal "$(grep -c '^failed' "$tmp/out")" 1
  expect_equal "$(count_records "$tmp/run.jsonl" variant=cpu-memcpy \
    device=cpu)" 1
  expect_grep 'nothing ran' "$tmp/line"
  [ "$(wc -l <"$tmp/out")" -lt 20 ] || fail "$(cat "$tmp/out")"
done
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
expect_equal "$(count_records "$tmp/run.jsonl" status=failed)" 0
expect_status 0 gkhost -c "$tmp/a.ini" -d cuda:0 --dry-run
expect_grep ', [0-9]* fail$' "$tmp/out"
expect_equal "$(grep -c '^failed\|cuda:0 ' "$tmp/out")" 1

# Nothing is said of a plugin that could not be looked at.
copy=$top_builddir/plugins/copy/.libs/copy.so
expect_status 1 gkhost check "$copy" -d cuda:0
expect_grep "copy.so: not checked: -d names cuda:0: $why"
expect_no_grep sound "$tmp/out"
