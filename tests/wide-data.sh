#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# On wide data the CPU's variants are right, and an emulation that holds on
# uniform data alone is not: SHAPES of each type, in all layouts, in turn of the
# families.  SEED repeats the shapes of a run.
source "${top_srcdir:-.}/tests/functions.sh" || exit

: "${SHAPES:=$(trials 50)}" "${SEED:=$RANDOM}"
RANDOM=$SEED
echo "$SHAPES shapes of each type, with SEED=$SEED"

# size: sets $word to one, which is a small one as often as not.
size ()
{
  if [ $((RANDOM % 2)) -eq 0 ]; then
    word=$((1 + RANDOM % 20))
  else
    word=$((1 + RANDOM % 150))
  fi
}

# write_job NUMBER DTYPE: an inner dimension of 16 at least, so that D is there.
write_job ()
{
  local layouts=(row col tn nt tt)

  printf '[%s-%s]\nlayout = %s\ndtype = %s\npad = %s\n' "$2" "$1" \
    "${layouts[$1 % 5]}" "$2" $((RANDOM % 3))
  size
  if [ $(($1 % 2)) -eq 0 ]; then
    printf 'family = matmul-square\nn = %s\n' $((15 + word))
  else
    printf 'family = matmul-rect\nm = %s\n' "$word"
    size
    printf 'n = %s\n' $((15 + word))
    size
    printf 'k = %s\n' "$word"
  fi
}

{
  printf '[suite]\nmax_samples = 1\naudit = no\n'
  printf 'variant = cpu-*, on-grid\n'
  for dtype in f32 f64; do
    for ((i = 0; i < SHAPES; i++)); do
      write_job "$i" "$dtype"
    done
  done
} >"$tmp/a.ini"

# Threads that wait for work by looking for it would hold up the judge.
export OMP_WAIT_POLICY=passive OPENBLAS_NUM_THREADS=1
expect_status 1 gkhost -c "$tmp/a.ini" -d cpu -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/matmul-square/.libs/matmul-square.so" \
  -p "$top_builddir/plugins/matmul-rect/.libs/matmul-rect.so" \
  -p "$top_builddir/tests/plugins/.libs/wrong-matmul.so"

# All of them are told by an element, what it should be, and the kind of data.
records "$tmp/run.jsonl" variant=on-grid status=wrong >"$tmp/wrong"
told='"reason":"c\[[0-9]*\]\[[0-9]*\] is .*, should be .* of |A||B|, over .*'
told+='far apart? (before the timed launches, wide data)'
expect_equal "$(grep -c "$told" "$tmp/wrong")" $((2 * SHAPES))
expect_equal "$(count_records "$tmp/run.jsonl" status=wrong)" $((2 * SHAPES))
for variant in cpu-naive cpu-threads; do
  expect_equal "$(count_records "$tmp/run.jsonl" "variant=$variant" \
    status=ok)" $((2 * SHAPES))
done
for status in failed crashed timeout; do
  expect_equal "$(count_records "$tmp/run.jsonl" type=case "status=$status")" 0
done
