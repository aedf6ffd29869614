#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# No case can read seeds of an earlier one in the file of records: they have
# commitments, which the end record opens; a run that was killed opens none, and
# its rows say so.  The end record also has the hash of the lines before it.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# Copies what stands in the file of records while it runs.
cat >"$tmp/reader.c" <<'END_OF_C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gkhost/copy.h>

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_copy *p = problem;
  FILE *from = fopen (getenv ("RECORDS"), "r");
  FILE *to = fopen (getenv ("SEEN"), "w");
  int c;

  while (from != NULL && to != NULL && (c = getc (from)) != EOF)
    putc (c, to);
  if (from != NULL)
    fclose (from);
  if (to != NULL)
    fclose (to);
  for (int64_t i = 0; i < p->rows; i++)
    memcpy ((float *)p->dst + i * p->dst_pitch,
            (const float *)p->src + i * p->src_pitch, p->cols * sizeof (float));
  while (getenv ("WAITS") != NULL)
    pause ();
  return GK_OK;
}

static const gk_variant variants[] = { { .family = "copy", .name = "reader",
  .summary = "copies the file of records, too", .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32), .launch = launch } };

GK_PLUGIN ("reader", "1", "a variant that reads records", NULL, variants)
END_OF_C
build_plugin reader
export RECORDS=$tmp/run.jsonl SEEN=$tmp/seen
printf '[copy]\naudit = no\nrows = 400\ncols = 400\nvariant = cpu-*, reader\nmax_samples = 5\nmin_samples = 5\nnoise = 1\n' \
  >"$tmp/copy.ini"
run=("$gkhost" -c "$tmp/copy.ini" -o "$tmp/run.jsonl" -p "+$tmp/reader.so")

# seeds_of FILE: "CASE INPUTS CHOICE BESIDE" of each, by its end record.
seeds_of ()
{
  grep '"type":"end"' "$1" |
    grep -o '{"case":[0-9]*,"inputs":[0-9]*,"choice":[0-9]*,"beside":[0-9]*}' |
    sed 's/[^0-9]\+/ /g; s/^ //'
}

expect_status 0 "${run[@]}" -v
cp "$tmp/err" "$tmp/told"
expect_equal "$(count_records "$tmp/seen" type=case)" 3
expect_no_grep '"\(inputs\|choice\|beside\)":' "$tmp/seen"
expect_grep '"seeds":{"commitment":"sha256:' "$tmp/seen"

# Each choice is drawn anew, but for data beside, and each commitment is that of
# its seeds.
expect_equal "$(seeds_of "$tmp/run.jsonl" | cut -d ' ' -f 1 | tr '\n' ' ')" '0 1 2 3 '
expect_equal "$(seeds_of "$tmp/run.jsonl" | cut -d ' ' -f 2 | sort -u | grep -c .)" 1
expect_equal "$(seeds_of "$tmp/run.jsonl" | cut -d ' ' -f 3 | sort -u | grep -c .)" 4
expect_equal "$(seeds_of "$tmp/run.jsonl" | cut -d ' ' -f 4 | sort -u | grep -c .)" 1
while read -r _ seeds; do
  printf %s "$seeds" | sha256sum | cut -d ' ' -f 1
done < <(seeds_of "$tmp/run.jsonl") >"$tmp/opened"
grep -o '"commitment":"sha256:[0-9a-f]*' "$tmp/run.jsonl" | sed 's/.*://' |
  cmp - "$tmp/opened" || fail "commitments are of other seeds"

# Reports have them with each case.
for format in csv jsonl; do
  gkhost report "$tmp/run.jsonl" --format "$format" >"$tmp/again"
  read -r _ _ choice _ < <(seeds_of "$tmp/run.jsonl")
  expect_grep "copy.*$choice" "$tmp/again"
done
expect_no_grep unopened <(gkhost report "$tmp/run.jsonl")

# A seed that was changed is refused, there or in what a report wrote.
sed '$s/"choice":[0-9]*/"choice":7/' "$tmp/run.jsonl" >"$tmp/edited.jsonl"
expect_status 2 gkhost report "$tmp/edited.jsonl"
expect_grep 'edited.jsonl:6: case 0 contradicts itself: its seeds are not those of seeds.commitment'
sed '2s/"choice":[0-9]*/"choice":7/' "$tmp/again" >"$tmp/edited.jsonl"
expect_status 2 gkhost report "$tmp/edited.jsonl"
expect_grep 'edited.jsonl:2: case 0 contradicts itself: its seeds'

# The hash: of all lines before the end, printed by the run and by a report.
hash=sha256:$(sed '$d' "$tmp/run.jsonl" | sha256sum | cut -d ' ' -f 1)
expect_grep "\"hash\":\"$hash\"" "$tmp/run.jsonl"
expect_grep "run.jsonl: $hash\$" "$tmp/told"
for format in table csv; do
  expect_status 0 gkhost report -v "$tmp/run.jsonl" --format "$format"
  expect_grep "run.jsonl: $hash\$"
done
sed '2s/"process":/&1/' "$tmp/run.jsonl" >"$tmp/edited.jsonl"
expect_status 0 gkhost report -v "$tmp/edited.jsonl"
expect_grep 'edited.jsonl: sha256:[0-9a-f]*, changed since it was written$'
expect_grep '^records were changed after the run wrote them' "$tmp/out"
expect_no_grep 'were changed' <(gkhost report "$tmp/run.jsonl")
gkhost compare "$tmp/edited.jsonl" "$tmp/run.jsonl" >"$tmp/out" 2>"$tmp/err" || :
expect_grep 'edited.jsonl: records were changed after the run wrote them$'
expect_equal "$(grep -c changed "$tmp/err")" 1

# A run that is killed, while the last case runs, and goes on with new seeds.
cp "$tmp/run.jsonl" "$tmp/whole.jsonl"
rm "$tmp/seen"
WAITS=1 "${run[@]}" >"$tmp/out" 2>&1 &
pid=$!
until [ "$(count_records "$tmp/seen" type=case 2>/dev/null)" = 3 ]; do
  kill -0 "$pid" || fail "it ended"
  sleep 0.1
done
kill -KILL "$pid"
wait "$pid" || :
# Without the caveats of a busy machine, which would come before it, and without
# what a report finds some of them by.
sed 's/"verdicts":[^]]*],//; s/"settled":false/"settled":true/
  s/"floor":[^,}]*/"floor":1e-9/' "$tmp/run.jsonl" >"$tmp/edited.jsonl"
expect_status 1 gkhost report "$tmp/edited.jsonl"
expect_equal "$(grep -c '^cpu-.* yes, unopened$' "$tmp/out")" 3
expect_grep '^unopened  the run was killed ' "$tmp/out"
expect_status 0 "${run[@]}" --resume
seeds_of "$tmp/run.jsonl" >"$tmp/seeds"
expect_equal "$(cut -d ' ' -f 1 "$tmp/seeds")" 3
expect_equal "$(grep -c -F -x -f <(seeds_of "$tmp/whole.jsonl") "$tmp/seeds" || :)" 0
expect_status 0 gkhost report -v "$tmp/run.jsonl"
expect_grep 'run.jsonl, part 1 of 2: sha256:[0-9a-f]*, which no end record confirms$'
expect_grep 'run.jsonl, part 2 of 2: sha256:[0-9a-f]*$'

# A run in a file among others has the same hash.
cat "$tmp/run.jsonl" "$tmp/whole.jsonl" >"$tmp/both.jsonl"
expect_status 0 gkhost report -v "$tmp/both.jsonl"
expect_grep "both.jsonl: $hash\$"
expect_equal "$(grep -c 'both.jsonl, part [12] of 2: sha256' "$tmp/err")" 2
