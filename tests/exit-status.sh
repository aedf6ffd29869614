#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The documented statuses: passed, skipped, wrong, usage.
source "${top_srcdir:-.}/tests/functions.sh" || exit
plugins_of copy

printf '[copy]\nrows = 4\ncols = 4\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -d cpu
expect_status 1 faults wrong
expect_status 2 gkhost
expect_grep 'name a suite with -c'
expect_status 2 gkhost --no-such-option
expect_grep "no option '--no-such-option'; see gkhost --help$"
expect_status 2 gkhost --reqire-ran
expect_grep "no option '--reqire-ran': did you mean '--require-ran'?$"
expect_status 2 gkhost --formt=csv
expect_grep "no option '--formt': did you mean '--format'?$"
expect_status 2 gkhost -xv
expect_grep "no option '-x'"
expect_status 2 gkhost --verbose -vx
expect_grep "no option '-x'"
expect_status 2 gkhost -vc
expect_grep '^gkhost: -c needs a value'
expect_status 2 gkhost --config
expect_grep '^gkhost: --config needs a value'
expect_status 2 gkhost --verbose=3
expect_grep "'--verbose=3': this option does not take a value"
expect_status 2 gkhost $'-v\xc3'
expect_grep "no option '-.xc3'"
expect_status 2 gkhost lisst
expect_grep "there is no command 'lisst' .*: did you mean 'list'?"
expect_status 2 gkhost run
expect_grep "there is no command 'run': use gkhost -c SUITE.ini$"
expect_status 2 gkhost -c a.ini --compare a=one.so b=two.so
expect_grep "'b=two.so': put both builds of --compare in quotes, as one word: --compare 'a=one.so b=two.so'$"
printf '[copy]\nrows = 3\ncols = 5\n' >"$tmp/run.ini"
expect_status 0 gkhost run -c "$tmp/run.ini" --dry-run
expect_status 2 gkhost run "$tmp/a.ini"
expect_grep "use gkhost -c $tmp/a.ini$"
expect_status 2 gkhost "$tmp/a.ini"
expect_grep "use gkhost -c $tmp/a.ini$"
expect_status 2 gkhost none.ini
expect_grep 'use gkhost -c none.ini$'
expect_status 2 gkhost -c "$tmp/a.ini" --dry-run -o "$tmp/run.jsonl"
expect_grep '^gkhost: --dry-run runs nothing: leave out -o$'
expect_status 2 gkhost -c "$tmp/a.ini" --dry-run --format csv
expect_grep '^gkhost: --dry-run prints text, or JSON with --format jsonl; '
expect_status 2 gkhost -c "$tmp/a.ini" --format xml
expect_grep "no format 'xml'; choose one of table"
expect_status 2 gkhost -c "$tmp/a.ini" --only 'nothing*'
expect_status 0 gkhost run --help
expect_grep 'Exit status' "$tmp/out"
expect_status 0 gkhost --version
expect_grep '^gkhost [0-9]' "$tmp/out"
