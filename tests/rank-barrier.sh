#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# With --barrier each case begins when all ranks have come to it; an MPI that is
# not there or tells of other ranks is an error, and one that hangs or crashes, or
# a rank that is gone, costs the barriers, and no case.  On a stand-in for MPI.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/rank-functions.sh"

export GKHOST_MPI=$top_builddir/tests/plugins/.libs/fake-mpi.so
export FAKE_MPI_SIZE=3

# rank N ARG...: one of three, in the background.
rank ()
{
  local i=$1

  shift
  FAKE_MPI_RANK=$i SLURM_PROCID=$i SLURM_NTASKS=3 "$top_builddir/gkhost" \
    -o "$tmp/%r.jsonl" "$@" >"$tmp/out-$i" 2>"$tmp/err-$i" &
  pids[i]=$!
}

# begin: forgets the ranks before; what stands in for one ends with the folder.
begin ()
{
  rm -rf "$tmp"/*.jsonl "$tmp/meet"
  mkdir "$tmp/meet"
  export FAKE_MPI=$tmp/meet
}

# ended N BARRIERS: it passed, and has so many of its 5 cases with all others.
ended ()
{
  wait "${pids[$1]}" || fail "rank $1: status $?: $(cat "$tmp/err-$1")"
  expect_equal "$(count_records "$tmp/$1.jsonl" type=case status=ok)" 5
  records "$tmp/$1.jsonl" type=end >"$tmp/end"
  expect_grep "\"barriers\":$2[,}]" "$tmp/end"
}

ranks_suite 5
begin
for i in 0 1 2; do
  rank $i -c "$tmp/ranks.ini" --barrier
done
for i in 0 1 2; do
  ended $i 5
  expect_equal "$(cat "$tmp/err-$i")" ''
done
# Once more in the end, when each has told that it is through.
expect_equal "$(find "$tmp/meet" -type f | wc -l)" 18

# One that has fewer cases leaves nobody waiting: five rounds and the end.
begin
rank 0 -c "$tmp/ranks.ini" --barrier
rank 1 -c "$tmp/ranks.ini" --barrier -s copy.rows=1
rank 2 -c "$tmp/ranks.ini" --barrier
for i in 0 2; do
  ended $i 5
  expect_equal "$(cat "$tmp/err-$i")" ''
done
wait "${pids[1]}"

# A rank that is killed: the process that holds MPI goes along for it.
begin
rank 0 -c "$tmp/ranks.ini" --barrier
rank 1 -c "$tmp/ranks.ini" --barrier
until [ -e "$tmp/meet/0-0" ] && [ -e "$tmp/meet/0-1" ]; do
  sleep 0.02
done
kill -9 "${pids[1]}"
rank 2 -c "$tmp/ranks.ini" --barrier
ended 0 5
ended 2 5
wait "${pids[1]}" 2>/dev/null || :
expect_equal "$(count_records "$tmp/1.jsonl" type=end)" 0

# One that never comes.
begin
rank 0 -c "$tmp/ranks.ini" --barrier=0.3
rank 1 -c "$tmp/ranks.ini" --barrier=0.3
for i in 0 1; do
  ended $i 0
  expect_grep "rank $i: barriers are given up: not all ranks have come; ranks were waited for up to 0.3 s" "$tmp/err-$i"
done

# One that comes late: the first goes on alone, and keeps none of the others from
# meeting, of which one is waited for.
begin
rank 0 -c "$tmp/ranks.ini" --barrier=0.3
ended 0 0
rank 1 -c "$tmp/ranks.ini" --barrier
rank 2 -c "$tmp/ranks.ini" --barrier
ended 1 5
ended 2 5

# An MPI that crashes, in the midst.
begin
FAKE_MPI_FAULT=crashes:2 rank 1 -c "$tmp/ranks.ini" --barrier=0.3
rank 0 -c "$tmp/ranks.ini" --barrier=0.3
rank 2 -c "$tmp/ranks.ini" --barrier=0.3
for i in 0 1 2; do
  ended $i 2
done
expect_grep 'rank 1: barriers are given up: the mpi-helper was ended by signal 6' \
  "$tmp/err-1"
expect_grep 'rank 1: MPI printed: this is MPI' "$tmp/err-1"

# Or hangs.
begin
FAKE_MPI_FAULT=hangs:1 rank 1 -c "$tmp/ranks.ini" --barrier=0.3
rank 0 -c "$tmp/ranks.ini" --barrier=0.3
rank 2 -c "$tmp/ranks.ini" --barrier=0.3
for i in 0 1 2; do
  ended $i 1
done
expect_grep 'rank 1: barriers are given up: MPI hangs; ' "$tmp/err-1"
expect_grep 'rank 1: MPI printed: this is MPI' "$tmp/err-1"
rm -r "$tmp/meet"

# What is found before anything runs.
one=(-c "$tmp/ranks.ini" -o "$tmp/%r.jsonl")
begin
export SLURM_PROCID=1 SLURM_NTASKS=4 FAKE_MPI_RANK=0 FAKE_MPI_SIZE=1
expect_status 2 gkhost "${one[@]}" --barrier
expect_grep 'rank 1: --barrier: slurm started 4 ranks, and MPI (.*fake-mpi.so) finds 1: it is not the MPI of that launcher'
export FAKE_MPI_SIZE=4
expect_status 2 gkhost "${one[@]}" --barrier
expect_grep 'rank 1: --barrier: by slurm this is rank 1, and by MPI (.*) rank 0'
expect_status 2 env FAKE_MPI_FAULT=refuses "$top_builddir/gkhost" "${one[@]}" \
  --barrier
expect_grep '\-\-barrier: .*fake-mpi.so: it refuses: configure gkhost --with-mpi'
expect_status 2 env GKHOST_MPI="$tmp/none.so" "$top_builddir/gkhost" \
  "${one[@]}" --barrier
expect_grep '\-\-barrier: .*none.so: .*No such file'
expect_status 2 env GKHOST_MPI="$top_builddir/plugins/copy/.libs/copy.so" \
  "$top_builddir/gkhost" "${one[@]}" --barrier
expect_grep 'undefined symbol: gkhost_mpi_module'
expect_status 2 env FAKE_MPI_FAULT=hangs-first "$top_builddir/gkhost" \
  "${one[@]}" --barrier=0.2
expect_grep '\-\-barrier: .*: MPI hangs'
[ ! -e "$tmp/1.jsonl" ] || fail "there are records"
unset SLURM_PROCID SLURM_NTASKS
expect_status 2 gkhost "${one[@]}" --barrier
expect_grep 'no launcher started this, and there is no rank to wait for'
for seconds in 0 -1 x 1x 86401 nan ''; do
  expect_status 2 gkhost "${one[@]}" "--barrier=$seconds"
  expect_grep "\-\-barrier=$seconds: give seconds"
done
expect_status 2 gkhost "${one[@]}" --barrier --barrier
expect_grep 'given twice'
expect_status 2 gkhost -c "$tmp/ranks.ini" --barrier --dry-run
expect_grep 'leave out --barrier'
