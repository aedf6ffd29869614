#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A package with the CUDA variants goes beside one without them: each has a
# folder of its own here, and rows come in the order of reading.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_cuda_plugins
mkdir "$tmp/cpu" "$tmp/cuda"
for name in copy transpose reduce scan stream softmax matmul-square matmul-rect; do
  cp "$top_builddir/plugins/$name/.libs/$name.so" "$tmp/cpu"
done
cp "$top_builddir"/plugins/*/.libs/*-cu[bd]*.so "$tmp/cuda"

# What a family lists of the other package is what that has: the same names and
# tunables, in the same order.
for family in copy transpose reduce scan stream softmax matmul-square matmul-rect; do
  for folders in cpu cuda:cpu; do
    export GKHOST_PLUGIN_PATH=$tmp/${folders/:/:$tmp/}
    gkhost list "$family" >"$tmp/list"
    sed -n '/^  variants/,$s/^    \([a-z0-9-]\{1,\}\) *(.*/\1/p' \
      "$tmp/list" >"$tmp/names.$folders"
    while read -r name; do
      gkhost list "$family/$name" >"$tmp/one"
      sed -n -e 's/^  tunables: //p' \
        -e '/^  tunables$/,$s/^    \([a-z0-9_]\{1,\}\) .*/\1/p' "$tmp/one" |
        tr -d ' ' | tr ',' '\n' | sed "s|^|$name/|"
    done <"$tmp/names.$folders" >"$tmp/tunables.$folders"
  done
  diff "$tmp/names.cpu" "$tmp/names.cuda:cpu" || fail "$family: other variants"
  [ "$family" != transpose ] || expect_grep '^tma/band$' "$tmp/tunables.cpu"
  diff "$tmp/tunables.cpu" "$tmp/tunables.cuda:cpu" ||
    fail "$family: other tunables"
  expect_no_grep 'not here' "$tmp/list"
done

# Without the family of a variant nothing of it can run, and the reason is told.
mkdir "$tmp/part"
cp "$tmp/cpu/copy.so" "$tmp/cuda/transpose-cuda.so" "$tmp/part"
export GKHOST_PLUGIN_PATH=$tmp/part
expect_status 0 gkhost list
expect_grep '^  transpose/direct of plugin transpose-cuda$' "$tmp/out"
printf '[transpose]\nrows = 5\ncols = 7\nvariant = direct, cpu-naive\n' \
  >"$tmp/a.ini"
expect_status 2 gkhost -c "$tmp/a.ini"
expect_grep "unknown family 'transpose': plugin transpose-cuda brings variants"

export GKHOST_PLUGIN_PATH=$tmp/cpu:$tmp/cuda
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
expect_equal "$(count_records "$tmp/run.jsonl" variant=cpu-naive status=ok)" 1
if has_gpu transpose; then
  expect_equal "$(count_records "$tmp/run.jsonl" variant=direct status=ok)" 1
else
  expect_no_grep 'plugin not found' "$tmp/out"
fi
