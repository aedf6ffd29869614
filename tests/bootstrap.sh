#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# bootstrap installs what is missing and no more, says so before it does, and
# stops where it has no right to.  The package manager is a fake that logs how
# it was called.
source "${top_srcdir:-.}/tests/functions.sh" || exit

bin=$tmp/bin
log=$tmp/log
mkdir "$bin" "$tmp/tree"
cp "$top_srcdir/bootstrap" "$tmp/tree"

# fake NAME: a command that runs the script on standard input.
fake ()
{
  # What is there may be a link to a program of the system.
  rm -f "$bin/$1"
  { echo '#!/bin/sh'; cat; } >"$bin/$1"
  chmod +x "$bin/$1"
}

for tool in awk cat chmod cmp cut dirname env find gcc grep id make nproc paste sed \
  sh sort tail uniq wc; do
  path=$(command -v "$tool") || skip "needs $tool"
  ln -s "$path" "$bin/$tool"
done
echo 'exit 0' | fake pkg-config
echo 'echo "libopenblas.so.0 libcblas.so.3"' | fake ldconfig
echo 'exit 0' | fake g++

# bootstrap AS ARG...: runs it as this user, with what is in $bin.
bootstrap ()
{
  echo "echo $1" | fake id
  shift
  : >"$log"
  PATH=$bin LOG=$log BIN=$bin "$tmp/tree/bootstrap" "$@"
}

# Installing the packages brings the tools that make configure.
manager ()
{
  fake "$1" <<'END'
echo "$0 $*" >>"$LOG"
for tool in autoconf automake autoreconf libtoolize; do
  printf '#!/bin/sh\necho %s "$@" >>"$LOG"\n' $tool >"$BIN/$tool"
  chmod +x "$BIN/$tool"
done
END
}
forget ()
{
  rm -f "$bin"/{autoconf,automake,autoreconf,libtoolize,sudo}
}

# Without root: names the packages and the command, and calls nothing.
manager apt-get
expect_status 1 bootstrap 1000 run -- --without-cuda
expect_grep '^  configures and builds  *autoconf automake libtool$' "$tmp/out"
expect_grep 'run this, then ./bootstrap run -- --without-cuda:$'
expect_grep "^  su -c 'apt-get update && apt-get install .* autoconf automake libtool'$"
expect_equal "$(cat "$log")" ""

# What a user pastes who has sudo with a password.
echo 'exit 1' | fake sudo
expect_status 1 bootstrap 1000
expect_grep '^  sudo apt-get update && sudo apt-get install .* libtool$'
expect_equal "$(cat "$log")" ""
rm "$bin/sudo"

# With root: only what is missing, said before it is done.
expect_status 0 bootstrap 0
expect_grep '^  configures and builds  *autoconf automake libtool$' "$tmp/out"
expect_grep 'apt-get install .* autoconf automake libtool$' "$log"
expect_grep '^autoreconf -fi$' "$log"

# Nothing is missing any more: needs no root.
expect_status 0 bootstrap 1000
expect_equal "$(cat "$log")" "autoreconf -fi"

# With sudo that asks for no password.
forget
# shellcheck disable=SC2016
echo 'shift; if [ "$1" != true ]; then exec "$@"; fi' | fake sudo
expect_status 0 bootstrap 1000
expect_grep 'apt-get install' "$log"

# A package manager that fails.
forget
echo 'echo "E: no network"; exit 100' | fake apt-get
expect_status 1 bootstrap 0
expect_grep '^E: no network$'
expect_grep 'installing failed; install these by hand'

# What is optional stops nobody.
manager apt-get
bootstrap 0 >/dev/null
echo 'exit 0' | fake ldconfig
expect_status 0 bootstrap 1000
expect_grep 'going on without' "$tmp/out"
expect_grep '^autoreconf -fi$' "$log"
echo 'exit 100' | fake apt-get
expect_status 0 bootstrap 0
expect_grep 'libopenblas0-pthread could not be installed' "$tmp/out"
echo 'echo "libopenblas.so.0"' | fake ldconfig

# What a build would be without is said, from configure's summary; and with
# nothing to install, a run's own lines are few.
cat >"$tmp/tree/configure" <<'END'
#!/bin/sh
seq 500
printf '    %-18s %s\n' "CUDA variants" "no: no nvcc" "sanitizers" no
END
chmod +x "$tmp/tree/configure"
printf '#!/bin/sh\necho a table\n' >"$tmp/tree/gkhost"
chmod +x "$tmp/tree/gkhost"
rm "$bin/make"
echo 'seq 500' | fake make
ln -s "$(command -v seq)" "$bin/seq"
expect_status 0 bootstrap 1000 run
expect_grep '^bootstrap: left out: CUDA variants: no nvcc$' "$tmp/out"
expect_grep '^a table$' "$tmp/out"
[ "$(wc -l <"$tmp/out")" -le 10 ] || fail "more than ten lines"

# A build of minutes says so.  A minute of this clock is over at once, and the
# build ends when that was said.
fake sleep <<'END'
[ ! -e "$BIN/minute" ] || {
  : >"$BIN/said"
  exit 1
}
: >"$BIN/minute"
END
# shellcheck disable=SC2016
echo 'until [ -e "$BIN/said" ]; do :; done' | fake make
expect_status 0 bootstrap 1000 run
expect_grep '^bootstrap: still building, 1 min$' "$tmp/out"

# Tests: what passed, what was skipped and why, what failed and which, the logs, the
# load; and where to report is no matter of a busy machine.
cat >"$tmp/tree/many" <<'END'
case $* in *check) ;; *) exit ;; esac
mkdir -p tests/unit
for n in $(seq 40); do
  echo "PASS: tests/unit/p$n"
  echo "SKIP: tests/s$n.sh"
  echo "./tests/s$n.sh: skipped: needs a GPU" >tests/s$n.log
  [ -z "$FAILING" ] || {
    echo "FAIL: tests/f$n.sh"
    echo "tests/f$n.sh: failed: '$n' instead of '0'" >tests/f$n.log
  }
done
echo "SKIP: tests/z.sh"
echo "tests/z.sh: skipped: needs zsh" >tests/z.log
[ -z "$FAILING" ] || echo "Please report to nobody"
[ -z "$FAILING" ]
END
fake make <"$tmp/tree/many"
ln -s "$(command -v mkdir)" "$bin/mkdir"
# check FAILING: bootstrap's check of such tests, whose lines are few.
check ()
{
  export FAILING=$1
  expect_status "${1:-0}" bootstrap 1000 check
  [ "$(cat "$tmp/out" "$tmp/err" | wc -l)" -le 25 ] || fail "more than 25 lines"
  expect_grep "^  40 skipped: needs a GPU$" "$tmp/out"
  expect_grep "^  1 skipped: needs zsh$" "$tmp/out"
  expect_grep "^bootstrap: logs: bootstrap.log, and of each test .* tests/NAME.log$" "$tmp/out"
  expect_grep "^bootstrap: load: [0-9.]* when they began, [0-9.]* when .* cores$" "$tmp/out"
}
check ''
expect_grep '^bootstrap: 40 tests passed, 41 skipped, 0 failed$' "$tmp/out"
check 1
expect_grep '^bootstrap: 40 tests passed, 41 skipped, 40 failed$' "$tmp/out"
expect_grep "^  failed: tests/f1.sh: '1' instead of '0'$" "$tmp/out"
expect_grep '^  and 35 more, in the logs$' "$tmp/out"
expect_no_grep 'Please report' "$tmp/out"
expect_no_grep 'kill'
expect_grep "make check TESTS='tests/f1.sh tests/f10.sh .* tests/f9.sh'$"
expect_grep "^tests/f40.sh: failed: '40' instead of" "$tmp/tree/bootstrap.log"

# A step that fails shows how its log ends.
echo 'seq 500; exit 1' | fake make
expect_status 1 bootstrap 1000 run
expect_grep '^500$'
expect_grep 'the build failed; the log is bootstrap.log'
rm "$bin/make" "$bin/seq"
ln -s "$(command -v make)" "$bin/make"

# Without cmocka, which only unit tests need, the tests still run.
# shellcheck disable=SC2016
echo '[ "$2" != cmocka ]' | fake pkg-config
expect_status 1 bootstrap 1000 check
expect_grep '^bootstrap: going on without libcmocka-dev (optional); to install:$' \
  "$tmp/out"
rm "$tmp/tree/configure" "$tmp/tree/gkhost"
echo 'exit 0' | fake pkg-config
echo 'exit 0' | fake ldconfig
echo 'exit 100' | fake apt-get

# Fedora has other names.
forget
rm "$bin/apt-get"
manager dnf
# shellcheck disable=SC2016
echo '[ "$2" != jansson ]' | fake pkg-config
expect_status 0 bootstrap 0
expect_grep 'dnf install -y autoconf automake libtool jansson-devel$' "$log"
expect_grep 'dnf install -y openblas-threads$' "$log"

# Neither: says what to look for.
forget
rm "$bin/dnf"
expect_status 1 bootstrap 0
expect_grep 'neither apt-get nor dnf'

for arguments in "walk" "run check" "-- --prefix=/" "--walk"; do
  # shellcheck disable=SC2086
  expect_status 2 bootstrap 0 $arguments
done
expect_status 0 bootstrap 0 --help
