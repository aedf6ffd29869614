# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# What the tests of several ranks share; sourced behind functions.sh.

: "${tmp:?}"

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

# rank_process VARIABLE=RANK: the process of a run of $tmp/ranks.ini that was
# started with that.
rank_process ()
{
  local folder words

  for folder in /proc/[0-9]*; do
    mapfile -d '' words 2>/dev/null <"$folder/cmdline" || continue
    [[ ${words[0]-} = */host/gkhost && ${words[2]-} = "$tmp/ranks.ini" ]] ||
      continue
    mapfile -d '' words 2>/dev/null <"$folder/environ" || continue
    [[ " ${words[*]} " != *" $1 "* ]] || echo "${folder#/proc/}"
  done
}

# kill_rank FILE VARIABLE=RANK: when there is a case in FILE, which is not there
# before, kills the rank that writes it.
kill_rank ()
{
  local pid

  for _ in {1..3000}; do
    ! grep -q '"type":"case"' "$1" 2>/dev/null || break
    sleep 0.02
  done
  pid=$(rank_process "$2")
  kill -9 "${pid:?no process has $2}"
}
