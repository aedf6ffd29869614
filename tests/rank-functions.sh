# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# What the tests of several ranks share; sourced behind functions.sh.

: "${tmp:?}" "${top_builddir:?}"
plugins_of copy

# ranks_suite CASES: writes $tmp/ranks.ini, a suite of so many quick cases that
# take no turns.
ranks_suite ()
{
  printf '[suite]\nmax_time = 0\nmin_samples = 1\ntimeout = 20\n' \
    >"$tmp/ranks.ini"
  printf '[copy]\nrows = 1..%s\ncols = 3\nvariant = cpu-memcpy\n' "$1" \
    >>"$tmp/ranks.ini"
}

# run_of FILE MEMBER: what the first record of FILE has there.
run_of ()
{
  head -n 1 "$1" | sed -n "s/.*\"$2\":\"\{0,1\}\([^,\"}]*\).*/\1/p"
}

# expect_run FILE RANK RANKS LAUNCHER: its run is that of this rank, and ended.
expect_run ()
{
  expect_equal "$(run_of "$1" rank)" "$2"
  expect_equal "$(run_of "$1" ranks)" "$3"
  expect_equal "$(run_of "$1" launcher)" "$4"
  expect_equal "$(count_records "$1" type=end)" 1
}
