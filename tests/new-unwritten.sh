#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Where a file of a new plugin can't be written, `gkhost new` says so and leaves
# nothing behind.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_uninstrumented
shim=$top_builddir/tests/shim/.libs/fail-nth.so
mkdir "$tmp/none" "$tmp/work"
export GKHOST_PLUGIN_PATH=$tmp/none
cd "$tmp/work"

# fails CALL N: has the Nth call fail; false when there is none.
fails ()
{
  local status=0

  rm -rf mine "$tmp/fired"
  FAIL_NTH=host:$1:$2 FAIL_FIRED=$tmp/fired LD_PRELOAD=$shim \
    gkhost new transpose mine >"$tmp/out" 2>"$tmp/err" || status=$?
  [ -e "$tmp/fired" ] || return 1
  if [ "$status" = 0 ]; then
    expect_equal "$(find mine -type f | wc -l)" 7
    return
  fi
  [ "$status" = 3 ] || fail "status $status"
  expect_grep '^gkhost: '
  [ -z "$(ls -A)" ] || fail "$(find .) was left"
}

unwritten=0
for call in open write; do
  n=1
  while fails "$call" "$n"; do
    if grep -q 'nothing was kept' "$tmp/err"; then
      unwritten=$((unwritten + 1))
    fi
    n=$((n + 1))
  done
done
# Seven files are opened, and written.
[ "$unwritten" -ge 14 ] || fail "only $unwritten files were not written"
