#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What a case costs beside its kernels, its verification and its inputs stays
# under 5 ms once the worker is warm.
source "${top_srcdir:-.}/tests/functions.sh"

requires_gpu
requires_unsanitized
cat >"$tmp/a.ini" <<'INI'
[transpose]
device = cuda:0
rows = 1000
cols = 3000
variant = direct, shared, vector
min_samples = 20
max_samples = 20
INI
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
records "$tmp/run.jsonl" type=case variant=vector status=ok >"$tmp/record"
python=$(command -v python3) || skip 'needs python3'
"$python" - "$tmp/record" <<'PY'
import json, sys
spent = json.loads(open(sys.argv[1]).read())["spent"]
rest = sum(spent[k] for k in ("setup_s", "warmup_s", "between_s", "other_s"))
print("beside kernels, verification and inputs: %.3f ms" % (1e3 * rest))
sys.exit(rest > 0.005)
PY
