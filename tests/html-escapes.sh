#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Text from outside is text wherever a page or a picture has it: what of it
# looks like markup, quotes or entities changes no element, attribute or anchor,
# and what would turn or hide its neighbours is shown.
source "${top_srcdir:-.}/tests/functions.sh" || exit
requires python3 -c 'import html.parser'

# hostile TEXT: one text, a word for its place before it, wherever records have
# one; as JSON has it.
hostile ()
{
  TEXT=$1 awk 'BEGIN {
    t = ENVIRON["TEXT"]
    printf "{\"type\":\"run\",\"format\":2,\"gkhost\":\"g%s\"," \
      "\"started\":\"s%s\",\"suite\":{\"path\":\"p%s\"}," \
      "\"command\":[\"gkhost\",\"-c\",\"c%s\"],\"devices\":[{\"name\":\"d%s\"," \
      "\"description\":\"D%s\",\"memory_bandwidth\":1e12,\"f32\":1e13}]," \
      "\"jobs\":[{\"name\":\"j%s\",\"note\":\"n%s\"}]}\n", t, t, t, t, t, t, t, t
    for (i = 0; i < 4; i++)
      printf "{\"type\":\"case\",\"case\":%d,\"problem\":0,\"job\":\"j%s\"," \
        "\"family\":\"f%s\",\"plugin\":\"p%s\",\"variant\":\"v%d%s\"," \
        "\"summary\":\"S%s\",\"tuned\":{\"o%s\":\"O%s\"}," \
        "\"peer\":%s,\"device\":\"d%s\",\"dtype\":\"t%s\"," \
        "\"params\":{\"P%s\":\"q%s\"},\"mode\":{\"cache\":\"cold\"}," \
        "\"status\":\"%s\",\"reason\":\"r%s\",\"baseline\":\"v0%s\"," \
        "\"work\":{\"bytes\":1000,\"ops\":%s,\"op_class\":\"f32\"}," \
        "\"time\":{\"median_s\":1e-3,\"samples\":3,\"error\":0.1," \
        "\"values\":\"bxKDOm8SgzpvEoM6\"}," \
        "\"rate\":{\"value\":1e6,\"unit\":\"B/s\"},\"of_limit\":0.5," \
        "\"limit\":{\"seconds\":5e-4,\"by\":\"l%s\"}," \
        "\"cpus\":\"C%s\",\"output\":\"x%s\",\"verdicts\":[\"V%s\"]}\n",
        i, t, t, t, i, t, t, t, t, i == 1 ? "true" : "false", t, t, t, t,
        i == 2 ? "wrong" : i == 3 ? "skipped" : "ok", t, t,
        i == 0 ? 1000 : 0, t, t, t, t
    # Three sizes of a job, and three rows that differ in a tunable.
    for (i = 0; i < 6; i++)
      printf "{\"type\":\"case\",\"case\":%d,\"problem\":%d,\"job\":\"z%s\"," \
        "\"family\":\"f%s\",\"variant\":\"w%s\",\"device\":\"d%s\"," \
        "\"tunables\":{\"a%s\":\"A%d%s\"},\"tuned\":{\"a%s\":\"A%d%s\"}," \
        "\"params\":{\"P%s\":%d},\"mode\":{\"cache\":\"cold\"}," \
        "\"status\":\"ok\",\"work\":{\"bytes\":%d}," \
        "\"time\":{\"median_s\":1e-3,\"samples\":3}," \
        "\"rate\":{\"value\":1e6,\"unit\":\"B/s\"}}\n",
        i + 4, i < 3 ? i + 1 : 3, t, t, t, t, t, i, t, t, i, t, t,
        i < 3 ? i : 2, 10 ^ (i < 3 ? i + 3 : 5)
    printf "{\"type\":\"fault\",\"job\":\"j%s\",\"family\":\"f%s\"," \
      "\"variant\":\"v%s\",\"device\":\"d%s\",\"status\":\"failed\"," \
      "\"reason\":\"r%s\"}\n", t, t, t, t, t
    print "{\"type\":\"end\"}" }'
}

# As long as it is shown, so that as much of it is clipped and it is broken at the
# same blanks.
text='<script>alert(1)</script><img src=x onerror=y>\"'"'"'&lt;]]>--><!--\u202e'
hostile "$text" >"$tmp/hostile.jsonl"
hostile "$(sed 's/\\"/0/; s/[^ ]/0/g' <<<"$text")" >"$tmp/plain.jsonl"

for run in plain hostile; do
  gkhost report "$tmp/$run.jsonl" --format html >"$tmp/$run.html"
  python3 "$top_srcdir/tests/pictures.py" shape "$tmp/$run.html" |
    sort | uniq -c >"$tmp/$run.shape"
  [ -s "$tmp/$run.shape" ] || fail "$run: no page"
done
diff "$tmp/plain.shape" "$tmp/hostile.shape" ||
  fail 'text of records became a part of the page'
# All of it is there: each place, by its word.
for place in g p c d D j n f v S o O P q r z w a; do
  expect_grep "$place&#60;script&#62;" "$tmp/hostile.html"
done
expect_no_grep '<script>alert\|<img' "$tmp/hostile.html"
expect_equal "$(grep -c $'\u202e' "$tmp/hostile.html")" 0
expect_grep '\\u202e' "$tmp/hostile.html"

# The script is the same: it has no data.
for run in plain hostile; do
  sed -n '/^<script>$/,/^<\/script>$/p' "$tmp/$run.html" >"$tmp/$run.script"
done
cmp "$tmp/plain.script" "$tmp/hostile.script"

# A picture alone, in each of its places.
job=$(grep -o 'h2 id="j[^"]*"' "$tmp/hostile.html" | sed 's/.*"\(.*\)"/\1/')
device=$(grep -o 'h2 id="roofline[^"]*"' "$tmp/hostile.html" |
  sed 's/.*"\(.*\)"/\1/')
sizes=$(grep -o ' id="[^"]*\.sizes"' "$tmp/hostile.html" | sed 's/.*"\(.*\)"/\1/')
sweep=$(grep -o ' id="[^"]*\.sweep-1"' "$tmp/hostile.html" |
  sed 's/.*"\(.*\)"/\1/')
for picture in "$job" "$job.samples" "$device" "$sizes" "$sweep"; do
  gkhost report "$tmp/hostile.jsonl" --format svg --only "$picture" \
    >"$tmp/picture.svg"
  expect_grep 'aria-label="[^"]*&#60;script&#62;' "$tmp/picture.svg"
  expect_status 0 python3 "$top_srcdir/tests/pictures.py" frames \
    "$tmp/picture.svg"
  expect_no_grep '<script\|<img' "$tmp/picture.svg"
done

# A comparison.
for run in plain hostile; do
  gkhost compare "$tmp/$run.jsonl" "$tmp/$run.jsonl" --format html \
    >"$tmp/$run.html" || :
  python3 "$top_srcdir/tests/pictures.py" shape "$tmp/$run.html" |
    sort | uniq -c >"$tmp/$run.shape"
  [ -s "$tmp/$run.shape" ] || fail "$run: no page of a comparison"
done
diff "$tmp/plain.shape" "$tmp/hostile.shape" ||
  fail 'text of records became a part of the page of a comparison'
