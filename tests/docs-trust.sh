#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The sandbox of gkhost-trust(7) runs a suite, and keeps what runs in it from the
# network, from other files and from the home folder.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/docs-functions.sh"

requires bwrap --unshare-all --cap-drop ALL --ro-bind / / --dev /dev \
  --proc /proc true

# The sandbox hides /tmp, but for the folder that it is started in.
HOME=$tmp/home
export HOME
mkdir "$HOME" "$tmp/work"
cd "$tmp/work"
install_into "$PWD/installed"
PATH=$(dirname "$(installed "$PWD/installed" bin/gkhost)"):$PATH
plugins=$(dirname "$(installed "$PWD/installed" plugins/copy.so)")
cp -R "$plugins" plugins
printf '[copy]\nrows = 40\ncols = 40\nvariant = cpu-*\n' >suite.ini

run_block ()
{
  cat "$tmp/block"
  expect_status 0 sh -e "$tmp/block"
}
each_block man_block gkhost-trust.7 sh -- run_block
expect_equal "$(count_records out/run.jsonl type=case status=ok)" 3

# The same line around a program that looks about.
mkdir bin
cat >bin/gkhost <<'END'
#!/bin/sh
touch out/written || exit 9
! touch beside || exit 10
touch "$HOME/written"
[ ! -e "$HOME/key" ] || exit 11
[ "$(grep -c : /proc/net/dev)" -eq 1 ] || exit 12
for process in /proc/[0-9]*; do
  n=$((${n:-0} + 1))
done
[ "$n" -lt 5 ] || exit 13
END
chmod +x bin/gkhost
touch "$HOME/key"
man_block gkhost-trust.7 sh 1 >"$tmp/block"
PATH=$PWD/bin:$PATH expect_status 0 sh -e "$tmp/block"
[ -e out/written ] || fail "nothing was written to out"
[ ! -e "$HOME/written" ] || fail "the home folder was written to"
