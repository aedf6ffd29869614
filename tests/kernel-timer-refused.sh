#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# With timer = kernel the clock outside sees what CUPTI's records don't tell: a
# claim that is too short is refused.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100

cupti_stand_in

# is_refused VARIANT KEYS: whether it was, and the one behind it was not.
is_refused ()
{
  meddles "$1" "$2" >"$tmp/out" 2>&1 || :
  records "$tmp/run.jsonl" "variant=$1" status=wrong >"$tmp/record" &&
    grep -q 'timed launches took longer than was claimed' "$tmp/record" &&
    [ "$(count_records "$tmp/run.jsonl" variant=right status=ok)" = 1 ]
}

refuses ()
{
  is_refused "$@" || fail "$1 was not refused: $(cat "$tmp/out")"
}

refuses hides 'cache = hot'
# Nor is work of the host's in any record, where no held stream shows it.
refuses by-hand 'memory = managed'
