#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A family that no plugin brings is an error with the nearest one, whether the
# key family names it or the section.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf "[trnaspose]\nrows = 4\n" >"$tmp/a.ini"
expect_status 2 gkhost --dry-run -c "$tmp/a.ini"
expect_grep "a.ini:1: unknown family .*: did you mean 'transpose'?"

printf "[small]\nfamily = trnaspose\n" >"$tmp/b.ini"
expect_status 2 gkhost --dry-run -c "$tmp/b.ini"
expect_grep "b.ini:2: unknown family .*: did you mean 'transpose'?"

printf "[small]\nfamily = fft\n" >"$tmp/c.ini"
expect_status 2 gkhost --dry-run -c "$tmp/c.ini"
expect_grep "c.ini:2: unknown family 'fft': there is copy, "
