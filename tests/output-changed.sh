#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A file of records that is removed, replaced, cut or written by another process
# during the run is an error with a message, and the report is printed
# nevertheless.  A file that can't be locked gets a warning.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# A variant that does so.
cat >"$tmp/changer.c" <<'END_OF_C'
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "right-copy.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const char *file = getenv ("RECORDS"), *what = getenv ("CHANGE");
  FILE *f;

  switch (what[0]) {
  case 'u':
    unlink (file);
    break;
  case 'r':
    rename (getenv ("OTHER"), file);
    break;
  case 't':
    truncate (file, 3);
    break;
  case 'a':
    f = fopen (file, "a");
    fputs ("{}\n", f);
    fclose (f);
  }
  return right (host, problem, state, stream);
}

static const gk_variant variants[] = { { .family = "copy", .name = "changer",
  .summary = "changes the file of records", .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32), .launch = launch } };

GK_PLUGIN ("changer", "1", "a variant that changes records", NULL, variants)
END_OF_C
build_plugin changer
printf '[copy]\naudit = no\nrows = 4\ncols = 4\nvariant = cpu-memcpy, changer\nmax_time = 1ms\n' \
  >"$tmp/copy.ini"
export RECORDS=$tmp/run.jsonl OTHER=$tmp/other
run=("$gkhost" -c "$tmp/copy.ini" -o "$tmp/run.jsonl" -p "+$tmp/changer.so")

CHANGE=no expect_status 0 "${run[@]}"
cp "$tmp/run.jsonl" "$tmp/good.jsonl"
for resume in '' --resume; do
  for change in unlink replace truncate append; do
    echo >"$tmp/other"
    head -n 2 "$tmp/good.jsonl" >"$tmp/run.jsonl"
    CHANGE=$change expect_status 3 "${run[@]}" $resume
    case $change in
    unlink | replace) expect_grep 'run.jsonl is not complete: it was removed or replaced: ' ;;
    *) expect_grep 'run.jsonl is not complete: another process wrote it: ' ;;
    esac
    expect_equal "$(grep -c 'is not complete' "$tmp/err")" 1
    expect_grep '^2 cases: 2 ok' "$tmp/out"
  done
done

# A file system without locks.
if (requires_unsanitized) >/dev/null; then
  rm "$tmp/run.jsonl"
  CHANGE=no FAIL_NTH=host:flock:1 FAIL_FIRED=$tmp/fired \
    LD_PRELOAD=$top_builddir/tests/shim/.libs/fail-nth.so expect_status 0 "${run[@]}"
  expect_equal "$(grep -c "run.jsonl can't be locked: No locks available: " "$tmp/err")" 1
  expect_equal "$(count_records "$tmp/run.jsonl" type=end)" 1
fi
