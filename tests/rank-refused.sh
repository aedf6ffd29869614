#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What a launcher says that can't be true, and files that ranks would share, are
# errors before anything runs; what runs nothing does not ask.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/rank-functions.sh"
ranks_suite 1

# refused MESSAGE VARIABLE=VALUE... -- ARG...
refused ()
{
  local message=$1 variables=()

  shift
  while [ "$1" != -- ]; do
    variables+=("$1")
    shift
  done
  shift
  expect_status 2 env "${variables[@]}" "$top_builddir/gkhost" \
    -c "$tmp/ranks.ini" "$@"
  expect_grep "^gkhost: .*$message"
  expect_equal "$(wc -l <"$tmp/err")" 1
  expect_equal "$(wc -c <"$tmp/out")" 0
  [ ! -e "$tmp/run.jsonl" ] || fail "there are records"
}

refused "SLURM_PROCID is 'x', and not a number from 0 to .*: .*unset SLURM_PROCID" \
  SLURM_PROCID=x SLURM_NTASKS=4 --
refused "PMI_RANK is '4', and PMI_SIZE is '4': ranks are counted from 0" \
  PMI_RANK=4 PMI_SIZE=4 --
refused "OMPI_COMM_WORLD_RANK is '1' and PMI_RANK is '2'.*: unset those" \
  OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=4 PMI_RANK=2 PMI_SIZE=4 --
# What it holds orders no terminal about.
refused 'RANK is .\\u001b\[2J' RANK=$'\033[2J' WORLD_SIZE=4 --

several=(SLURM_PROCID=1 SLURM_NTASKS=4)
refused "-o .*/run.jsonl: slurm started 4 ranks, which would all write that file: write -o DIR/%h-%r.jsonl" \
  "${several[@]}" -- -o "$tmp/run.jsonl"
refused "-o -: slurm started 4 ranks" "${several[@]}" -- -o -
# Which ranks share a host is not told, or another does.
refused "-o .*%h.jsonl: .* a host may have several" \
  "${several[@]}" -- -o "$tmp/%h.jsonl"
refused "-o .*%h.jsonl: .* a host may have several" \
  "${several[@]}" SLURM_LOCALID=1 -- -o "$tmp/%h.jsonl"
refused "-o .*%h.jsonl: .* a host may have several" PMI_RANK=0 PMI_SIZE=4 \
  MPI_LOCALRANKID=0 MPI_LOCALNRANKS=2 -- -o "$tmp/%h.jsonl"
refused "kubernetes started several ranks" JOB_COMPLETION_INDEX=0 -- \
  -o "$tmp/run.jsonl"
refused "kubernetes does not report how many .*: leave out %n" \
  JOB_COMPLETION_INDEX=0 -- -o "$tmp/%r-%n"
for name in "$tmp/%x" "$tmp/%" "$tmp/%%%q"; do
  refused "stands for nothing: write %h for the host, %r for the rank" A=B -- \
    -o "$name"
done
refused "longer than the name of a file" A=B -- \
  -o "$(printf '%5000s' "" | tr ' ' a)"

expect_equal "$(find "$tmp" -name '*.jsonl')" ''
expect_status 0 env SLURM_PROCID=x gkhost=1 "$top_builddir/gkhost" list keys
