#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The suites that come with gkhost are valid, the first one passes here, and so
# would the tutorials: what has no device is skipped.
source "${top_srcdir:-.}/tests/functions.sh" || exit

for suite in "$top_srcdir"/conf/*.ini; do
  expect_status 0 gkhost -c "$suite" --dry-run
  case $suite in
    */suite.ini | */tutorial*.ini) expect_no_grep ', [0-9]* fails\?$' "$tmp/out" ;;
  esac
done
requires_unsanitized
cp "$top_srcdir/conf/suite.ini" "$tmp/suite.ini"
chmod u+w "$tmp/suite.ini"
make_small "$tmp/suite.ini"
# Audits take most of the time; no-false-alarm.sh has them for each CPU variant.
few=()
all_trials || few=(-s '*.audit=no')
# A launch takes some 20 s where lines are counted.
expect_status 0 gkhost -c "$tmp/suite.ini" -s '*.max_time=0.05' \
  -s '*.timeout=600' "${few[@]}"
for family in copy transpose reduce scan stream softmax matmul-square matmul-rect; do
  expect_grep "$family" "$tmp/out"
done
# It sweeps no tunables, so it has no fastest of them.
expect_no_grep '^fastest' "$tmp/out"
# 80 columns are enough.  (Some awks count bytes.)
if awk 'length > 80' "$tmp/out" | grep .; then
  fail 'the above lines are over 80 columns'
fi
