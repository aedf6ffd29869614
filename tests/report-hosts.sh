#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The records of several hosts have one report: what it comes to, who is wrong,
# slow or missing and who has other versions.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# hosts FOLDER NAME=VALUE...: writes records of hosts that never were.
hosts ()
{
  local folder=$1 setting words=()

  shift
  mkdir "$folder"
  for setting; do
    words+=(-v "$setting")
  done
  awk -v hosts=5 -v gpus=2 -v cases=6 -v noise=0.005 -v "to=$folder" \
    "${words[@]}" -f "$top_srcdir/tests/many-hosts.awk"
}

hosts "$tmp/calm"
expect_status 0 gkhost report "$tmp"/calm/*
[ ! -s "$tmp/err" ] || fail 'something was told of hosts that are alike'
expect_grep '^5 hosts, 5 runs, 10 devices, 60 cases with a time$' "$tmp/out"
expect_grep '^10 ok$' "$tmp/out"
expect_no_grep 'missing\|rather than\|not whole' "$tmp/out"
expect_equal "$(grep -c '^node000[0-4] rank [0-4] cuda:[01]  ok ' "$tmp/out")" 10
awk 'length > 80 { exit 1 }' "$tmp/out" || fail 'a line has over 80 columns'

# Whichever comes first, and put together in one file, it is the same.
cp "$tmp/out" "$tmp/told"
expect_status 0 gkhost report "$tmp"/calm/node000{3,1,4,0,2}.jsonl
cmp "$tmp/told" "$tmp/out"
cat "$tmp"/calm/* >"$tmp/all.jsonl"
expect_status 0 gkhost report "$tmp/all.jsonl"
cmp "$tmp/told" "$tmp/out"
gkhost report - <"$tmp/all.jsonl" | cmp "$tmp/told" -
expect_status 0 gkhost report "$tmp"/calm/* --format markdown
sed '1d; $d' "$tmp/out" | cmp "$tmp/told" -
expect_status 0 gkhost report "$tmp"/calm/* --format jsonl
cmp <(gkhost report "$tmp/all.jsonl" --format jsonl) "$tmp/out"

# Each fault is told, and costs nothing else.
hosts "$tmp/bad" slow=2:1 wrong=1:0 cut=3 absent=0
sed -i '1s/"driver":"13.0"/"driver":"12.8"/g; 1s/0123456789abcdef/fedcba9876543210/
  1s/"gkhost":"0.1.0"/"gkhost":"0.0.9"/' "$tmp/bad/node0004.jsonl"
expect_status 1 gkhost report "$tmp"/bad/*
expect_grep '^4 hosts, 4 runs, 8 devices, 47 cases with a time$' "$tmp/out"
expect_grep '^6 ok, 1 slow, 1 wrong$' "$tmp/out"
expect_grep '^1 rank missing, 1 run not whole$' "$tmp/out"
expect_grep '^rank 0 of 5: no run of it is here$' "$tmp/out"
expect_grep '^node0003 rank 3: it has no end: it was cut short, or goes on; 12 cases in' "$tmp/out"
expect_grep '^node0001 rank 1 cuda:0, wrong: 1 case did not pass: wrong copy/bulk ' "$tmp/out"
expect_grep "^node0002 rank 2 cuda:1, slow: 0.9[0-9]*x its siblings' speed, slow in 6 of 6" "$tmp/out"
expect_grep '^gkhost 0.0.9 rather than 0.1.0: node0004 rank 4$' "$tmp/out"
expect_grep '^suite fnv1a:fedcba9876543210 rather than fnv1a:0123456789abcdef: node0004' "$tmp/out"
expect_grep '^driver 12.8 rather than 13.0: node0004 rank 4$' "$tmp/out"
# Summary first, then who is not as the others are.
grep -n '6 ok\|, wrong: \|, slow: \|no run of it' "$tmp/out" |
  sed 's/.*\(6 ok\|, wrong: \|, slow: \|no run of it\).*/\1/' >"$tmp/order"
printf '%s\n' '6 ok' ', wrong: ' ', slow: ' 'no run of it' |
  cmp - "$tmp/order"

# The report says when the runs ran.  A rank of an earlier launch is an error; one
# that was measured again, and a host that was on another day, are named.
expect_grep '^from 2026-01-02 03:04:05 to 2026-01-02 03:04:06 UTC$' "$tmp/told"
# dated FILE DATE WALL: node0002's records, of a run that began and took so long.
dated ()
{
  sed "1s/\"started\":\"[^\"]*/\"started\":\"$2/; \$s/\"wall_s\":[^,}]*/\"wall_s\":$3/" \
    "$tmp/calm/node0002.jsonl" >"$tmp/$1.jsonl"
}
dated old 2025-12-03T03:04:05Z 60
expect_status 1 gkhost report "$tmp"/calm/node000{0,1,3,4}.jsonl "$tmp/old.jsonl"
expect_grep '^from 2025-12-03 03:04:05 to 2026-01-02 03:04:06 UTC$' "$tmp/out"
expect_grep '^1 run of another time$' "$tmp/out"
expect_grep '^node0002 rank 2: it began 2025-12-03T03:04:05Z, far from most others: leave' "$tmp/out"
dated soon 2026-01-02T14:04:05Z 61
expect_status 0 gkhost report "$tmp"/calm/node000{0,1,3,4}.jsonl "$tmp/soon.jsonl"
expect_grep '^from 2026-01-02 03:04:05 to 2026-01-02 14:05:06 UTC$' "$tmp/out"
dated long 2026-01-03T03:04:05Z 100000
expect_status 0 gkhost report "$tmp"/calm/node000{0,1,3,4}.jsonl "$tmp/long.jsonl"
dated odd yesterday -1e300
expect_status 0 gkhost report "$tmp"/calm/node000{0,1,3,4}.jsonl "$tmp/odd.jsonl"
# One with a later run does not count.
expect_status 0 gkhost report "$tmp"/calm/* "$tmp/old.jsonl"
expect_no_grep 'another time' "$tmp/out"
for file in "$tmp"/calm/node000{0,1,3,4}.jsonl "$tmp/old.jsonl"; do
  sed 's/"rank":[0-9]*,"ranks":5,//' "$file" >"$tmp/host-${file##*/}"
done
expect_status 0 gkhost report "$tmp"/host-*.jsonl
expect_grep '^1 run of another time$' "$tmp/out"
expect_grep '^node0002: it began 2025-12-03T03:04:05Z, far from most others' "$tmp/out"

# A caveat is named with its devices, where most rounds have it.
awk '/"device":"cuda:1"/ {
    sub (/"time":/, "\"verdicts\":[\"shared\",\"throttled\"],&"); print
    sub (/"shared",/, ""); print }
  { sub (/"end","cases":[0-9]*/, "\"end\""); print }' \
  "$tmp/calm/node0003.jsonl" >"$tmp/hot.jsonl"
expect_status 0 gkhost report "$tmp/hot.jsonl" "$tmp"/calm/node000{0,1,2,4}.jsonl
expect_grep '^throttled: 6 of 60 cases, on node0003 rank 3 cuda:1: heat' "$tmp/out"
expect_no_grep '^shared' "$tmp/out"
expect_status 1 gkhost report "$tmp/hot.jsonl" --format openmetrics
expect_grep '^gkhost_device_caveats{.*cuda:1",caveat="throttled"} 6$' "$tmp/out"
expect_grep '^gkhost_device_caveats{.*cuda:1",caveat="shared"} 0$' "$tmp/out"

# One that fell off the bus before the run is missed.
sed -i '1s/,{"name":"cuda:1"[^}]*}//; /"device":"cuda:1"/d
  s/"type":"end","cases":12/"type":"end","cases":6/' "$tmp/bad/node0004.jsonl"
expect_status 1 gkhost report "$tmp"/bad/*
expect_grep '^devices 1 rather than 2: node0004 rank 4$' "$tmp/out"

# One without a sibling is compared with nothing, which is not to be ok.
sed '1s/\(cuda:1","description":"NVIDIA \)H200/\1A100/' "$tmp/calm/node0004.jsonl" \
  >"$tmp/other.jsonl"
expect_status 0 gkhost report "$tmp/other.jsonl" "$tmp"/calm/node000[0-3].jsonl
expect_grep '^9 ok, 1 alone (nothing to compare with)$' "$tmp/out"
expect_grep '^node0004 rank 4 cuda:1  alone  *45 C$' "$tmp/out"

# Two ranks of a host that ran on the same GPUs each.
sed '1s/node0002/node0001/' "$tmp/calm/node0002.jsonl" >"$tmp/same.jsonl"
expect_status 0 gkhost report "$tmp/same.jsonl" "$tmp"/calm/node000{0,1,3,4}.jsonl
expect_grep '^4 hosts, 5 runs, 10 devices, ' "$tmp/out"
expect_grep '^node0001 rank 1 cuda:0 and node0001 rank 2 cuda:0 are one device, 0000:' "$tmp/out"
expect_equal "$(grep -c 'are one device' "$tmp/out")" 2

# Of two runs of a device the later counts, whichever is read first.
sed '1s/2026-01-02/2026-01-03/' "$tmp/calm/node0001.jsonl" >"$tmp/again.jsonl"
for files in "$tmp/again.jsonl $tmp/bad/node0001.jsonl" \
  "$tmp/bad/node0001.jsonl $tmp/again.jsonl"; do
  # shellcheck disable=SC2086
  expect_status 0 gkhost report $files "$tmp"/calm/node000{0,2,3,4}.jsonl
  expect_grep '^10 ok$' "$tmp/out"
  expect_grep '^node0001 rank 1: it began 2026-01-03T03:04:05Z, far from most' "$tmp/out"
  expect_grep '^2 devices have a later run, which is used instead$' "$tmp/out"
done

# Of one host files are a report each, which names the ranks that it lacks.
for format in table markdown; do
  expect_status 1 gkhost report "$tmp/calm/node0001.jsonl" "$tmp/again.jsonl" \
    --format $format
  expect_equal "$(grep -c '^12 cases: 12 ok$' "$tmp/out")" 2
  expect_equal "$(grep -c '^ranks 0, 2-4 of 5: no run of them is here$' "$tmp/out")" 2
  expect_equal "$(grep -c ', accept.ini, rank 1 of 5$' "$tmp/out")" 2
  expect_no_grep '5 hosts\|1 host,' "$tmp/out"
done

# Mistakes.
for format in csv junit; do
  expect_status 2 gkhost report "$tmp"/calm/* --format "$format"
  expect_grep 'give one file$'
  [ ! -s "$tmp/out" ] || fail "something was printed as $format"
done
expect_status 2 gkhost report - "$tmp/all.jsonl"
expect_grep 'standard input is given beside files: '
expect_status 2 gkhost report "$tmp/none.jsonl" "$tmp/nothing.jsonl"
expect_equal "$(grep -c "can't be read" "$tmp/err")" 2
