#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost check varies what a family marks as a size, up to large ones where a
# launch is quick, and leaves other numbers at their defaults.
source "${top_srcdir:-.}/tests/functions.sh" || exit

export GKHOST_PLUGIN_PATH=$top_builddir/plugins/copy/.libs
# varies ARG...
varies ()
{
  local n round=0

  expect_status 0 gkhost check "$top_builddir/tests/plugins/.libs/sized.so" \
    --only '*/plain' -o "$tmp/run.jsonl" "$@"
  for n in 1 31 128 257 1000; do
    round=$((round + 1))
    expect_equal "$(records "$tmp/run.jsonl" job="sized-$round" status=ok |
      grep -c "\"params\": *{\"n\": *$n, *\"repeats\": *7}")" 1
  done
  # No size is tried twice, though another round would ask for one over the
  # range.
  expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 5
}
varies
# Defaults of all jobs come before the jobs.
varies -s suite.warmup=2

# 3 ms at 257 are over 0.1 s at 1000, if it takes the cube.
expect_status 0 gkhost check "$top_builddir/tests/plugins/.libs/sized.so" \
  --only '*/slow'
expect_grep '^slow: 4 cases right, 1 skipped$' "$tmp/out"
expect_grep 'skipped 1 CPU case (slow): a launch may take over 0.1 s' "$tmp/out"
expect_grep 'sized.so: sound: 4 cases, 1 left out as too slow here$' "$tmp/out"

# What takes no padding gets an edge, too, however slow a launch of a large one is.
expect_status 0 gkhost check "$GKHOST_PLUGIN_PATH/copy.so" --only '*/cpu-memcpy' \
  -s '*.dtype=i8' -o "$tmp/run.jsonl"
for pad in 0 3; do
  expect_equal "$(grep -c "\"params\": *{\"rows\": *257, *\"cols\": *131,.*\"pad\": *$pad}" \
    "$tmp/run.jsonl")" 1
done

# Of four sizes the first, often a number of problems, stays small: a plain
# variant that does the product of all would take a minute or all memory.
cat >"$tmp/four.c" <<'C'
#include <gkhost/family.h>
typedef struct four { uint64_t size; int64_t a, b, c, d; int32_t *out; } four;
static const gk_option options[] = { GK_SIZE ("a", "a", 1, 1, 9999),
  GK_SIZE ("b", "b", 1, 1, 9999), GK_SIZE ("c", "c", 1, 1, 9999),
  GK_SIZE ("d", "d", 1, 1, 9999),
  GK_FACTOR ("by", "of no effect", 1, 0, 2) };
static void reference (const void *p, gk_line *line)
{
  (void)p;
  line->integer[0] = 7;
}
static int setup (const gk_host *host, const gk_value *v, gk_setup *setup)
{
  const four p = { sizeof p, v[0].i, v[1].i, v[2].i, v[3].i, NULL };
  gk_instance *in = gk_instance_new (host, setup, &p, sizeof p);
  if (in == NULL)
    return GK_FAIL;
  GK_ADD_OUTPUT (in, p, out, GK_I32, 1, 1);
  return gk_instance_finish (in, reference);
}
static const gk_family family = { .name = "four", .summary = "four sizes",
  GK_OPTIONS (options), GK_CALLBACKS (setup) };
static int seven (const gk_host *h, const void *p, void *s, void *stream)
{
  (void)h, (void)s, (void)stream;
  *((const four *)p)->out = 7;
  return GK_OK;
}
static const gk_variant variants[]
    = { { .name = "seven", .summary = "writes 7", .launch = seven } };
GK_PLUGIN ("four", "1", "four sizes", &family, variants)
C
build_plugin four
expect_status 0 gkhost check "$tmp/four.so" -o "$tmp/run.jsonl"
records "$tmp/run.jsonl" type=case >"$tmp/cases"
expect_grep '"a": *5, *"b": *387, *"c": *259, *"d": *130\b' "$tmp/cases"
expect_grep '"a": *67, *"b": *515, *"c": *387, *"d": *259\b' "$tmp/cases"
expect_no_grep '"a": *1021\b' "$tmp/cases"
