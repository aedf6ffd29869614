#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Where no worker can be started the host says why, and is not taken for a run
# that passed.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# The leak detector needs files of its own at the end.
requires_unsanitized
printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\n' >"$tmp/a.ini"
copy=$top_builddir/plugins/copy/.libs/copy.so

# So few descriptors are left of those that there may be: too few for a socket,
# for the pipe behind it, and for the memory behind that.
for left in 1 3 4; do
  status=0
  (
    for ((fd = 3; fd < 64 - left; fd++)); do
      eval "exec $fd</dev/null"
    done
    ulimit -n 64
    exec "$top_builddir/host/gkhost" -c "$tmp/a.ini" -p "$copy"
  ) >"$tmp/out" 2>"$tmp/err" </dev/null || status=$?
  echo "$left: $status: $(cat "$tmp/err")"
  [ "$status" -ne 0 ] || fail "passed with $left descriptors"
  expect_grep "^gkhost: can't make \(a socket\|a pipe\|memory to share\) .*worker: Too many"
done
