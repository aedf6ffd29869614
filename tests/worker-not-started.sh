#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Where no worker can be started the host says why, and is not taken for a run
# that passed.
source "${top_srcdir:-.}/tests/functions.sh"

# The leak detector needs files of its own at the end.
requires_unsanitized
printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\n' >"$tmp/a.ini"
copy=$top_builddir/plugins/copy/.libs/copy.so

# So few files may be open: too few for a socket, and for the pipe behind it.
for limit in 4 5 6; do
  status=0
  (
    ulimit -n "$limit"
    exec "$top_builddir/host/gkhost" -c "$tmp/a.ini" -p "$copy"
  ) >"$tmp/out" 2>"$tmp/err" </dev/null || status=$?
  echo "$limit: $status: $(cat "$tmp/err")"
  [ "$status" -ne 0 ] || fail "passed with $limit descriptors"
  expect_grep "^gkhost: can't make a \(socket\|pipe\) for a worker: Too many"
done
