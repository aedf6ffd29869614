#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# -h is --help, 20 lines and four examples that work; --help of a command has its
# options.  What others write as a command names the option.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 0 gkhost --help
mv "$tmp/out" "$tmp/help"
expect_status 0 gkhost -h
cmp "$tmp/out" "$tmp/help" || fail "-h prints something else"
expect_equal "$(wc -c <"$tmp/err")" 0
expect_equal "$(sed '/^$/{N;/\nexamples:/Q}' "$tmp/help" | wc -l)" 20
expect_equal "$(awk 'length > 79' "$tmp/help")" ''

sed -n '/^examples:/,$s/^  //p' "$tmp/help" >"$tmp/examples"
expect_equal "$(grep -c . "$tmp/examples")" 4
mkdir "$tmp/bin" "$tmp/work"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$gkhost" >"$tmp/bin/gkhost"
chmod +x "$tmp/bin/gkhost"
printf '[copy]\nrows = 8\ncols = 8\nvariant = cpu-memcpy\nrounds = 2\n%s\n' \
  'max_time = 10ms' >"$tmp/work/suite.ini"
while read -r example; do
  # It compares the run with itself.
  (cd "$tmp/work" && PATH=$tmp/bin:$PATH expect_status 0 sh -c "$example" &&
    cp -f run.jsonl old.jsonl && cp -f run.jsonl new.jsonl)
done <"$tmp/examples"

for line in 'run --help' '--help run' '-c a.ini --help'; do
  # shellcheck disable=SC2086
  expect_status 0 gkhost $line
  expect_grep '^usage: gkhost -c SUITE' "$tmp/out"
  expect_grep '^  -q, --quiet ' "$tmp/out"
  expect_no_grep '^ *--lang' "$tmp/out"
done
# Nothing that only other commands have.
while IFS=: read -r command others; do
  expect_status 0 gkhost "$command" --help
  expect_no_grep "$others" "$tmp/out"
done <<'END'
report:dry-run\|--compare\|JOB/VARIANT\|missing in
compare:svg\|openmetrics\|device is slow\|timed out
check:svg\|dry-run\|--compare\|rank is
list:html\|run only
devices:html\|dry-run
new:--quiet\|Exit status
run:svg\|for report\|compare:\|sound
END
expect_status 2 gkhost comparr --help
expect_grep "there is no command 'comparr'.*did you mean 'compare'?$"

while IFS=: read -r line use; do
  # shellcheck disable=SC2086
  expect_status 2 gkhost $line
  expect_grep "use gkhost $use$"
done < <(printf '%s\n' help:--help version:--version 'help new:new --help')
for option in foramt foramt=csv; do
  expect_status 2 gkhost -c a.ini --$option
  expect_grep "^gkhost: there is no option '--foramt': did you mean '--format'?$"
done
