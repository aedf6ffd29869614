# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# What the end-to-end tests share.  Each begins with
#
#   #!/usr/bin/env bash
#   # SPDX-License-Identifier: BSD-3-Clause
#   # What it shows.
#   source "${top_srcdir:-.}/tests/functions.sh"
#
# and has then: $tmp, a folder of its own that is removed when it ends, and the
# functions below.  Its exit status is 0 for a pass and 77 for a skip.  By hand
# it runs from the top of the build tree, with top_srcdir set in a VPATH build.

set -e -u -o pipefail

started=$PWD
top_srcdir=$(cd "${top_srcdir:-.}" && pwd)
top_builddir=$(cd "${top_builddir:-.}" && pwd)
: "${CC:=cc}" "${MAKE:=make}"

# Nothing of the caller's changes what a test sees.
unset CHECK_UNDER COLUMNS CONFIGURE_ARGS GKHOST_PLUGIN_PATH MAKEFLAGS MFLAGS MAKELEVEL DESTDIR
# Nor a launcher, as in a shell that Slurm gave.
unset "${!SLURM_@}" "${!OMPI_@}" "${!PMI_@}" "${!PMIX_@}" RANK WORLD_SIZE \
  GROUP_RANK JOB_COMPLETION_INDEX
export LC_ALL=C

tmp=$(mktemp -d "${TMPDIR:-/tmp}/gkhost-test.XXXXXX")
remove_tmp ()
{
  chmod -R u+rwX "$tmp" 2>/dev/null || :
  rm -rf "$tmp"
}
trap remove_tmp EXIT
# Where gkhost keeps what it measured, and would find what the caller measured.
export XDG_CACHE_HOME=$tmp/cache
trap 'exit 130' INT
trap 'exit 143' TERM

# called_from: the line of the test, and of each function that it called, with
# what stands there: what was counted, say.
called_from ()
{
  local i

  for ((i = ${#BASH_SOURCE[@]} - 1; i > 1; i--)); do
    [ "${BASH_SOURCE[i]##*/}" = functions.sh ] ||
      awk -v file="${BASH_SOURCE[i]}" -v line="${BASH_LINENO[i - 1]}" '
        NR >= line { sub (/^ */, ""); text = text " " $0 }
        NR >= line && !/\\$/ { print "  " file ":" line ":" text; exit }' \
        "$(cd "$started" && realpath "${BASH_SOURCE[i]}")" || :
  done
}

# fail MESSAGE: ends the test.
fail ()
{
  called_from >&2
  echo "$0: failed: $*" >&2
  exit 1
}

# skip MESSAGE: ends the test without a verdict.
skip ()
{
  echo "$0: skipped: $*"
  exit 77
}

# requires COMMAND ARG...: skips the test unless this command succeeds.
requires ()
{
  "$@" </dev/null >/dev/null 2>&1 || skip "needs '$*' to succeed"
}

# Skips the test unless the CUDA plugins were built.
requires_cuda_plugins ()
{
  grep -q '^#define GKHOST_CUDA 1' "$top_builddir/config.h" ||
    skip "needs the CUDA plugins"
}

# Skips the test unless the bridge to Python scripts was built.
requires_python_bridge ()
{
  [ -f "$top_builddir/bridges/python/.libs/gkhost-python.so" ] ||
    skip "needs the bridge to Python scripts"
  export PYTHONDONTWRITEBYTECODE=1
  unset VIRTUAL_ENV PYTHONPATH PYTHONHOME
}

# has_gpu FAMILY ARG...: whether there is a GPU that gkhost can run the family on.
# `gkhost devices` would measure for a while.
has_gpu ()
{
  printf '[%s]\ndevice = cuda:*\n' "$1" >"$tmp/devices.ini"
  gkhost "${@:2}" -c "$tmp/devices.ini" --dry-run 2>/dev/null >"$tmp/devices" || :
  grep -q 'cuda:0' "$tmp/devices"
}

# Skips the test unless there is one, and CUDA plugins that run on it.
requires_gpu ()
{
  requires_cuda_plugins
  has_gpu copy || skip "needs a GPU"
}

# Skips a test in a build with sanitizers: of speed or memory, which that has not,
# or one that waits for compilers, or measures, for longer than it looks at gkhost.
requires_unsanitized ()
{
  ! grep -q '^#define GKHOST_SANITIZED 1' "$top_builddir/config.h" ||
    skip "needs a build without sanitizers"
}

# Skips a test of speed, or of what lies where in memory, in a build with
# sanitizers or one that counts which lines run.
requires_uninstrumented ()
{
  requires_unsanitized
  ! grep -q '^#define GKHOST_COVERAGE 1' "$top_builddir/config.h" ||
    skip "needs a build without --enable-coverage"
}

# requires_native LACKING: skips the test where an emulator stands in for the
# kernel, as the variable GKHOST_EMULATED tells, which names it; LACKING is what
# it does not do.
requires_native ()
{
  [ -z "${GKHOST_EMULATED-}" ] || skip "$GKHOST_EMULATED $1"
}

# Whether all trials are wanted, as in .ci/nightly, or a part of them will do.
all_trials ()
{
  [ -n "${GKHOST_ALL_TRIALS-}" ]
}

# trials N: N where all are wanted, and else a fifth.
trials ()
{
  if all_trials; then
    echo "$1"
  else
    echo $(($1 / 5))
  fi
}

# make_small FILE...: makes the problems of these suite files small, unless all
# trials are wanted: of the sizes that conf/ has they take a CPU half a minute.
make_small ()
{
  all_trials || sed -E -i 's/\b(8192|4096|2048)\b/256/g
    s/\b1024\b/128/g; s/\b1000000\b/100000/g
    s/\b(512|1600)\b/96/g; s/\b1007\b/107/g' "$@"
}

# gkhost ARG...: the built program with the built plugins.
gkhost=$top_builddir/gkhost
gkhost ()
{
  "$gkhost" "$@"
}

# plugins_of FAMILY...: from here on gkhost finds the plugins of these families alone.
# It starts a process for each plugin that it finds, which takes as long as a small case
# does, and longer under sanitizers.
plugins_of ()
{
  local family folder path=

  for family; do
    for folder in "$family" "${family/%-@(square|rect)}"; do
      folder=$top_builddir/plugins/$folder/.libs
      [[ :$path: = *:"$folder":* ]] || ! compgen -G "$folder/*.so" >/dev/null ||
        path=$path${path:+:}$folder
    done
  done
  export GKHOST_PLUGIN_PATH=$path
}

# virtual_clock STEP: from here on gkhost, and $gkhost, have a clock of their
# own (tests/clock/virtual-clock.h), a reading of which takes STEP ns, or 0.1 ms:
# so much that a sample takes far less time than it seems to.
virtual_clock ()
{
  # Two processors give the same answer on each machine.
  ! command -v taskset >/dev/null || taskset -c -p "$(taskset -c -p $$ | awk -v pid=$$ -F ': ' '{
    n = split ($2, part, ",")
    for (i = 1; i <= n; i++) {
      ends = split (part[i], end, "-")
      for (c = end[1]; c <= end[ends]; c++)
        all[m++] = c
    }
    print all[pid % m] "," all[(pid + 1) % m]
  }')" $$ >/dev/null
  export VIRTUAL_CLOCK=$tmp/clock
  rm -f "$VIRTUAL_CLOCK"
  gkhost=$tmp/gkhost
  sed "s|^here=.*|here=$top_builddir|; s|host/gkhost|tests/clock/gkhost|" \
    "$top_builddir/gkhost" >"$gkhost"
  chmod +x "$gkhost"
  "$top_builddir/tests/clock/keeper" "$VIRTUAL_CLOCK" $$ "$1"
}

# real_clock: from here on they have the real one again.
real_clock ()
{
  unset VIRTUAL_CLOCK
  gkhost=$top_builddir/gkhost
}

# keep_limits: has what this CPU can do measured by the tests' clock, by which it
# takes no time, and kept.  `gkhost devices' would measure for seconds, on a busy
# machine each time.
keep_limits ()
{
  virtual_clock 10000000
  expect_status 0 env CUDA_VISIBLE_DEVICES= "$gkhost" devices
  real_clock
}

# Shows what the last expect_status caught.
show_caught ()
{
  local stream

  for stream in out err; do
    echo "--- std$stream:" >&2
    cat "$tmp/$stream" >&2
  done
}

# expect_status N COMMAND ARG...: runs it, keeps what it prints in $tmp/out and
# $tmp/err, and fails unless it ends with status N.
expect_status ()
{
  local want=$1 got=0

  shift
  "$@" >"$tmp/out" 2>"$tmp/err" </dev/null || got=$?
  if [ "$got" -ne "$want" ]; then
    show_caught
    fail "status $got instead of $want from: $*"
  fi
}

# expect_grep PATTERN [FILE]: a line of FILE ($tmp/err) matches the basic
# regular expression.
expect_grep ()
{
  local file=${2:-$tmp/err}

  if ! grep -q -e "$1" "$file"; then
    echo "--- $file:" >&2
    cat "$file" >&2
    fail "nothing matches '$1'"
  fi
}

# expect_no_grep PATTERN [FILE]: no line of FILE ($tmp/err) does.
expect_no_grep ()
{
  local file=${2:-$tmp/err}

  if grep -e "$1" "$file" >&2; then
    fail "$file: the above matches '$1'"
  fi
}

# expect_equal GOT WANT
expect_equal ()
{
  [ "$1" = "$2" ] ||
    fail "'$1' instead of '$2' from:$(called_from | tail -n 1 | sed 's/^[^:]*:[0-9]*://')"
}

# records FILE KEY=TEXT...: prints the records of a journal in which each KEY
# has the string TEXT (both are basic regular expressions).
records ()
{
  local file=$1 pair lines

  shift
  lines=$(cat "$file")
  for pair; do
    lines=$(printf '%s\n' "$lines" |
      grep -e "\"${pair%%=*}\": *\"${pair#*=}\"" || :)
  done
  [ -z "$lines" ] || printf '%s\n' "$lines"
}

# count_records FILE KEY=TEXT...: how many there are.
count_records ()
{
  records "$@" | grep -c . || :
}

# wall_seconds: how long the last run took, in whole seconds of its own clock.
wall_seconds ()
{
  sed -n 's/.*"type":"end".*"wall_s":\([0-9]*\).*/\1/p' "$tmp/run.jsonl"
}

# install_into FOLDER: installs the built tree below it, as a packager does.
install_into ()
{
  "$MAKE" -C "$top_builddir" install DESTDIR="$1" >"$tmp/install.log" 2>&1 || {
    cat "$tmp/install.log" >&2
    fail "make install failed"
  }
}

# installed FOLDER NAME: the path of an installed file, given by its end.
installed ()
{
  local path

  path=$(find "$1" -path "*/$2" -print)
  [ -n "$path" ] || fail "$2 was not installed"
  printf '%s\n' "$path"
}

# install_for_plugins: installs gkhost, and has pkg-config and the shell find it;
# the plugins are in $plugindir.
install_for_plugins ()
{
  local pc

  requires pkg-config --version
  root=$tmp/root
  install_into "$root"
  pc=$(installed "$root" pkgconfig/gkhost.pc)
  export PKG_CONFIG_PATH=${pc%/*} PKG_CONFIG_SYSROOT_DIR=$root
  plugindir=$(installed "$root" gkhost/plugins/copy.so)
  plugindir=${plugindir%/*}
  export GKHOST_PLUGIN_PATH=$plugindir
  mkdir "$tmp/bin"
  printf '#!/bin/sh\nexec "%s" "$@"\n' "$top_builddir/gkhost" >"$tmp/bin/gkhost"
  chmod +x "$tmp/bin/gkhost"
  PATH=$tmp/bin:$PATH
}

# build_plugin NAME: builds $tmp/NAME.so from $tmp/NAME.c.
build_plugin ()
{
  $CC -O2 -shared -fPIC -I"$top_srcdir/include" -I"$top_srcdir/tests/plugins" \
    -o "$tmp/$1.so" "$tmp/$1.c" || fail "$CC"
}

# kept_layout COLUMN: prints the layout of the ABI of this column of
# tests/abi-layout.txt.
kept_layout ()
{
  awk -v column="$1" '!/^#/ {
    n = $2 == "=" ? 2 : 1
    print $1 (n == 2 ? " =" : ""), $(NF == n + 1 ? NF : n + column)
  }' "$top_srcdir/tests/abi-layout.txt"
}

# driver_stand_in: a stand-in for CUDA's driver in $tmp/driver.
driver_stand_in ()
{
  mkdir -p "$tmp/driver"
  cp "$top_builddir/tests/plugins/.libs/fake-driver.so" \
    "$tmp/driver/libcuda.so.1"
}

# Seconds that a small case may take where it is waited for, by the tests' clock
# or with the variant floods: an emulator takes several for a healthy one.
seconds=1
[ -z "${GKHOST_EMULATED-}" ] || seconds=20

# faults VARIANT ARG...: runs this variant of tests/plugins/faults.c, and a
# right one after it, on a small problem; the records go to $tmp/run.jsonl.
faults ()
{
  local variant=$1 limit=60

  shift
  # On a busy machine a case that does not hang may take seconds.
  [[ -z ${VIRTUAL_CLOCK-} && $variant != floods ]] || limit=$seconds
  # By the tests' clock readings alone take time, which an audit would blame.
  printf '[transpose]\nrows = 31\ncols = 17\nvariant = %s, right\n%s\n%s\n' \
    "$variant" "timeout = $limit" "${VIRTUAL_CLOCK:+audit = no}" \
    >"$tmp/faults.ini"
  gkhost -c "$tmp/faults.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
    -p "$top_builddir/tests/plugins/.libs/faults.so" "$@"
}

# expect_fault RUN VARIANT STATUS REASON: run by RUN (faults or cuda_faults),
# the variant ends with this status and a reason that matches, the run with exit
# status 1, and the right variant still passes.
expect_fault ()
{
  expect_status 1 "$1" "$2"
  shift
  expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 2
  expect_equal "$(count_records "$tmp/run.jsonl" "variant=$1" "status=$2")" 1
  expect_equal "$(count_records "$tmp/run.jsonl" variant=right status=ok)" 1
  records "$tmp/run.jsonl" "variant=$1" >"$tmp/record"
  expect_grep "\"reason\":\"[^\"]*$3" "$tmp/record"
}

# with_plugin PLUGIN: runs a suite of one copy case with this plugin too.
with_plugin ()
{
  printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\n' >"$tmp/copy.ini"
  gkhost -c "$tmp/copy.ini" -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$1"
}

# cuda_faults VARIANT ARG...: as faults, of tests/plugins/cuda-faults.cu.
cuda_faults ()
{
  local variant=$1

  shift
  printf '[transpose]\nrows = 31\ncols = 17\nvariant = %s, right\n%s\n' \
    "$variant" "timeout = 10" >"$tmp/faults.ini"
  gkhost -c "$tmp/faults.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
    -p "$top_builddir/tests/plugins/.libs/cuda-faults.so" "$@"
}

# cupti_stand_in: one for CUPTI beside the stand-in for the driver.
cupti_stand_in ()
{
  driver_stand_in
  cp "$top_builddir/tests/plugins/.libs/fake-cupti.so" \
    "$tmp/driver/libcupti.so.13"
}

# meddles VARIANT KEYS ARG...: runs this variant of tests/plugins/meddles.c by
# timer = kernel, and a right one behind it; needs cupti_stand_in.
meddles ()
{
  printf '[copy]\nrows = %s\ncols = 1000\nvariant = %s, right\n%s\n' \
    "${rows-31}" "$1" "timer = kernel
$2" >"$tmp/meddles.ini"
  shift 2
  LD_LIBRARY_PATH=$tmp/driver gkhost -c "$tmp/meddles.ini" \
    -o "$tmp/run.jsonl" -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/meddles.so" "$@"
}

# beside_run SUITE: makes ${beside_run[@]} the command that runs a suite of
# copies by tests/plugins/beside.c on stand-ins for CUDA devices, four of them,
# whose workers wait for each other.
beside_run ()
{
  driver_stand_in
  cp "$top_builddir/tests/plugins/.libs/fake-nvml.so" \
    "$tmp/driver/libnvidia-ml.so.1"
  rm -rf "$tmp/meet"
  mkdir "$tmp/meet"
  printf '%s\n' "$1" >"$tmp/beside.ini"
  beside_run=(env "BESIDE_MEET=$tmp/meet"
    "BESIDE_DEVICES=${BESIDE_DEVICES-4}"
    "FAKE_DRIVER_DEVICES=${FAKE_DRIVER_DEVICES-4}"
    "LD_LIBRARY_PATH=$tmp/driver" "$gkhost"
    -c "$tmp/beside.ini" -o "$tmp/run.jsonl"
    -p "$top_builddir/plugins/copy/.libs/copy.so"
    -p "$top_builddir/tests/plugins/.libs/beside.so")
}

# What such a suite says of its problems besides their rows, 500 or more: no
# time on the stand-in is under half of an empty launch's then.  Nor is one device
# of it steadily as fast as another.  By the tests' clock an audit counts readings,
# of which a slow machine makes more.
# shellcheck disable=SC2034 # for tests
beside_keys='cols = 500
audit = no
max_samples = 10
slow_margin = 1'

# beside SUITE ARG...: runs it.
beside ()
{
  beside_run "$1"
  shift
  "${beside_run[@]}" "$@"
}

# driver_copy VARIANT KEYS ARG...: runs this variant of
# tests/plugins/driver-copy.c, and a right one after it, on a stand-in for
# CUDA's driver; KEYS are further lines of the suite.  Beside it is one for NVML,
# lest a real one tells of a real device.
driver_copy ()
{
  local variant=$1 keys=$2

  shift 2
  driver_stand_in
  [ -e "$tmp/driver/libnvidia-ml.so.1" ] ||
    cp "$top_builddir/tests/plugins/.libs/fake-nvml.so" \
      "$tmp/driver/libnvidia-ml.so.1"
  printf '[copy]\nrows = 31\ncols = 17\nvariant = %s, right\n%s\n' \
    "$variant" "$keys" >"$tmp/driver.ini"
  LD_LIBRARY_PATH=$tmp/driver gkhost -c "$tmp/driver.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/driver-copy.so" "$@"
}
