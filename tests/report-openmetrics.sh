#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# --format openmetrics has the devices of a run, or of several hosts, in a text
# that readers of Prometheus take.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# metrics STATUS FILE...: they are well-formed, and in $tmp/metrics.
metrics ()
{
  local status=$1

  shift
  expect_status "$status" gkhost report "$@" --format openmetrics
  awk -f "$top_srcdir/tests/openmetrics.awk" "$tmp/out" || fail 'see above'
  if python3 -c 'import prometheus_client.openmetrics.parser' 2>/dev/null; then
    python3 -c 'import sys; from prometheus_client.openmetrics import parser
list (parser.text_fd_to_metric_families (sys.stdin))' <"$tmp/out"
  fi
  cp "$tmp/out" "$tmp/metrics"
}

# has NAME LABELS VALUE: one sample of that name has these labels, in order.
has ()
{
  expect_equal "$(grep -c "^$1{.*$2.*} $3\$" "$tmp/metrics")" 1
}

mkdir "$tmp/hosts"
awk -v hosts=4 -v gpus=2 -v cases=4 -v noise=0.005 -v slow=2:1 -v wrong=1:0 \
  -v cut=3 -v absent=0 -v "to=$tmp/hosts" -f "$top_srcdir/tests/many-hosts.awk"
metrics 1 "$tmp"/hosts/*
expect_grep '^gkhost_ranks_missing 1$' "$tmp/metrics"
has gkhost_run_whole 'host="node0003",rank="3"' 0
has gkhost_run_whole 'host="node0001",rank="1"' 1
has gkhost_device_state 'host="node0002",rank="2",device="cuda:1",.*state="slow"' 1
has gkhost_device_state 'host="node0002",rank="2",device="cuda:1",.*state="ok"' 0
has gkhost_device_state 'host="node0001",rank="1",device="cuda:0",model="NVIDIA H200",address="0000:01:00.0",state="wrong"' 1
expect_equal "$(grep -c '^gkhost_device_state{.*} 1$' "$tmp/metrics")" 6
has gkhost_device_siblings_ratio 'rank="2",device="cuda:1"' '0\.9[0-9]*'
has gkhost_device_temperature_celsius 'rank="2",device="cuda:1"' 45
has gkhost_device_ecc_uncorrected 'rank="2",device="cuda:1"' 0
has gkhost_device_cases 'rank="1",device="cuda:0",status="wrong"' 1
expect_equal "$(grep -c '^gkhost_case_rate{.*case="[^"]*",id="[0-9a-f]\{16\}",unit="B/s"} [0-9.e+]*$' \
  "$tmp/metrics")" 23
expect_equal "$(grep -c '^gkhost_case_power_watts{' "$tmp/metrics")" 23

# Names are anyone's.
sed '1s/node0001/a\\"b\\\\c\\nd\\u202e/' "$tmp/hosts/node0001.jsonl" \
  >"$tmp/odd.jsonl"
metrics 1 "$tmp/odd.jsonl" "$tmp/hosts/node0002.jsonl"
has gkhost_run_whole 'host="a\\"b\\\\c\\\\u000ad\\\\u202e"' 1

# Of one run, and of several in a file the last.
metrics 1 "$tmp/hosts/node0002.jsonl"
has gkhost_device_state 'device="cuda:1",.*state="slow"' 1
sed 's/"median_s":[^,]*/"median_s":1e-4/; 1s/2026-01-02/2026-01-03/' \
  "$tmp/hosts/node0002.jsonl" >"$tmp/later.jsonl"
cat "$tmp/hosts/node0002.jsonl" "$tmp/later.jsonl" >"$tmp/both.jsonl"
metrics 1 "$tmp/both.jsonl"
has gkhost_device_state 'device="cuda:1",.*state="ok"' 1
metrics 1 "$tmp/hosts/node0002.jsonl" "$tmp/later.jsonl"
expect_grep '^gkhost_ranks_missing 3$' "$tmp/metrics"
has gkhost_device_state 'device="cuda:1",.*state="ok"' 1

# A run on the CPU has one device, and no ratio.
printf '[copy]\nrows = 31\ncols = 17\nvariant = cpu-memcpy\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" --format openmetrics
awk -f "$top_srcdir/tests/openmetrics.awk" "$tmp/out" || fail 'see above'
cp "$tmp/out" "$tmp/metrics"
has gkhost_device_state 'device="cpu",.*state="alone"' 1
expect_no_grep '^gkhost_device_siblings_ratio{' "$tmp/metrics"
cp "$tmp/metrics" "$tmp/of-run"
metrics 0 "$tmp/run.jsonl"
cmp "$tmp/of-run" "$tmp/metrics"

# It is of nothing else.
for command in devices 'list keys' "compare $tmp/run.jsonl $tmp/run.jsonl"; do
  # shellcheck disable=SC2086
  expect_status 2 gkhost $command --format openmetrics
  [ ! -s "$tmp/out" ] || fail "$command printed something"
done
