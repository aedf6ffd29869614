#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The record of a wrong result has its class: what was seen, by one word.  Reports,
# CSV, JUnit and comparisons keep it.  fault-reasons.sh has further classes.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/cheats/functions.sh"

requires_uninstrumented

# On a busy machine a retest takes many seconds; without the time for it a case is
# failed, not wrong.
case_seconds=60

# is_seen CLASS PLUGIN FAMILY VARIANT KEY=VALUE...: whether a run of this cheat
# has the class in its record, in $tmp/cheat.jsonl, and a reason that says it.
is_seen ()
{
  local says=.

  [[ $1 != repeats ]] || says='does it keep its result?'
  run_case cheat "${@:2}"
  records "$tmp/cheat.jsonl" type=case status=wrong "class=$1" | grep -q "$says"
}

# On a busy machine another check may be the first to see some of them.
while read -r class cheat; do
  for try in 1 2 3 4 5 none; do
    [ "$try" != none ] ||
      fail "$cheat is not $class: $(tail -n 3 "$tmp/cheat.jsonl")"
    # shellcheck disable=SC2086 # words
    ! is_seen "$class" cheats $cheat || break
  done
done <<'END'
repeats matmul-square replay-samples n=160 dtype=i32
repeats transpose replay-hash rows=700 cols=600
precision matmul-square bf16-inside n=160 dtype=f32
precision matmul-square single-inside n=160 dtype=f64
precision matmul-square fp8-inside n=160 dtype=f32
precision matmul-square rounded n=160 dtype=f32
precision copy rounded rows=70 cols=60 dtype=f32
precision transpose rounded rows=70 cols=60 dtype=f32
precision reduce rounded cols=20000 dtype=f32
precision scan rounded n=20000 dtype=f32
precision stream rounded n=20000 dtype=f32
precision stream rounded n=20000 dtype=f32 op=dot
precision softmax rounded rows=10 cols=1000
unknown matmul-square zero-output n=160 dtype=f32
unknown stream part-of-triad n=400000 dtype=f32
unknown copy canonical-nan rows=700 cols=600 dtype=f32
late matmul-square late-thread n=160 dtype=f32
less-work matmul-square mends-again n=256 dtype=i32
differs matmul-square races n=128 dtype=i32 min_samples=150
clock transpose clock-vdso rows=160 cols=160
inputs matmul-square inputs-zeroed n=160 dtype=f32
END

# What is made of records has the class of the last one.
run=$tmp/cheat.jsonl
expect_status 0 gkhost report "$run" --format jsonl
expect_grep '"class":"inputs"' "$tmp/out"
expect_status 0 gkhost report "$run" --format csv
expect_equal "$(head -n 1 "$tmp/out" | tr , '\n' | grep -cx class)" 1
expect_grep ',inputs,' "$tmp/out"
expect_status 0 gkhost report "$run" --format junit
expect_grep '<property name="class" value="inputs"/>' "$tmp/out"
expect_status 0 gkhost report "$run" "$run" --format jsonl
expect_equal "$(grep -c '"class":"inputs"' "$tmp/out")" 2
expect_status 1 gkhost report "$run"
expect_no_grep class "$tmp/out"
sed 's/"status":"wrong","reason":"[^"]*"/"status":"ok","time":{"median_s":1}/
  s/"class":"inputs",//' "$run" >"$tmp/before.jsonl"
for format in jsonl csv junit; do
  expect_status 1 gkhost compare "$tmp/before.jsonl" "$run" --format "$format"
  expect_grep class "$tmp/out"
  expect_grep inputs "$tmp/out"
done
