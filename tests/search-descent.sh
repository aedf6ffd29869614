#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# search = descent finds the best values of tunables that don't depend on each
# other in a part of the cases, runs none twice, keeps none that failed, and goes
# on where it was stopped.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '%s\n' '[suite]' 'max_time = 0' 'min_samples = 5' 'warmup = 1' \
  'search = descent' '[copy]' 'rows = 3' 'cols = 4' 'variant = valley' \
  'x = 0..5' 'y = 7, 1..6' >"$tmp/a.ini"
run ()
{
  gkhost -c "$tmp/a.ini" -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/naps.so" \
    -p "$top_builddir/tests/plugins/.libs/valleys.so" "$@"
}

# tried FILE: the combinations in the order in which they ran.
tried ()
{
  sed -n 's/.*"type":"case".*"tunables":{"x":\([0-9]\),"y":\([0-9]\)}.*/\1\2/p' \
    "$1"
}

# All that may run is planned, and told to be more than will.
expect_status 0 run --dry-run
expect_grep '^42 cases, 0 skipped; of 42, 1 descent runs a part$' "$tmp/out"

# It begins at the defaults, x = 0 and y = 1, and goes line by line.
expect_status 0 run -o "$tmp/run.jsonl"
expect_grep '^    valley x=3 y=6: ' "$tmp/out"
tried "$tmp/run.jsonl" >"$tmp/tried"
expect_equal "$(sort -u "$tmp/tried" | wc -l)" "$(wc -l <"$tmp/tried")"
expect_equal "$(wc -l <"$tmp/tried")" 17
expect_equal "$(head -n 6 "$tmp/tried" | sort | tr '\n' ' ')" \
  '01 11 21 31 41 51 '
expect_equal "$(sed -n 7,12p "$tmp/tried" | sort | tr '\n' ' ')" \
  '32 33 34 35 36 37 '
expect_grep '^17 cases: 17 ok$' "$tmp/out"
expect_grep '^copy: descent among 42 combinations of tunables$' "$tmp/out"
expect_grep '"jobs":\[{"name":"copy","search":"descent","combinations":{"valley":42}}\]' \
  "$tmp/run.jsonl"
gkhost report "$tmp/run.jsonl" | cmp - "$tmp/out"

# Nothing is left to do; of a run that was cut short the rest is.
lines=$(wc -l <"$tmp/run.jsonl")
expect_status 0 run -o "$tmp/run.jsonl" --resume
expect_grep 'has the results of 17 of 17 cases: none is run'
expect_equal "$(wc -l <"$tmp/run.jsonl")" "$lines"
head -n 10 "$tmp/run.jsonl" >"$tmp/cut.jsonl"
expect_status 0 run -o "$tmp/cut.jsonl" --resume
expect_grep 'has the results of 9 of at most 42 cases: the others are run'
expect_grep '^    valley x=3 y=6: ' "$tmp/out"
expect_equal "$(tried "$tmp/cut.jsonl" | sort)" "$(sort "$tmp/tried")"
gkhost report "$tmp/cut.jsonl" | cmp - "$tmp/out"

# What is wrong or fails is never kept, however fast it would be: x = 3 and
# y = 6 have neighbours that are as good as each other.
expect_status 1 run -s copy.variant=holed -o "$tmp/run.jsonl"
expect_grep '^    holed x=[24] y=[57]: ' "$tmp/out"
grep -q '"status":"wrong"' "$tmp/run.jsonl" || fail 'nothing was wrong'
grep -q '"status":"failed"' "$tmp/run.jsonl" || fail 'nothing failed'
expect_equal "$(tried "$tmp/run.jsonl" | sort | uniq -d)" ''

# Each problem, mode and variant has a descent of its own; what has no tunables
# has its case, and other jobs what they have.
printf '%s\n' '[all]' 'family = copy' 'rows = 3' 'cols = 4' 'search = all' \
  'variant = naps' 'nap = 1, 2, 3' >>"$tmp/a.ini"
expect_status 0 run -s copy.variant='valley, narrow' -s copy.x=2,3,4 \
  -s copy.y=5,6,7 -s copy.cache=cold,hot -s copy.cols=4,5 -o "$tmp/run.jsonl"
expect_equal "$(grep -c '^valley x=3 y=6 ' "$tmp/out")" 4
expect_equal "$(count_records "$tmp/run.jsonl" variant=narrow)" 4
expect_equal "$(count_records "$tmp/run.jsonl" job=all)" 3
expect_equal "$(count_records "$tmp/run.jsonl" variant=valley)" 28

# Where none can run one case says so.
expect_status 0 run --dry-run -s copy.device=cuda
expect_grep '^4 cases, 0 skipped, 1 fails for lack of a device$' "$tmp/out"
