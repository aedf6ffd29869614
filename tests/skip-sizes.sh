#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant that takes no padding, or multiples of a size only, is skipped on other
# problems, and gkhost check tries it on sizes that it takes.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cat >"$tmp/choosy.c" <<'END_OF_C'
#include <string.h>

#include <gkhost/copy.h>

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_copy *p = problem;

  (void)host, (void)state, (void)stream;
  memcpy (p->dst, p->src, (size_t)(p->rows * p->cols) * p->element);
  return GK_OK;
}

/* As if rows were over where 64 are. */
static int
launch_most (const gk_host *host, const void *problem, void *state,
             void *stream)
{
  const gk_copy *p = problem;

  (void)host, (void)state, (void)stream;
  memcpy (p->dst, p->src,
          (size_t)((p->rows > 64 ? 64 : p->rows) * p->cols) * p->element);
  return GK_OK;
}

static const gk_variant variants[] = {
  { .family = "copy", .name = "dense", .summary = "copies dense matrices",
    .flags = GK_DENSE, .launch = launch },
  { .family = "copy", .name = "tiled", .summary = "copies whole tiles",
    .flags = GK_DENSE, .multiple = 48, .launch = launch },
  { .family = "copy", .name = "narrow", .summary = "copies 64 rows",
    .flags = GK_DENSE, .multiple = 48, .launch = launch_most },
};

GK_PLUGIN ("choosy", "1", "copies some matrices", NULL, variants)
END_OF_C
build_plugin choosy

printf '[copy]\nrows = 48, 49\ncols = 96\npad = 0, 3\nvariant = dense, tiled\n' \
  >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/copy/.libs/copy.so" -p "$tmp/choosy.so"
expect_equal "$(count_records "$tmp/run.jsonl" variant=dense status=ok)" 2
expect_equal "$(count_records "$tmp/run.jsonl" variant=tiled status=ok)" 1
expect_equal "$(records "$tmp/run.jsonl" variant=dense status=skipped |
  grep -c "takes no padding; the problem's pad is 3")" 2
expect_equal "$(records "$tmp/run.jsonl" variant=tiled status=skipped |
  grep -c "takes multiples of 48; the problem's rows is 49")" 2

expect_status 1 gkhost check "$tmp/choosy.so" -o "$tmp/check.jsonl" \
  -p "$top_builddir/plugins/copy/.libs/copy.so" -s '*.dtype=f32'
records "$tmp/check.jsonl" variant=tiled status=ok >"$tmp/tiled"
expect_grep '"params": *{"rows": *144, *"cols": *96,' "$tmp/tiled"
expect_grep '"params": *{"rows": *288, *"cols": *144,' "$tmp/tiled"
expect_no_grep '"status": *"wrong"' "$tmp/tiled"
expect_grep '^  wrong: copy-[0-9]*-by-48/narrow ' "$tmp/out"
