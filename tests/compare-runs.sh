#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost compare says of each case of two runs whether it became slower, by the
# rounds of both and without what the whole session drifted, and its exit status
# says whether anything did.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# begin FILE: the first record of a run.
begin ()
{
  printf '{"type":"run","format":2,"gkhost":"0.1.0","devices":[%s]}\n' \
    '{"name":"cpu","description":"a processor","cores":2}' >"$1"
}

# rounds FILE VARIANT MICROSECONDS [PEER [SETTINGS]]: a case in ten rounds, each
# of them up to 0.3 % off.
rounds ()
{
  awk -v v="$2" -v t="$3" -v peer="${4:-false}" -v settings="${5:-}" '
    BEGIN { for (i = 0; i < 10; i++)
      printf "{\"type\":\"case\",\"case\":%d,\"problem\":0,\"round\":%d," \
        "\"job\":\"copy\",\"family\":\"copy\",\"variant\":\"%s\"," \
        "\"peer\":%s,\"device\":\"cpu\",\"status\":\"ok\"," \
        "\"params\":{\"rows\":9},\"mode\":{\"cache\":\"cold\"}," \
        "\"time\":{\"median_s\":%.9g},\"spent\":{\"total_s\":1}," \
        "\"settings\":{%s}}\n", i, i, v, peer,
        t * 1e-6 * (1 + 0.001 * (i * 7 % 4)), settings }' >>"$1"
}

# verdict VARIANT: of the last comparison.
verdict ()
{
  awk -v v="$1" '$1 == v { sub (/, [a-z]*$/, ""); print $NF }' "$tmp/out"
}

begin "$tmp/old"
rounds "$tmp/old" library 100 true
for variant in same slower faster gone; do
  rounds "$tmp/old" $variant 200
done
# All of it drifts by 3 %.
begin "$tmp/new"
rounds "$tmp/new" library 103 true
rounds "$tmp/new" same 206
rounds "$tmp/new" slower 210.1
rounds "$tmp/new" faster 200
rounds "$tmp/new" added 200

expect_status 1 gkhost compare "$tmp/old" "$tmp/new"
expect_equal "$(verdict library)" control
expect_equal "$(verdict same)" same
expect_equal "$(verdict slower)" SLOWER
expect_equal "$(verdict faster)" FASTER
expect_grep '^gone .*only old$' "$tmp/out"
expect_grep '^added .*only new$' "$tmp/out"
expect_grep '^slower  *200 us  *210 us  *1\.01[89]' "$tmp/out"
expect_grep '^6 cases: 1 slower, 1 faster, 1 the same$' "$tmp/out"
expect_status 0 gkhost compare "$tmp/old" "$tmp/new" --margin 5%
expect_equal "$(verdict slower)" same
expect_status 1 gkhost compare "$tmp/old" "$tmp/new" --margin 0.01

# Without a peer nobody knows what the session did: what is beyond 5 % and the
# margin is a change nevertheless.
for side in old new; do
  grep -v library "$tmp/$side" >"$tmp/$side-alone"
done
expect_status 0 gkhost compare "$tmp/old-alone" "$tmp/new-alone"
expect_equal "$(verdict slower)" unsure
expect_grep '^unsure: what else changed between the runs is not known' "$tmp/out"
rounds "$tmp/old-alone" much 200
rounds "$tmp/new-alone" much 230
expect_status 1 gkhost compare "$tmp/old-alone" "$tmp/new-alone"
expect_equal "$(verdict much)" SLOWER
expect_status 0 gkhost compare "$tmp/old-alone" "$tmp/new-alone" --margin 10%
expect_equal "$(verdict much)" unsure
expect_status 0 gkhost compare "$tmp/new-alone" "$tmp/old-alone"
expect_equal "$(verdict much)" FASTER

# Nor with nothing but peers, which are what is compared then.
for side in old new; do
  begin "$tmp/$side-peer"
done
rounds "$tmp/old-peer" library 200 true
rounds "$tmp/new-peer" library 230 true
expect_status 1 gkhost compare "$tmp/old-peer" "$tmp/new-peer"
expect_equal "$(verdict library)" SLOWER
expect_status 0 gkhost compare "$tmp/old-peer" "$tmp/new-peer" --margin 10%
expect_equal "$(verdict library)" unsure

# One round says nothing.
for side in old new; do
  grep -v '"round":[1-9]' "$tmp/$side" | sed 's/"round":0,//' >"$tmp/$side-1"
done
expect_status 0 gkhost compare "$tmp/old-1" "$tmp/new-1"
expect_equal "$(verdict slower)" unsure
expect_grep '^unsure: .* measure both with rounds = 10' "$tmp/out"

# What does not pass any more.
sed '/"same"/s/"ok"/"wrong"/' "$tmp/old" >"$tmp/broken"
expect_status 1 gkhost compare "$tmp/old" "$tmp/broken"
expect_equal "$(verdict same)" WRONG
expect_status 0 gkhost compare "$tmp/broken" "$tmp/old"
expect_equal "$(verdict same)" fixed

# Other formats.
expect_status 1 gkhost compare "$tmp/old" "$tmp/new" --format jsonl
expect_equal "$(records "$tmp/out" type=change verdict=slower variant=slower |
  wc -l)" 1
expect_status 1 gkhost compare "$tmp/old" "$tmp/new" --format csv
expect_grep '^job,family,variant,.*,verdict,reason' "$tmp/out"
expect_equal "$(grep -c '^copy,copy,.*,slower,' "$tmp/out")" 1
expect_status 1 gkhost compare "$tmp/old" "$tmp/new" --format markdown
expect_grep '^\*\*6 cases: 1 slower, 1 faster, 1 the same\*\*$' "$tmp/out"
expect_grep '^| slower | 200 us | 210 us | 1.01.* | SLOWER |$' "$tmp/out"

# Words on the figures stand beside the verdict, which they do not change.
sed '/"slower"/s/"status"/"verdicts":["unsettled"],&/' "$tmp/new" >"$tmp/moved"
expect_status 1 gkhost compare "$tmp/old" "$tmp/moved"
expect_grep '^slower .* SLOWER, unsettled$' "$tmp/out"
expect_grep '^same .* same$' "$tmp/out"
expect_grep '^unsettled  times drifted while measured: ' "$tmp/out"
expect_status 1 gkhost compare "$tmp/old" "$tmp/moved" --format markdown
expect_grep '^| slower .* | SLOWER, unsettled |$' "$tmp/out"
expect_status 1 gkhost compare "$tmp/old" "$tmp/moved" --format csv
expect_equal "$(grep -c '^copy,copy,slower,.*,slower,,,unsettled,$' "$tmp/out")" 1
