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

for tool in awk cat chmod cmp dirname env find gcc grep id make nproc sh; do
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
expect_status 1 bootstrap 1000
expect_grep 'autoconf *makes configure' "$tmp/out"
expect_grep '^  sudo apt-get install .* autoconf automake libtool$'
expect_equal "$(cat "$log")" ""

# With root: only what is missing, said before it is done.
expect_status 0 bootstrap 0
expect_grep 'libtool *builds plugins' "$tmp/out"
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
expect_grep 'installing failed, see above'

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
