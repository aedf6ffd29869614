#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# On a terminal the last line of a run names the next step, until the limits of
# a device are kept.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires script -q -e -c true /dev/null
plugins_of copy
printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\nmax_time = 1ms\n' >"$tmp/a.ini"
next='^next: gkhost devices (limits), the suite tutorial-cpu.ini, gkhost new (a kernel of yours)$'

# on_terminal COMMAND: with what gkhost prints on a terminal.
on_terminal ()
{
  expect_status 0 script -q -e -c "'$top_builddir/gkhost' $1" /dev/null
  tr -d '\r' <"$tmp/out" >"$tmp/lines"
}

on_terminal "-c '$tmp/a.ini' -o '$tmp/run.jsonl'"
tail -n 1 "$tmp/lines" >"$tmp/last"
expect_grep "$next" "$tmp/last"
for line in "-c '$tmp/a.ini' -q" "-c '$tmp/a.ini' --dry-run" \
  "report '$tmp/run.jsonl'" "-c '$tmp/a.ini' >/dev/null"; do
  on_terminal "$line"
  expect_no_grep '^next:' "$tmp/lines"
done
expect_status 0 gkhost -c "$tmp/a.ini"
expect_no_grep '^next:'

mkdir -p "$XDG_CACHE_HOME/gkhost"
sed -n '1s/.*"host":{\("name":"[^"]*"\).*"devices":\[{\("name":"cpu"[^}]*\)}.*/{\1,"devices":[{\2,"measured":{"read":1e11}}]}/; 1s/"name"/"host"/p' \
  "$tmp/run.jsonl" >"$XDG_CACHE_HOME/gkhost/limits.jsonl"
on_terminal "-c '$tmp/a.ini'"
expect_no_grep '^next:\|has no measurement' "$tmp/lines"
