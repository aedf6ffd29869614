#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Each rank writes its own records, which say which it is; the first alone
# prints a report, and messages of the others have the host and the rank.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/rank-functions.sh"
ranks_suite 2
host=$(uname -n | sed 's/[^A-Za-z0-9.-]/_/g')

# Without a launcher: rank 0 of one, which its record does not say.
mkdir "$tmp/alone"
expect_status 0 gkhost -c "$tmp/ranks.ini" -o "$tmp/alone/%h-%r-%n-100%%.jsonl"
alone=$tmp/alone/$host-0-1-100%.jsonl
[ -s "$alone" ] || fail "$(ls "$tmp/alone")"
expect_no_grep '"rank"\|"ranks"\|"launcher"' "$alone"
expect_grep '^2 cases: ' "$tmp/out"

# Those that launchers set, by hand.
for launcher in 'slurm SLURM_PROCID SLURM_NTASKS' 'mpich PMI_RANK PMI_SIZE' \
  'openmpi OMPI_COMM_WORLD_RANK OMPI_COMM_WORLD_SIZE' \
  'torchrun RANK WORLD_SIZE'; do
  read -r name rank size <<<"$launcher"
  mkdir "$tmp/$name"
  for i in 0 1 2 3; do
    env "$rank=$i" "$size=4" "$top_builddir/gkhost" -c "$tmp/ranks.ini" \
      -o "$tmp/$name/%h-%r.jsonl" >"$tmp/out-$i" 2>"$tmp/err-$i" &
    pids[i]=$!
  done
  for i in 0 1 2 3; do
    wait "${pids[i]}" || fail "$name: status $? of rank $i: $(cat "$tmp/err-$i")"
    expect_run "$tmp/$name/$host-$i.jsonl" "$i" 4 "$name"
    expect_equal "$(cat "$tmp/err-$i")" ''
    [ "$i" -eq 0 ] || expect_equal "$(cat "$tmp/out-$i")" ''
  done
  expect_grep '^2 cases: ' "$tmp/out-0"
done

# In one host's file, where the launcher says that no other rank is there.
expect_status 0 env SLURM_PROCID=3 SLURM_NTASKS=4 SLURM_LOCALID=0 \
  "$top_builddir/gkhost" -c "$tmp/ranks.ini" -o "$tmp/%h.jsonl"
expect_run "$tmp/$host.jsonl" 3 4 slurm
# And one rank is as none.
expect_status 0 env SLURM_PROCID=0 SLURM_NTASKS=1 "$top_builddir/gkhost" \
  -c "$tmp/ranks.ini" -o "$tmp/one.jsonl"
expect_run "$tmp/one.jsonl" 0 1 slurm

# Another rank's report: with -v alone, in whatever format.
export SLURM_PROCID=2 SLURM_NTASKS=4
expect_status 0 gkhost -c "$tmp/ranks.ini" -o "$tmp/%r.jsonl" --format csv
expect_equal "$(cat "$tmp/out")" ''
expect_status 0 gkhost -c "$tmp/ranks.ini" -o "$tmp/%r.jsonl" -v
expect_grep '^2 cases: ' "$tmp/out"
# That a case failed is told.
printf '[copy]\nrows = 3\ncols = 3\nvariant = cpu-memcpy\ndevice = cuda:7\n' \
  >"$tmp/absent.ini"
expect_status 1 gkhost -c "$tmp/absent.ini" -o "$tmp/%r.jsonl"
expect_equal "$(cat "$tmp/out")" ''
expect_grep "^gkhost: $(uname -n), rank 2: 1 of 1 cases did not pass: see gkhost report $tmp/2.jsonl"
# A run goes on in the same file.
for i in 1 2; do
  expect_status 0 gkhost -c "$tmp/ranks.ini" -o "$tmp/again-%r.jsonl" --resume
done
expect_grep "rank 2: .*/again-2.jsonl has the results of 2 of 2 cases: none is run"
expect_equal "$(count_records "$tmp/again-2.jsonl" type=case status=ok)" 2
# Nobody keeps the results of the others.
expect_status 0 env SLURM_PROCID=0 "$top_builddir/gkhost" -c "$tmp/ranks.ini"
expect_grep "rank 0: only this rank prints a report: .* -o DIR/%h-%r.jsonl"
