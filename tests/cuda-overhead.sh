#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What a case costs beside its kernels, its verification, its audit and its
# inputs stays under 10 ms once the worker is warm: some 200 us a sample, for
# messages, changes of inputs, poison and eviction, and a few more by itself.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_gpu
requires_unsanitized
cat >"$tmp/a.ini" <<'INI'
[transpose]
device = cuda:0
rows = 1000
cols = 3000
variant = direct, shared, vector
audit = no
min_samples = 20
max_samples = 20
INI
python=$(command -v python3) || skip 'needs python3'
rest ()
{
  records "$tmp/run.jsonl" type=case variant=vector status=ok >"$tmp/record"
  "$python" - "$tmp/record" <<'PY'
import json, sys
spent = json.loads(open(sys.argv[1]).read())["spent"]
parts = {key: int(1e6 * spent[key])
         for key in ("setup_s", "warmup_s", "between_s", "other_s")}
print(parts, file=sys.stderr)
print(sum(parts.values()))
PY
}
# The best of five: what else uses the GPU is not gkhost's.
best=1000000
for _ in 1 2 3 4 5; do
  expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
  took=$(rest)
  [ "$took" -ge "$best" ] || best=$took
done
echo "beside kernels, verification and inputs: $best us"
[ "$best" -lt 10000 ] || fail "took $best us"
