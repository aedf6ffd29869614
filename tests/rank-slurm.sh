#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Under a Slurm of its own, with GPUs that are none: srun's ranks write their
# records, each with a GPU of its own, and what is no rank is alone; where one is
# killed the others end.  With --mpi=pmix they meet before each case.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/rank-functions.sh"

PATH=$PATH:/usr/sbin:/sbin
for daemon in munged slurmctld slurmd srun sbatch salloc; do
  requires command -v $daemon
done
# Names of sockets may not be long.
[ ${#tmp} -lt 60 ] || skip "needs a shorter TMPDIR"
ranks_suite 12
ranks_program
host=$(uname -n | sed 's/[^A-Za-z0-9.-]/_/g')

# Each daemon goes to the background by itself, and leaves its id in a file.
end_daemons ()
{
  local file pid

  for file in slurmd slurmctld munged; do
    pid=$(cat "$tmp/$file.pid" 2>/dev/null) || continue
    kill "$pid" 2>/dev/null || continue
    for _ in {1..100}; do
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.05
    done
  done
  remove_tmp
}
trap end_daemons EXIT

# begin_slurm: one host of four cores, whose GPUs are devices that any machine
# has.
begin_slurm ()
{
  local node user port device

  node=$(uname -n)
  node=${node%%.*}
  user=$(id -un)
  port=$((20000 + $$ % 20000))
  mkdir "$tmp/state" "$tmp/spool"
  chmod 755 "$tmp"
  head -c 128 /dev/urandom >"$tmp/key"
  chmod 600 "$tmp/key"
  munged --socket="$tmp/munge.sock" --key-file="$tmp/key" \
    --pid-file="$tmp/munged.pid" --log-file="$tmp/munged.log" \
    --seed-file="$tmp/seed" --num-threads=2 --force 2>"$tmp/err" || return
  for device in null zero full random; do
    echo "NodeName=$node Name=gpu File=/dev/$device"
  done >"$tmp/gres.conf"
  echo "CgroupAutomount=no" >"$tmp/cgroup.conf"
  cat >"$tmp/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$node(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$tmp/munge.sock
CredType=cred/munge
StateSaveLocation=$tmp/state
SlurmdSpoolDir=$tmp/spool
TmpFS=$tmp
SlurmctldPidFile=$tmp/slurmctld.pid
SlurmdPidFile=$tmp/slurmd.pid
SlurmctldLogFile=$tmp/slurmctld.log
SlurmdLogFile=$tmp/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
ReturnToService=2
SlurmdParameters=config_overrides
GresTypes=gpu
NodeName=$node NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN Gres=gpu:4
PartitionName=test Nodes=$node Default=YES State=UP
END
  export SLURM_CONF=$tmp/slurm.conf
  slurmctld -c -f "$SLURM_CONF" 2>>"$tmp/err" &&
    slurmd -f "$SLURM_CONF" 2>>"$tmp/err" || return
  for _ in {1..200}; do
    [ "$(sinfo -h -o %T 2>/dev/null)" != idle ] || return 0
    sleep 0.1
  done
  return 1
}
begin_slurm || {
  cat "$tmp"/*.log "$tmp/err" | tail -n 20
  skip "needs a Slurm that can be started here"
}

# four ARG... -- ARG...: srun with the first, gkhost with the others.
four ()
{
  local with=()

  while [ "$1" != -- ]; do
    with+=("$1")
    shift
  done
  shift
  find "$tmp" -name '*.jsonl' -delete
  timeout 120 srun -n 4 --gpus-per-task=1 "${with[@]}" "$tmp/rank" \
    -c "$tmp/ranks.ini" -o "$tmp/%h-%r.jsonl" "$@" >"$tmp/out" 2>"$tmp/err" \
    </dev/null
}

four -- || fail "status $?: $(cat "$tmp/err" "$tmp/slurmd.log")"
for i in 0 1 2 3; do
  expect_run "$tmp/$host-$i.jsonl" "$i" 4 slurm
done
expect_equal "$(grep -c '^12 cases: 12 ok' "$tmp/out")" 1
# shellcheck disable=SC2016
# Slurm gives each rank a GPU of its own.
expect_equal "$(srun -n 4 --gpus-per-task=1 \
  sh -c 'echo "$CUDA_VISIBLE_DEVICES"' | sort | tr '\n' ' ')" '0 1 2 3 '
# They can't all write one file.
expect_status 2 timeout 60 srun -n 4 "$top_builddir/gkhost" \
  -c "$tmp/ranks.ini" -o "$tmp/run.jsonl"
expect_grep 'slurm started 4 ranks, which would all write that file'

# The shells of a job are no ranks, whatever the job may start.
printf '#!/bin/sh\nexec "%s" -c "%s" -o "%s/batch-%%r.jsonl"\n' \
  "$top_builddir/gkhost" "$tmp/ranks.ini" "$tmp" >"$tmp/job"
timeout 60 sbatch -n 4 -W -o "$tmp/job.out" "$tmp/job" >/dev/null
expect_no_grep '"rank"' "$tmp/batch-0.jsonl"
timeout 60 salloc -n 4 "$top_builddir/gkhost" -c "$tmp/ranks.ini" \
  -o "$tmp/shell-%r.jsonl" >"$tmp/out" 2>"$tmp/err"
expect_no_grep '"rank"' "$tmp/shell-0.jsonl"

# killed ARG...: as four, until one is killed; the others end.
killed ()
{
  local pid

  find "$tmp" -name '*.jsonl' -delete
  four "$@" -s suite.min_time=0.2 -s suite.max_time=0.2 &
  pid=$!
  kill_rank 2 "$tmp/$host-2.jsonl"
  wait $pid || :
  cat "$tmp/err"
  expect_equal "$(count_records "$tmp/$host-2.jsonl" type=end)" 0
  for i in 0 1 3; do
    expect_run "$tmp/$host-$i.jsonl" "$i" 4 slurm
    expect_equal "$(count_records "$tmp/$host-$i.jsonl" type=case status=ok)" 12
  done
}
killed --

# The MPI that gkhost was built with may speak another of Slurm's languages.
unset GKHOST_MPI
for mpi in pmix pmi2; do
  [ -e "$top_builddir/mpi/.libs/gkhost-mpi.so" ] || break
  if ! four --mpi=$mpi -- --barrier=20 || [ ! -e "$tmp/$host-0.jsonl" ]; then
    echo "no barriers with --mpi=$mpi:"
    head -n 3 "$tmp/err"
    continue
  fi
  echo "barriers with --mpi=$mpi"
  for i in 0 1 2 3; do
    expect_run "$tmp/$host-$i.jsonl" "$i" 4 slurm
    expect_grep '"barriers":12' "$tmp/$host-$i.jsonl"
  done
  killed --mpi=$mpi -- --barrier=20
  expect_grep '"barriers":12' "$tmp/$host-3.jsonl"
done
