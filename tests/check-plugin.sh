#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost check passes a sound plugin and finds what is wrong with another, in a
# line a variant; the verdict is printed for people, and never among data.
source "${top_srcdir:-.}/tests/functions.sh" || exit

export GKHOST_PLUGIN_PATH=$top_builddir/plugins/transpose/.libs
plugins=$top_builddir/tests/plugins/.libs
copy=$top_builddir/plugins/copy/.libs/copy.so

# checks STATUS PATTERN PLUGIN ARG...: a check ends so, and prints such a line.
checks ()
{
  local status=$1 pattern=$2

  shift 2
  expect_status "$status" gkhost check "$@"
  cat "$tmp/out" "$tmp/err" >"$tmp/all"
  expect_grep "$pattern" "$tmp/all"
}

# Two of the eleven types, and all sizes but the two largest, will do but in
# .ci/nightly.
types=2 sizes=5 few=(-s '*.dtype=i8, c64') small=(--only '*-[1-5]/*')
! all_trials || { types=11 sizes=7 few=() small=(); }
checks 0 'newer.so: sound' "$plugins/newer.so" "${few[@]}" "${small[@]}"
# On a slow machine, or in a slow build, each may be spared the largest size of
# each type.
all="$((sizes * types)) cases right"
for variant in newer-one newer-two; do
  expect_grep "^$variant: \($all\|$(((sizes - 1) * types)) cases right, $types skipped\)$" "$tmp/out"
done
grep -q 'a launch may take over' "$tmp/out" ||
  expect_equal "$(grep -c ": $all\$" "$tmp/out"):$(wc -l <"$tmp/out")" 2:3

checks 1 'other-abi.so: it was built for plugin ABI' "$plugins/other-abi.so"
checks 1 'faults.so: not sound' "$plugins/faults.so" --only '*/wrong'
expect_grep '^wrong: 14 cases wrong, 63 skipped$' "$tmp/out"
expect_grep '^  wrong: transpose-1/wrong (rows=1 ' "$tmp/out"
expect_grep '^  and 11 more; --format table shows all$' "$tmp/out"
checks 1 '^14 cases: 7 wrong, 7 skipped$' "$plugins/faults.so" --only '*/wrong' \
  -s '*.dtype=f32, i8' --format table
# What a family does wrong is told with the remedy.
checks 1 '^    family broken: setup: two buffers share a slot; give each' \
  "$plugins/broken-family.so" --only '*/first' -s suite.fault=shared-slot

# Of a plugin none of whose cases ran nothing is known.
checks 77 'not checked: every case was skipped (this machine has no such lib' \
  "$plugins/faults.so" --only '*/declines'
expect_no_grep 'sound' "$tmp/out"
# Why it does not run is what it says, not which types it does not take.
checks 77 'not checked: every case was skipped (this machine has no such lib' \
  "$plugins/faults.so" --only '*/declines-two'
checks 2 "selects no case: did you mean 'wrong'" "$plugins/faults.so" --only wrnog

# A family that no plugin brings, and the nearest that one does.
checks 1 "variant one is for family 'transpoze', .*: did you mean 'transpose'?" \
  "$plugins/broken-table-unknown-family.so"
expect_grep "variant two is for family 'fft', .*: there is transpose;"

# What is not a plugin at all.
checks 1 "^gkhost: $tmp: it is a directory; name a .so$" "$tmp"
checks 1 "^gkhost: $tmp/none.so: No such file" "$tmp/none.so"
expect_no_grep ' -p'

# Where the verdict is printed.
verdict=': sound: [0-9]* case'
for data in '--format csv' '--format jsonl' '--format junit' '-o -'; do
  # shellcheck disable=SC2086
  checks 0 "$verdict" "$copy" --only 'copy-1/cpu-memcpy' -d cpu "${few[@]}" $data
  expect_no_grep "$verdict" "$tmp/out"
done
for text in '' '--format table' '--format markdown'; do
  # shellcheck disable=SC2086
  checks 0 "$verdict" "$copy" --only 'copy-1/cpu-memcpy' -d cpu "${few[@]}" $text
  expect_no_grep "$verdict"
done

# Records that can't be written show nothing of the plugin: it is as sound as it was,
# and the status is the host's own.
if [ -c /dev/full ]; then
  checks 3 "$verdict" "$copy" --only '*/cpu-memcpy' -d cpu -s '*.dtype=f32' -o /dev/full
  expect_grep '/dev/full is not complete'
  expect_no_grep 'not sound' "$tmp/out"
  checks 3 ': not sound$' "$plugins/faults.so" --only '*/wrong' -s '*.dtype=f32' \
    -o /dev/full
fi
