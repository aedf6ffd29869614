#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A row says that another process computed on its GPU.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_gpu
requires_unsanitized
cat >"$tmp/a.ini" <<'END'
[copy]
device = cuda:0
variant = vector
rows = 4096
cols = 4096
min_time = 0.2
END
cat >"$tmp/other.ini" <<'END'
[copy]
device = cuda:0
variant = vector
rows = 4096
cols = 4096
cache = hot
noise = 0
min_time = 60
max_time = 60
max_samples = 1000000
END

# is_shared: whether the case says so.
is_shared ()
{
  expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
  records "$tmp/run.jsonl" type=case >"$tmp/case"
  grep -q '"verdicts":\[[^]]*"shared"' "$tmp/case"
}

is_shared && skip 'something else uses the GPU'
grep -q '"others":' "$tmp/case" ||
  skip 'the device does not tell which processes use it'
gkhost -c "$tmp/other.ini" >"$tmp/other" 2>&1 &
other=$!
trap 'kill "$other" 2>/dev/null || :; remove_tmp' EXIT
tries=0
until is_shared; do
  tries=$((tries + 1))
  [ "$tries" -lt 20 ] || fail 'nothing was said of the other process'
done
expect_grep '"others":[1-9]' "$tmp/case"
