#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A Python script runs once to be listed, and again when it, a module that it imports
# or a folder of modules has changed; a run does not trust what was kept.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_python_bridge
mkdir "$tmp/scripts"
cd "$tmp/scripts"
export RUNS=$tmp/runs FIRST=mine
echo 'NAME = "first"' >helper.py
cat >a.py <<'END'
import os
import gkhost
import helper

with open(os.environ["RUNS"], "a") as file:
    file.write("ran\n")

@gkhost.variant("copy", name=os.environ["FIRST"], summary=helper.NAME,
                tunables={"block": [16, 32]})
def f(p, stream):
    memoryview(p.dst).cast
END

# lists N TEXT: what is listed has this, after N runs in all.
lists ()
{
  expect_status 0 gkhost list copy/mine -p +a.py
  expect_grep "$2" "$tmp/out"
  expect_equal "$(wc -l <"$RUNS")" "$1"
}

lists 1 first
lists 1 first
expect_grep 'block .*: 16, 32; default 16' "$tmp/out"
echo 'NAME = "longer than that"' >helper.py
lists 2 'longer than that'
lists 2 'longer than that'
echo '# a comment' >>a.py
lists 3 longer
touch new.py
lists 4 longer

# Nothing is kept of another user's making, or what is broken.
kept=$(echo "$tmp"/cache/gkhost/scripts/*.json)
echo '{' >"$kept"
lists 5 longer
lists 5 longer

# What a run finds counts, from then on.
printf '[copy]\nvariant = mine\nrows = 2\n' >a.ini
export FIRST=other
expect_status 1 gkhost -c a.ini -p +a.py -d cpu
expect_grep 'the plugin no longer has this variant' "$tmp/out"
[ ! -e "$kept" ] || fail "what is not so any more is kept"
expect_status 0 gkhost list copy/other -p +a.py

# Where nothing can be kept, it is listed all the same.
chmod 000 "$tmp/cache" 2>/dev/null
XDG_CACHE_HOME=/dev/null/none expect_status 0 gkhost list copy/other -p +a.py
