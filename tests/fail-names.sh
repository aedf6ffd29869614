#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What a test that fails prints says where, and what was counted there.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cat >"$tmp/a.sh" <<'END'
source "$top_srcdir/tests/functions.sh" || exit
counted ()
{
  expect_equal "$(grep -c "$1" "$tmp/file")" \
    1
}
echo 'nothing' >"$tmp/file"
counted apples
END
export top_srcdir
expect_status 1 bash "$tmp/a.sh"
expect_grep '/a.sh:8: counted apples$'
# shellcheck disable=SC2016
expect_grep '/a.sh:4: expect_equal "$(grep -c "$1" "$tmp/file")" \\ 1$'
expect_grep "failed: '0' instead of '1' from: expect_equal .*grep -c .* 1$"
