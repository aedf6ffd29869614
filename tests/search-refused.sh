#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A search that is none, and a number or a seed out of range, are reported with file
# and line, and what would be right, before anything runs.
source "${top_srcdir:-.}/tests/functions.sh" || exit
plugins_of copy

# refuses LINE MESSAGE: in a job, and as a default.
refuses ()
{
  printf '[copy]\nrows = 1\n%s\n' "$1" >"$tmp/a.ini"
  expect_status 2 gkhost -c "$tmp/a.ini" --dry-run
  expect_grep "a\.ini:3: .*$2"
  printf '[suite]\n%s\n[copy]\nrows = 1\n' "$1" >"$tmp/a.ini"
  expect_status 2 gkhost -c "$tmp/a.ini" --dry-run
  expect_grep "a\.ini:2: .*$2"
}

refuses 'search = some' \
  "search: there is no search 'some': write all, or random and a number, as in random 50"
refuses 'search = all, random 5' "there is no search 'all, random 5'"
refuses 'search = descent' \
  'search: descent was removed: write all for a sweep, or random and a number, .* Kernel Tuner'
refuses 'search = randomly' "there is no search 'randomly'"
refuses 'search = random' \
  'search: of how many combinations? write a number, as in random 50'
refuses 'search = random 0' 'search: 0 is out of range: write 1 to 1000000'
refuses 'search = random 1000001' 'out of range: write 1 to 1000000'
refuses 'search = random few' "search: 'few' is not a whole number"
refuses 'search = random 1, 2' 'search: takes one value, not a list'
refuses 'search_seed = 0' 'search_seed: 0 is out of range: write 1 to '
refuses 'search_seed = 1..3' 'search_seed: takes one value, not a list'
refuses 'search_seed = x' "search_seed: 'x' is not a whole number"
