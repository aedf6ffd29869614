#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# `gkhost new --from-kernelbench` makes a family of a problem, whose Model and whose
# ModelNew are judged by Model's result in double.  What runs needs torch, of the virtual
# environment that TORCH_ENV names; the rest of the test needs none.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_python_bridge
requires_unsanitized
cd "$tmp"

# problem FORWARD [CONSTRUCTOR]: writes a problem to problem.py.
problem ()
{
  cat >problem.py <<END
import torch
import torch.nn as nn

batch_size = 64
in_features = 150 * 2
out_features = batch_size // 2

class Model(nn.Module):
    def __init__(self, n, m):
        super().__init__()
        self.linear = nn.Linear(n, m)
    def forward(self, x):
        return $1

def get_inputs():
    return [torch.rand(batch_size, in_features)]

def get_init_inputs():
    return [in_features, out_features]
END
}

# solution FORWARD: writes a solution to solution.py.
solution ()
{
  cat >solution.py <<END
import torch
from problem import Model

class ModelNew(Model):
    def forward(self, x):
        return $1
END
}

# write_folder NAME: from both, with variants for the CPU.
write_folder ()
{
  expect_status 0 gkhost new --from-kernelbench problem.py "$1" solution.py
  sed -i 's/cpu=False/cpu=True/' "$1/family.py" "$1/$1.py"
}

problem 'torch.relu(self.linear(x))'
solution 'torch.relu(x @ self.linear.weight.T + self.linear.bias)'
write_folder right
expect_grep "right/ has the family right, in PyTorch; next: cd right && make check" "$tmp/out"
cmp problem.py right/problem.py
cmp solution.py right/solution.py
expect_status 0 gkhost new --from-kernelbench problem.py alone
expect_grep 'class ModelNew(Model):' alone/solution.py

# What there is to write is checked first.
expect_status 2 gkhost new --from-kernelbench solution.py other
expect_grep 'solution.py has no def get_inputs, as KernelBench has it: name the problem'
expect_status 2 gkhost new --from-kernelbench problem.py other problem.py
expect_grep 'problem.py has no class ModelNew, '
expect_status 2 gkhost new --from-kernelbench problem.py other --lang c
expect_grep 'writes a family in PyTorch: leave --family and --lang out'
expect_status 2 gkhost new --from-kernelbench problem.py
[ ! -e other ] || fail "a folder was left"

# It is listed without torch: sizes are whole numbers at the top of the file.
expect_status 0 gkhost list right -p +right/family.py -p +right/right.py
expect_grep '^    in_features .* default 300$' "$tmp/out"
expect_grep '^    batch_size .* default 64$' "$tmp/out"
expect_no_grep '^    out_features' "$tmp/out"
expect_grep '^    new  *(cuda) calls ModelNew, and copies the tensors' "$tmp/out"

# Sizes named like a key of the host are no options, and no fault.
gkhost list keys | sed -n 's/^    \([a-z][a-z_]*\) .*/\1/p' >names
expect_grep '^seed$' names
cp problem.py named.py
sed 's/$/ = 7/' names >>named.py
expect_status 0 gkhost new --from-kernelbench named.py named
expect_status 0 gkhost list named -p +named/family.py
expect_grep '^    batch_size .* default 64$' "$tmp/out"
expect_no_grep ' default 7$' "$tmp/out"
echo "raise ModuleNotFoundError(\"No module named 'torch'\", name='torch')" >alone/torch.py
sed -i 's/cpu=False/cpu=True/' alone/family.py
expect_status 0 gkhost -c alone/suite.ini -p +alone/family.py -d cpu -o run.jsonl
expect_grep 'setup: needs torch: pip install torch' run.jsonl

[ -z "${TORCH_ENV-}" ] || export VIRTUAL_ENV=$TORCH_ENV
python=$(sed -n 's/^PYTHON_PROGRAM = //p' "$top_builddir/Makefile")
[ -z "${TORCH_ENV-}" ] || python=$TORCH_ENV/bin/python
"$python" -c 'import torch, numpy' 2>/dev/null ||
  skip "needs torch: set TORCH_ENV to an environment that has it"

# run_folder NAME STATUS KEY=VALUE...: runs its CPU variants; records in run.jsonl.
run_folder ()
{
  expect_status "$2" gkhost -c "$1/suite.ini" -p "+$1/family.py" -p "+$1/$1.py" -d cpu \
    --only '*/cpu-*' -s '*.max_time=10ms' "${@:3}" -o run.jsonl
}

expect_status 0 "$MAKE" -C right GKHOST="$gkhost" check
expect_grep 'right.py: sound: [0-9]* case' "$tmp/out"
run_folder right 0
expect_equal "$(count_records run.jsonl type=case status=ok)" 2
expect_grep '"variant/copied":8192' run.jsonl
expect_grep '"params":{"batch_size":64,"in_features":300}' run.jsonl
run_folder right 0 -s right.batch_size=9
expect_grep '"variant/copied":144' run.jsonl

# What is slow to judge says so: here what takes any time.
expect_no_grep 'each verified launch' run.jsonl
expect_no_grep 'were not handed' run.jsonl
sed -i '1i import gkhost.kernelbench; gkhost.kernelbench.SLOW = 1e-9' right/family.py
run_folder right 0
expect_grep '"log":\["each verified launch is computed anew on the CPU, in double, which takes [0-9.e-]* s: set batch_size or in_features to less, or raise timeout"\]' \
  run.jsonl

# Parameters with other names are not handed over, which is said.
solution 'torch.relu(self.own(x))'
cat >>solution.py <<'END'
    def __init__(self, n, m):
        torch.nn.Module.__init__(self)
        self.own = torch.nn.Linear(n, m)
END
write_folder renamed
run_folder renamed 0
expect_grep 'parameters of Model were not handed to ModelNew: linear.weight \[32, 300\] is Model.s alone, own.weight \[32, 300\] ModelNew.s' \
  run.jsonl

# Wrong solutions.
while IFS='|' read -r name class forward; do
  solution "$forward"
  write_folder "$name"
  run_folder "$name" 1
  expect_equal "$(count_records run.jsonl variant=cpu-model status=ok)" 1
  records run.jsonl variant=cpu-new >record
  expect_grep "$class" record
done <<'END'
bits|"class":"precision"|torch.relu(self.linear.bfloat16()(x.bfloat16()))
keeps|"class":"repeats"|self.__dict__.setdefault("kept", super().forward(x))
shape|it returns a tensor of shape (1, 32); the result has (64, 32)|super().forward(x)[:1]
ends|"status":"failed","reason":"solution.py:6: ZeroDivisionError|1 / 0
END

# A result that overflows on planted numbers is right where Model's does.
problem 'torch.exp(10 * x)'
while IFS='|' read -r name status forward; do
  solution "$forward"
  write_folder "$name"
  run_folder "$name" "$status"
  expect_equal "$(count_records run.jsonl variant=cpu-model status=ok)" 1
done <<'END'
overflows|0|torch.exp(10 * x)
overflows-off|1|torch.exp(10 * x) * 1.001
END

# Integers alone, which are drawn anew, too.
problem 'nn.functional.embedding(x, self.linear.weight)'
sed -i 's/torch.rand(.*)/torch.randint(0, out_features, (batch_size, 8))/' problem.py
solution 'self.linear.weight[x]'
write_folder integers
run_folder integers 0
expect_equal "$(count_records run.jsonl type=case status=ok)" 2
solution 'self.__dict__.setdefault("kept", super().forward(x))'
write_folder integers-kept
run_folder integers-kept 1
expect_equal "$(count_records run.jsonl variant=cpu-model status=ok)" 1

# Problems that can't be judged.
solution 'super().forward(x)'
while IFS='|' read -r name reason forward; do
  problem "$forward"
  write_folder "$name"
  run_folder "$name" 1
  expect_grep "family $name: setup: problem.py:1: ValueError: Model's result $reason" run.jsonl
done <<'END'
constant|does not depend on its inputs: a kernel that writes a constant would be right|torch.softmax(x.sum(1, keepdim=True), 1)
chance|differs from call to call: leave out what is random|torch.dropout(x, 0.5, True)
undefined|is infinite or no number where inputs are uniform in|torch.log(x)
END

# Tensors in a list of their own.
problem 'x[0] + x[1]'
sed -i 's/return \[torch.rand(.*)\]/x = torch.rand(4, 4); return [[x, x]]/' problem.py
solution 'x[0] + x[1]'
write_folder nested
run_folder nested 1
expect_grep 'setup: problem.py:1: TypeError: get_inputs returns a list that has tensors in another list' run.jsonl
