#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What a file of many claims is anyone's: one that is forged or torn is told with
# its file and line, and costs itself alone.
source "${top_srcdir:-.}/tests/functions.sh" || exit

mkdir "$tmp/good"
awk -v hosts=4 -v gpus=2 -v cases=4 -v noise=0.005 -v "to=$tmp/good" \
  -f "$top_srcdir/tests/many-hosts.awk"
bad=$tmp/bad.jsonl
good=("$tmp"/good/node000{0,1,2}.jsonl)

# costs_itself WHAT: beside the good ones, the bad one is told so, and they are
# as they are without.
costs_itself ()
{
  expect_status 1 gkhost report "$bad" "${good[@]}"
  expect_grep "$1"
  expect_grep '^3 hosts, 3 runs, 6 devices, 24 cases with a time$' "$tmp/out"
  expect_grep '^6 ok$' "$tmp/out"
  expect_grep '^1 of 4 files ' "$tmp/out"
  expect_grep '^rank 3 of 4: no run of it is here$' "$tmp/out"
}

# forge SED: makes the bad one of the fourth host's.
forge ()
{
  sed "$1" "$tmp/good/node0003.jsonl" >"$bad"
}

long=$(printf '%01000d' 0)
forge '1s/"rank":3/"rank":-1/'
costs_itself '^gkhost: .*/bad.jsonl:1: rank is -1, which is none of 4: this run is left out$'
forge '1s/"rank":3/"rank":4/'
costs_itself 'bad.jsonl:1: rank is 4, which is none of 4'
forge '1s/"ranks":4/"ranks":9223372036854775807/'
costs_itself 'bad.jsonl:1: ranks is 9223372036854775807, and 1 to 1048576 can be'
forge '1s/"ranks":4/"ranks":0/'
costs_itself 'bad.jsonl:1: ranks is 0, and 1 to 1048576 can be'
forge "1s/node0003/$long/"
costs_itself 'bad.jsonl:1: host.name has 1000 bytes, and 255 is the most'
forge "s/\"device\":\"cuda:1\"/\"device\":\"$long\"/"
costs_itself "bad.jsonl:1: a device's name has 1000 bytes, and 255 is the most"
forge '1d'
costs_itself 'bad.jsonl:1: records begin with a run record'
echo 'no records' >"$bad"
costs_itself 'bad.jsonl: this is not a file of records'
: >"$bad"
costs_itself 'bad.jsonl is empty'
truncate -s 300M "$bad"
costs_itself 'bad.jsonl has 314572800 bytes, and a file among others may have 268435456'
rm "$bad"
costs_itself "bad.jsonl can't be read: No such file"
mkdir "$bad"
costs_itself "bad.jsonl can't be read\|is empty"
rmdir "$bad"
awk 'NR == 1 { print }
  NR == 2 { for (i = 0; i < 65537; i++)
    printf "{\"type\":\"case\",\"case\":%d,\"device\":\"d%d\",\"status\":\"ok\"}\n", i, i
    exit }' "$tmp/good/node0003.jsonl" >"$bad"
costs_itself 'bad.jsonl:1: its cases are on more than 65536 devices'

# A million ranks that one claims are no million that are missing.
forge '1s/"ranks":4/"ranks":1048576/'
expect_status 0 gkhost report "$bad" "${good[@]}"
expect_grep '^ranks 1048576 rather than 4: node0003 rank 3$' "$tmp/out"
expect_no_grep 'missing' "$tmp/out"

# One that is torn is not whole, and what it has counts.
head -c -300 "$tmp/good/node0003.jsonl" >"$bad"
expect_status 1 gkhost report "$bad" "${good[@]}"
expect_grep 'bad.jsonl:9: the last line was cut short and is left out'
expect_grep '^node0003 rank 3: it has no end: it was cut short, or goes on; 7 cases in' "$tmp/out"
expect_grep '^4 hosts, 4 runs, 8 devices, 31 cases with a time$' "$tmp/out"
forge '4s/,.*/,/'
expect_status 1 gkhost report "$bad" "${good[@]}"
expect_grep 'bad.jsonl:4: not JSON: the line is left out'
expect_grep '^node0003 rank 3: it has 7 cases, and its end says 8; 7 cases in' "$tmp/out"

# Figures that none can have are none.
forge 's/"median_s":[^,]*/"median_s":1e-320/; s/"power":[^,]*/"power":1e300/
  s/"ecc_corrected":0/"ecc_corrected":9223372036854775807/'
expect_status 0 gkhost report "$bad" "${good[@]}"
expect_grep '^4 hosts, 4 runs, 8 devices, 24 cases with a time$' "$tmp/out"
expect_grep '^6 ok, 2 alone (nothing to compare with)$' "$tmp/out"

# Two hosts that have the same rank are of no one job.
forge '1s/"rank":3/"rank":2/'
expect_status 1 gkhost report "$bad" "${good[@]}"
expect_grep '^1 rank missing, 1 rank claimed twice$' "$tmp/out"

# What orders a terminal about is shown.
forge '1s/node0003/no\\u001b[2Jde/'
expect_status 0 gkhost report "$bad" "${good[@]}"
expect_grep 'no\\u001b\[2Jde rank 3' "$tmp/out"
