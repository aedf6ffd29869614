#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What `gkhost new --lang triton` and `--lang torch` write is listed without torch and
# without a GPU, and skipped with a reason where either is missing.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_python_bridge
driver_stand_in
cd "$tmp"

# hide_torch FOLDER: the script there finds no torch.
hide_torch ()
{
  echo "raise ModuleNotFoundError(\"No module named 'torch'\", name='torch')" \
    >"$1/torch.py"
}

# expect_skip NAME: in the suite of this folder it is skipped for its module.
expect_skip ()
{
  LD_LIBRARY_PATH=$tmp/driver expect_status 0 gkhost -c "$1/suite.ini" -d cuda:0 \
    -p "+$1/$1.py" -o "$1/run.jsonl" --only "*/$2"
  records "$1/run.jsonl" type=case "variant=$2" >"$tmp/cases"
  expect_equal "$(grep -vc '"status":"skipped","reason":"needs torch: pip install torch"' \
    "$tmp/cases")" 0
  [ -s "$tmp/cases" ] || fail "no case of $1 was planned"
}

for lang in triton torch; do
  for family in copy transpose matmul; do
    name=$lang-$family
    expect_status 0 gkhost new "$family" "$name" --lang "$lang"
    expect_grep "$name/ has a variant of $family, in .*; next: cd $name && make check" "$tmp/out"
    expect_grep "A variant of $family, in " "$name/README.md"
    hide_torch "$name"
    expect_status 0 gkhost list "${family/matmul/matmul-square}/$name" -p "+$name/$name.py"
    expect_grep 'cuda' "$tmp/out"
    expect_skip "$name" "$name"
    expect_status 0 "$MAKE" -C "$name" GKHOST="$gkhost" check
  done
  # Families of one's own have a reference by numpy, and families of others a skeleton.
  expect_status 0 gkhost new reduce "$lang-sum" --lang "$lang"
  expect_grep "$lang-sum/ has a skeleton of a variant of reduce" "$tmp/out"
  hide_torch "$lang-sum"
  expect_skip "$lang-sum" "$lang-sum"
done

# The example with torch's softmax.
mkdir softmax-torch
cp "$top_srcdir/examples/softmax-torch.py" softmax-torch/
printf '[softmax]\nvariant = torch\nop = softmax, layernorm\n' >softmax-torch/suite.ini
hide_torch softmax-torch
expect_skip softmax-torch torch

"$(sed -n 's/^PYTHON_PROGRAM = //p' "$top_builddir/Makefile")" -c 'import numpy' 2>/dev/null ||
  skip "needs numpy"
for lang in triton torch; do
  expect_status 0 gkhost new --family "own-$lang" --lang "$lang"
  hide_torch "own-$lang"
  expect_skip "own-$lang" naive
done
