#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The verdict of a check stands behind what people read, and never among data.
source "${top_srcdir:-.}/tests/functions.sh" || exit

verdict=': sound on all that ran$'
# check ARG...
check ()
{
  expect_status 0 gkhost check "$top_builddir/plugins/copy/.libs/copy.so" \
    --only 'copy-1/cpu-memcpy' -d cpu "$@"
}

for data in '--format csv' '--format jsonl' '--format junit' '-o -'; do
  # shellcheck disable=SC2086
  check $data
  expect_no_grep "$verdict" "$tmp/out"
  expect_grep "$verdict"
done
for text in '' '--format table' '--format markdown'; do
  # shellcheck disable=SC2086
  check $text
  expect_grep "$verdict" "$tmp/out"
  expect_no_grep "$verdict"
done
