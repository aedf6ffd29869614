#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Under each mpirun that is here, Open MPI's and MPICH's: four ranks write their
# records, meet before each case by the MPI that gkhost was built with, and refuse
# one of another MPI; where one is killed, the others end as if it were there.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/rank-functions.sh"
requires_unsanitized

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# Where it keeps sockets, whose names may not be long.
export OMPI_MCA_orte_tmpdir_base=$tmp PRTE_MCA_prte_tmpdir_base=$tmp
unset GKHOST_MPI
ranks_suite 12
ranks_program
host=$(uname -n | sed 's/[^A-Za-z0-9.-]/_/g')
module=$top_builddir/mpi/.libs/gkhost-mpi.so

# launcher COMMAND: what starts four of a command and bears the loss of one;
# whose name is what the records have.
launcher ()
{
  local says

  run=()
  says=$("$1" --version 2>&1) || return 0
  case $says in
  *"Open MPI"* | *OpenRTE*)
    name=openmpi
    run=("$1" --oversubscribe --bind-to none --enable-recovery -n 4)
    ;;
  *HYDRA*)
    name=mpich
    # shellcheck disable=SC2016
    run=("$1" -n 4 sh -c '"$@" || echo "$?" >&2' sh)
    ;;
  esac
  [ ${#run[@]} -gt 0 ] && timeout 60 "${run[@]}" true 2>/dev/null || run=()
}

# four ARG...: runs it.
four ()
{
  find "$tmp" -name "*.jsonl" -delete
  timeout 120 "${run[@]}" "$tmp/rank" -c "$tmp/ranks.ini" \
    -o "$tmp/%h-%r.jsonl" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
}

# killed ARG...: as four, slow enough for one to be killed in the midst.
killed ()
{
  local pid i

  find "$tmp" -name '*.jsonl' -delete
  four -s suite.min_time=0.2 -s suite.max_time=0.2 "$@" &
  pid=$!
  kill_rank 2 "$tmp/$host-2.jsonl"
  wait $pid || :
  expect_equal "$(count_records "$tmp/$host-2.jsonl" type=end)" 0
  for i in 0 1 3; do
    expect_run "$tmp/$host-$i.jsonl" "$i" 4 "$name"
    expect_equal "$(count_records "$tmp/$host-$i.jsonl" type=case status=ok)" 12
  done
}

tried=0
for command in mpirun.openmpi mpirun.mpich mpirun; do
  command -v "$command" >/dev/null || continue
  launcher "$command"
  [ ${#run[@]} -gt 0 ] || continue
  [ "$command" != mpirun ] || [ "$tried" -eq 0 ] || continue
  tried=$((tried + 1))
  echo "$command: $name"

  four || fail "$command: status $?: $(cat "$tmp/err")"
  for i in 0 1 2 3; do
    expect_run "$tmp/$host-$i.jsonl" "$i" 4 "$name"
  done
  # One report, whole, with the records of all.
  expect_equal "$(grep -c '^12 cases: 12 ok' "$tmp/out")" 1

  if [ -e "$module" ]; then
    if four --barrier=20 && [ ! -s "$tmp/err" ]; then
      for i in 0 1 2 3; do
        expect_grep '"barriers":12' "$tmp/$host-$i.jsonl"
      done
      met=$command
    else
      # That of the other.
      expect_grep "$name started 4 ranks, and MPI (.*gkhost-mpi.so) finds 1"
      expect_equal "$(find "$tmp" -name '*.jsonl')" ''
    fi
  fi

  killed
  [ "${met-}" != "$command" ] || killed --barrier=2
done
[ "$tried" -gt 0 ] || skip "needs an mpirun, of Open MPI or MPICH"
[ ! -e "$module" ] || [ -n "${met-}" ] ||
  fail "no mpirun is of the MPI that $module was built with"
