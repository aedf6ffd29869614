#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Records that can't be written say nothing of the plugin: it is as sound as it
# was, and the host's own status tells.
source "${top_srcdir:-.}/tests/functions.sh" || exit

[ -c /dev/full ] || skip 'needs /dev/full'
so=$top_builddir/plugins/copy/.libs/copy.so
expect_status 3 gkhost check "$so" --only '*/cpu-memcpy' -d cpu -o /dev/full
expect_grep '/dev/full is not complete'
expect_grep ': sound on all that ran$' "$tmp/out"
expect_no_grep 'not sound' "$tmp/out"

transpose=$top_builddir/plugins/transpose/.libs/transpose.so
faults=$top_builddir/tests/plugins/.libs/faults.so
expect_status 3 gkhost check "$faults" -p "$transpose" --only '*/wrong' \
  -o /dev/full
expect_grep ': not sound$' "$tmp/out"
