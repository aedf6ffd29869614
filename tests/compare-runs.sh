#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost compare says of each case of two runs whether it became slower, by the
# rounds of both and without what the whole session drifted, and its exit status
# says whether anything did, or is missing.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# begin FILE: the first record of a run, and its end, which may stand anywhere.
begin ()
{
  printf '{"type":"run","format":2,"gkhost":"0.1.0","devices":[%s]}\n%s\n' \
    '{"name":"cpu","description":"a processor","cores":2}' \
    '{"type":"end"}' >"$1"
}

# rounds FILE VARIANT MICROSECONDS [PEER [OFF [ROWS]]]: a case in ten rounds,
# each of them up to 3 OFF off, 0.3 % unless given.
rounds ()
{
  awk -v v="$2" -v t="$3" -v peer="${4:-false}" -v off="${5:-0.001}" \
    -v rows="${6:-9}" '
    BEGIN { for (i = 0; i < 10; i++)
      printf "{\"type\":\"case\",\"case\":%d,\"problem\":%d,\"round\":%d," \
        "\"job\":\"copy\",\"family\":\"copy\",\"variant\":\"%s\"," \
        "\"peer\":%s,\"device\":\"cpu\",\"status\":\"ok\"," \
        "\"params\":{\"rows\":%d},\"mode\":{\"cache\":\"cold\"}," \
        "\"time\":{\"median_s\":%.9g},\"spent\":{\"total_s\":1}," \
        "\"settings\":{}}\n", i, rows, i, v, peer, rows,
        t * 1e-6 * (1 + off * (i * 7 % 4)) }' >>"$1"
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
expect_grep '^gone .*ONLY OLD$' "$tmp/out"
expect_grep '^added .*only new$' "$tmp/out"
# The ratio of the columns, without the drift in the column between them.
expect_grep '^variant  *old  *new  *drift  *new/old ' "$tmp/out"
expect_grep '^slower  *200 us  *210 us  *1\.0300  *1\.01[89]' "$tmp/out"
expect_grep '^library  *100 us  *103 us  *-  *1\.0300 ' "$tmp/out"
drift='the peer library took 1.0300 times as long in new (95 % interval'
tr -s '\n ' '  ' <"$tmp/out" >"$tmp/line"
expect_grep "on cpu $drift 1.02.* to 1.03.*): new/old is without this drift variant" \
  "$tmp/line"
# Every case counts once.
expect_grep 'the same, 1 control, 1 only in old, 1 only in new incomplete: ' \
  "$tmp/line"
expect_grep '^6 cases: 1 slower, 1 faster, 1 the same, 1 control' "$tmp/out"

# Of modes that alternate each has one block, with what only the new run has.
for side in old new; do
  awk '/"variant"/ { print; sub (/cold/, "hot") } { print }' "$tmp/$side" \
    >"$tmp/$side-modes"
done
expect_status 1 gkhost compare "$tmp/old-modes" "$tmp/new-modes"
sed -n 's/^copy: .* \(cold\|hot\) cache, on cpu.*/\1/p; /^\(same\|added\) /s/ .*//p' \
  "$tmp/out" >"$tmp/blocks"
printf '%s\n' cold same added hot same added | cmp - "$tmp/blocks"

# What the new run lacks fails the comparison, whatever the margin.
expect_status 1 gkhost compare "$tmp/old" "$tmp/new" --margin 5%
expect_equal "$(verdict slower)" same
expect_grep '^incomplete: new lacks 1 of the 5 cases of old; --allow-missing accepts' \
  "$tmp/out"
expect_status 0 gkhost compare "$tmp/old" "$tmp/new" --margin 5% --allow-missing
expect_grep '^gone .*only old$' "$tmp/out"
expect_grep '^incomplete: ' "$tmp/out"
expect_no_grep 'allow-missing' "$tmp/out"
expect_status 1 gkhost compare "$tmp/old" "$tmp/new" --margin 0.01 --allow-missing
# So does a run without an end, or of a run that was interrupted; what only the new run
# has does not.
for side in old new; do
  grep -v '"gone"\|"added"\|"slower"' "$tmp/$side" >"$tmp/$side-whole"
  grep -v '"end"' "$tmp/$side-whole" >"$tmp/$side-cut"
  sed '/"end"/s/}/,"interrupted":true}/' "$tmp/$side-whole" >"$tmp/$side-left"
done
rounds "$tmp/new-whole" added 200
expect_status 0 gkhost compare "$tmp/old-whole" "$tmp/new-whole"
expect_no_grep incomplete "$tmp/out"
for pair in old-cut:new-whole old-whole:new-cut old-left:new-whole \
  old-whole:new-left; do
  expect_status 1 gkhost compare "$tmp/${pair%:*}" "$tmp/${pair#*:}"
  expect_grep '^incomplete: the ... run \(has no end\|was interrupted\)' "$tmp/out"
  expect_status 0 gkhost compare --allow-missing "$tmp/${pair%:*}" \
    "$tmp/${pair#*:}"
done
expect_status 1 gkhost compare "$tmp/old-cut" "$tmp/new-whole" --format junit
expect_grep '<testsuite .* errors="1"' "$tmp/out"

# Without a peer nobody knows what the session did: what is beyond 5 % and the
# margin is a change nevertheless.
for side in old new; do
  grep -v 'library\|gone\|added' "$tmp/$side" >"$tmp/$side-alone"
done
expect_status 0 gkhost compare "$tmp/old-alone" "$tmp/new-alone"
expect_equal "$(verdict slower)" unsure
expect_grep '^unsure: what else changed between the runs is not known' "$tmp/out"
expect_no_grep '^variant .*drift' "$tmp/out"
# The interval is the one that decides: 5 % wider.
expect_grep '^no peer shows the drift: the intervals are 5 % wider to both sides$' \
  "$tmp/out"
expect_grep '^slower  *200 us  *210 us  *1\.0505  *0\.99[0-9]* to 1\.10[0-9]*  unsure$' \
  "$tmp/out"
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

# One round says nothing, and a peer's nothing of the drift.
for side in old new; do
  grep -v '"round":[1-9]\|"gone"' "$tmp/$side" | sed 's/"round":0,//' \
    >"$tmp/$side-1"
done
expect_status 0 gkhost compare "$tmp/old-1" "$tmp/new-1"
expect_equal "$(verdict slower)" unsure
expect_equal "$(verdict library)" unsure
expect_grep '^slower  *200 us  *210 us  *1\.0505  *unsure$' "$tmp/out"
expect_grep '^unsure: .* measure both with rounds = 10' "$tmp/out"

# Where the problem has no peer, those of the device show the drift.  What is said
# of an interval is true of the one that is printed.
for side in old new; do
  begin "$tmp/$side-wide"
  rounds "$tmp/$side-wide" library 100 true 0.001 8
done
rounds "$tmp/old-wide" wide 200
rounds "$tmp/new-wide" wide 201.7 false 0.008
expect_status 0 gkhost compare "$tmp/old-wide" "$tmp/new-wide"
expect_grep '^the peer copy/library took 1.0000 times' "$tmp/out"
expect_grep '^wide .* 1\.0[1-9][0-9]* to 1\.0[0-9]*  *unsure$' "$tmp/out"
expect_grep 'unsure: the interval is beyond the margin, but not sure enough for 10 cases' \
  "$tmp/out"
rounds "$tmp/old-wide" wider 200
rounds "$tmp/new-wide" wider 100 false 1
expect_status 0 gkhost compare "$tmp/old-wide" "$tmp/new-wide"
expect_grep '^wider .*  about 1\.[0-9]  *wider than 2x  *unsure, noisy$' "$tmp/out"
expect_grep '^unsure: the interval reaches across the margin' "$tmp/out"

# What does not pass any more.
sed '/"same"/s/"ok"/"wrong"/' "$tmp/old" >"$tmp/broken"
expect_status 1 gkhost compare "$tmp/old" "$tmp/broken"
expect_equal "$(verdict same)" WRONG
expect_status 0 gkhost compare "$tmp/broken" "$tmp/old"
expect_equal "$(verdict same)" fixed
expect_grep '^5 cases: .*, 1 fixed, 1 control$' "$tmp/out"

# On a terminal a verdict is red or green.
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
  for colour in '' yes; do
    NO_COLOR=${colour:+1} TERM=xterm script -qec "
      '$top_builddir/gkhost' compare '$tmp/old' '$tmp/new'" /dev/null \
      </dev/null >"$tmp/colour$colour" || :
  done
  begin=$(printf '\033\\[') end=$(printf '\033\\[0m')
  expect_grep "^slower .* ${begin}31mSLOWER$end" "$tmp/colour"
  expect_grep "^gone .* ${begin}31mONLY OLD$end" "$tmp/colour"
  expect_grep "^faster .* ${begin}32mFASTER$end" "$tmp/colour"
  expect_grep '^same .*  same' "$tmp/colour"
  expect_grep '^slower .* SLOWER' "$tmp/colouryes"
  expect_no_grep "$(printf '\033')" "$tmp/colouryes"
fi

# Other formats.
expect_status 1 gkhost compare "$tmp/old" "$tmp/new" --format jsonl
expect_equal "$(records "$tmp/out" type=change verdict=slower variant=slower |
  wc -l)" 1
expect_grep '"control":1,"fixed":0,"only_old":1,"only_new":1,"incomplete":\["' \
  "$tmp/out"
expect_grep '"variant":"slower".*"drift":1.03.*"drift_low":1.02.*"drift_high":1.03.*"drift_by":\["library"\]' \
  "$tmp/out"
expect_status 1 gkhost compare "$tmp/old" "$tmp/new" --format csv
expect_grep '^job,family,variant,.*,verdict,reason' "$tmp/out"
expect_equal "$(grep -c '^copy,copy,.*,slower,' "$tmp/out")" 1
expect_status 1 gkhost compare "$tmp/old" "$tmp/new" --format markdown
expect_grep '^\*\*6 cases: 1 slower, 1 faster, 1 the same, 1 control, .*\*\*$' \
  "$tmp/out"
expect_grep '^- incomplete: ' "$tmp/out"
expect_grep "^$drift" "$tmp/out"
expect_grep '^| slower | 200 us | 210 us | 1.0300 | 1.01.* | SLOWER |$' "$tmp/out"
expect_status 1 gkhost compare "$tmp/old" "$tmp/new" --format html
expect_grep "^<p>$drift" "$tmp/out"
expect_status 1 gkhost compare "$tmp/old" "$tmp/new" --format junit
expect_grep '<testsuite .* tests="7" failures="2" errors="1" skipped="1"' "$tmp/out"
expect_grep '<property name="drift" value="1.03' "$tmp/out"

# Words on the figures stand beside the verdict, which they do not change.
sed '/"slower"/s/"status"/"verdicts":["unsettled"],&/' "$tmp/new" >"$tmp/moved"
expect_status 1 gkhost compare "$tmp/old" "$tmp/moved"
expect_grep '^slower .* SLOWER, unsettled$' "$tmp/out"
expect_grep '^same .* same$' "$tmp/out"
expect_grep '^unsettled  times drifted while measured: ' "$tmp/out"
expect_status 1 gkhost compare "$tmp/old" "$tmp/moved" --format markdown
expect_grep '^| slower .* | SLOWER, unsettled |$' "$tmp/out"
expect_status 1 gkhost compare "$tmp/old" "$tmp/moved" --format csv
expect_equal "$(grep -c '^copy,copy,slower,.*,slower,,,unsettled,,1.03[^,]*,1.02[^,]*,1.03[^,]*,[^,]*library[^,]*,$' \
  "$tmp/out")" 1
