#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# search = random N runs so many different combinations of a variant's tunables,
# the same ones on each problem, in each mode and round, and on each resumption;
# which they are follows from the seed, which the record has, and from nothing
# else; and reports say that not all were run.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '%s\n' '[suite]' 'max_time = 0' 'min_samples = 1' 'search = random 5' \
  '[naps]' 'family = copy' 'rows = 3' 'cols = 4' 'nap = 1..20' \
  'variant = naps, narrow' >"$tmp/a.ini"
plugins=(-p "$top_builddir/plugins/copy/.libs/copy.so"
  -p "$top_builddir/tests/plugins/.libs/naps.so"
  -p "$top_builddir/tests/plugins/.libs/steps.so")
run ()
{
  gkhost -c "$tmp/a.ini" "${plugins[@]}" "$@"
}

# chosen: what a dry run would run of the swept variant, on one line.
chosen ()
{
  sed -n 's/^[0-9]* naps\/naps .* \(nap=.*\)/\1/p' "$tmp/out" | tr '\n' ' '
}

# Five of them, no two the same; the variant without tunables has its one case.
expect_status 0 run -o "$tmp/run.jsonl"
grep -o '"tunables":{"nap":[0-9]*}' "$tmp/run.jsonl" | sort -u >"$tmp/naps"
expect_equal "$(wc -l <"$tmp/naps")" 5
expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 6
cp "$tmp/out" "$tmp/report"

# The record has what they follow from, and reports tell that it is a part.
seed=$(sed -n 's/.*"search":"random 5","search_seed":\([0-9]*\),"combinations":{"naps":20}}.*/\1/p' \
  "$tmp/run.jsonl")
[ -n "$seed" ] || fail 'the run record has no seed'
line="naps: random 5 of 20 combinations of tunables, seed $seed"
expect_equal "$(grep -c -x -e "$line" "$tmp/report")" 1
expect_grep '^fastest tunables of each problem, of the combinations that ran$' \
  "$tmp/report"
gkhost report "$tmp/run.jsonl" | cmp - "$tmp/report"
gkhost report "$tmp/run.jsonl" --format markdown >"$tmp/page"
expect_equal "$(grep -c -x -e "$line" "$tmp/page")" 1

# The same seed chooses the same again, a larger N those and more, another seed
# others; what else the suite has does not matter.
expect_status 0 run --dry-run -s suite.search_seed="$seed"
first=$(chosen)
expect_equal "$(grep -o '[0-9]*}' "$tmp/naps" | sort -n | tr -d '}' |
  sed 's/.*/nap=&/' | tr '\n' ' ')" "$first"
{
  printf '[before]\nfamily = copy\nrows = 3\nvariant = steps\n'
  printf 'a = 0..9\nb = 0..9\nsearch = random 3\n'
  cat "$tmp/a.ini"
} | awk '/^\[suite\]/ { on = 1 } { if (on) print; else late = late $0 "\n" }
  END { printf "%s", late }' >"$tmp/b.ini"
expect_status 0 gkhost -c "$tmp/b.ini" "${plugins[@]}" --dry-run \
  -s suite.search_seed="$seed" -s naps.cache=hot,cold -s naps.rows=3,9
expect_equal "$(grep -c '^[0-9]* before/' "$tmp/out")" 3
for nap in $first; do
  expect_equal "$(grep -c "^[0-9]* naps/.* $nap\$" "$tmp/out")" 4
done
expect_equal "$(grep -c '^[0-9]* naps/naps' "$tmp/out")" 20
expect_status 0 run --dry-run -s suite.search_seed="$seed" \
  -s 'naps.search=random 9'
expect_equal "$(chosen | wc -w)" 9
more=" $(chosen)"
for nap in $first; do
  [[ $more == *" $nap "* ]] || fail "$nap is not among$more"
done
expect_status 0 run --dry-run -s suite.search_seed=1
one=$(chosen)
expect_status 0 run --dry-run -s suite.search_seed=2
[ "$(chosen)" != "$one" ] || fail "two seeds choose$one"
expect_equal "$(chosen | wc -w)" 5

# Without one it is drawn.
for _ in 1 2 3 4 5; do
  expect_status 0 run --dry-run
  chosen
  echo
done | sort -u >"$tmp/draws"
[ "$(wc -l <"$tmp/draws")" -gt 1 ] || fail 'each run draws the same'

# A resumed run goes on with the same, and with more of them where N is larger.
sed -i -e '/"type":"end"/d' -e 4,5d "$tmp/run.jsonl"
expect_status 0 run -o "$tmp/run.jsonl" --resume
expect_grep 'has the results of 4 of 6 cases: the others are run'
expect_grep "^$line\$" "$tmp/out"
expect_status 0 run -o "$tmp/run.jsonl" --resume
expect_grep 'has the results of 6 of 6 cases: none is run'
expect_status 0 run -o "$tmp/run.jsonl" --resume -s 'naps.search=random 7'
expect_grep 'has the results of 6 of 8 cases: the others are run'
expect_grep "^naps: random 7 of 20 combinations of tunables, seed $seed\$" \
  "$tmp/out"
expect_status 0 run -o "$tmp/run.jsonl" --resume -s naps.search=all
expect_grep 'has the results of 8 of 21 cases: the others are run'
expect_no_grep 'combinations' "$tmp/out"

# So does one that runs again what failed.
expect_status 0 run -o "$tmp/failed.jsonl"
sed -i -e 's/"status":"ok"/"status":"failed"/' "$tmp/failed.jsonl"
expect_status 0 run -o "$tmp/failed.jsonl" --resume=failed
expect_grep 'has the results of 0 of 6 cases: the others are run'

# No fewer than there are: nothing is left out, and nothing is said of it.
expect_status 0 run -s naps.nap=1,2,3 -o "$tmp/run.jsonl"
expect_grep '^4 cases: 4 ok$' "$tmp/out"
expect_no_grep 'random\|combinations' "$tmp/out"
expect_no_grep '"search' "$tmp/run.jsonl"

# Rounds repeat what was drawn.
expect_status 0 run -s suite.rounds=3 -s suite.search_seed="$seed" \
  -o "$tmp/run.jsonl"
expect_equal "$(grep -o '"tunables":{"nap":[0-9]*}' "$tmp/run.jsonl" | sort |
  uniq -c | awk '{ print $1 }' | sort -u)" 3
expect_grep '^6 cases: 6 ok$' "$tmp/out"

# Far more than a suite may have cases, or memory: what is not drawn costs
# nothing, and the complaint names this way out where it is one.
printf '%s\n' '[big]' 'family = copy' 'rows = 3' 'cols = 4' 'variant = steps' \
  'a = 0..99999' 'b = 0..99999' 'c = 0..99999' >"$tmp/big.ini"
big ()
{
  gkhost -c "$tmp/big.ini" "${plugins[@]}" --dry-run "$@"
}
expect_status 2 big
expect_grep "brings the suite over 1000000 cases: give its keys fewer values, or search a part of its tunables', as with search = random 50$"
expect_status 0 big -s 'big.search=random 50'
expect_grep '^50 cases, 0 skipped$' "$tmp/out"
expect_equal "$(grep -o 'a=.*' "$tmp/out" | sort -u | wc -l)" 50
expect_status 2 big -s 'big.search=random 50' -s big.rows=1..100000
expect_grep 'over 1000000 cases: give its keys fewer values$'
expect_status 2 big -s 'big.search=random 50' -s big.d=0..99999
expect_grep "job 'big' gives variant steps over 9223372036854775806 combinations of tunables: give these fewer values"
