#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant, pattern of variants or baseline that the family lacks is an error.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf "[copy]\nvariant = cpu-memcyp\n" >"$tmp/a.ini"
expect_status 2 gkhost --dry-run -c "$tmp/a.ini"
expect_grep "a.ini:2: variant: .*: did you mean 'cpu-memcpy'?"

printf "[copy]\nvariant = cpu-*, gpu-*\n" >"$tmp/b.ini"
expect_status 2 gkhost --dry-run -c "$tmp/b.ini"
expect_grep "b.ini:2: variant: .* no variant that matches 'gpu-\*'"

printf "[copy]\nbaseline = cpu-memcyp\n" >"$tmp/c.ini"
expect_status 2 gkhost --dry-run -c "$tmp/c.ini"
expect_grep "c.ini:2: baseline: .*: did you mean 'cpu-memcpy'?"
