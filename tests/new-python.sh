#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What `gkhost new --lang python` writes is sound and is timed beside another variant,
# for each family; for others' families it is a skeleton to fill in.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_python_bridge
requires_unsanitized
cd "$tmp"

for family in copy transpose matmul; do
  expect_status 0 gkhost new "$family" "a-$family" --lang python
  expect_grep "^a-$family/ has a variant of $family, in Python; next: cd a-$family && make check" "$tmp/out"
done
"$(sed -n 's/^PYTHON_PROGRAM = //p' "$top_builddir/Makefile")" -c 'import numpy' 2>/dev/null ||
  skip "needs numpy"
for family in copy transpose matmul; do
  few='' small=''
  # Not the largest sizes, but in .ci/nightly.
  [ $family != matmul ] || all_trials || few='--only matmul-*-[1-4]/*' small='-s *.n=64'
  expect_status 0 "$MAKE" -C "a-$family" GKHOST="$gkhost -s *.dtype=f32 $few" check
  expect_grep ': sound: [0-9]* case' "$tmp/out"
  expect_status 0 "$MAKE" -C "a-$family" \
    GKHOST="$gkhost -s *.max_time=10ms $small -o $tmp/$family.jsonl" run
  [ "$(records "$tmp/$family.jsonl" type=case variant="a-$family" status=ok |
    grep -c '"done": *true')" -gt 0 ] || fail "no case of a-$family ran"
done

# A family of its own.
expect_status 0 gkhost new --family my-own --lang python
expect_status 0 "$MAKE" -C my-own GKHOST="$gkhost" check
expect_grep ': sound: [0-9]* case' "$tmp/out"
expect_status 0 "$MAKE" -C my-own GKHOST="$gkhost -s *.max_time=10ms" run
expect_grep 'cpu-naive.* yes' "$tmp/out"

# The family of another's plugin.
expect_status 0 gkhost new --family list-scale
expect_status 0 "$MAKE" -C list-scale CC="$CC" plugindir="$tmp" \
  gkhost_cflags="-I$top_srcdir/include"
expect_status 0 gkhost new list-scale mine --lang python -p list-scale
expect_grep 'mine/ has a skeleton of a variant of list-scale, in Python; next: fill in launch in mine/mine.py' \
  "$tmp/out"
expect_grep '^  n: .*: 1 to 1099511627776; default 1000000$' mine/mine.py
cat >>mine/mine.py <<'END'
    # family.h has lists as a line of n elements, or as n lines.
    from numpy import asarray, multiply
    multiply(asarray(p.src).reshape(-1), p.by, out=asarray(p.dst).reshape(-1))
END
sed -i '/^    raise /d' mine/mine.py
expect_status 0 gkhost check mine/mine.py -p list-scale/list-scale.so
