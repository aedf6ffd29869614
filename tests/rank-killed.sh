#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Of four ranks one is killed: its file has no end record, though all cases that
# it came to, and nothing of the others is lost.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/rank-functions.sh"

# So many that nobody is through before all have begun.
ranks_suite 60
for i in 0 1 2 3; do
  SLURM_PROCID=$i SLURM_NTASKS=4 SLURM_LOCALID=$i "$top_builddir/gkhost" \
    -c "$tmp/ranks.ini" -o "$tmp/%h-%r.jsonl" >/dev/null 2>"$tmp/err-$i" &
  pids[i]=$!
done
file=$tmp/$(uname -n | sed 's/[^A-Za-z0-9.-]/_/g')-2.jsonl
until [ -e "$file" ] && [ "$(count_records "$file" type=case)" -ge 2 ]; do
  kill -0 "${pids[2]}" 2>/dev/null || fail "rank 2 is gone: $(cat "$tmp/err-2")"
  sleep 0.02
done
kill -9 "${pids[2]}"
for i in 0 1 2 3; do
  status=0
  wait "${pids[i]}" || status=$?
  expect_equal "$i: $status" "$i: $([ "$i" -eq 2 ] && echo 137 || echo 0)"
done

expect_equal "$(run_of "$file" rank)" 2
expect_equal "$(count_records "$file" type=end)" 0
[ "$(count_records "$file" type=case)" -ge 2 ] || fail "cases are lost"
for i in 0 1 3; do
  expect_run "${file%-2.jsonl}-$i.jsonl" "$i" 4 slurm
  expect_equal "$(count_records "${file%-2.jsonl}-$i.jsonl" type=case status=ok)" 60
done

# The report of all names it, and so it does where its file is lost.
expect_status 1 gkhost report "${file%-2.jsonl}"-*.jsonl
expect_grep ' rank 2: it has no end: it was cut short, or goes on; [0-9]* cases in' "$tmp/out"
rm "$file"
expect_status 1 gkhost report "${file%-2.jsonl}"-*.jsonl
expect_grep '^rank 2 of 4: no run of it is here$' "$tmp/out"
