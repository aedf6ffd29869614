#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The reason of a timeout says whether the variant computed or slept, and does not
# advise a smaller problem where there is none.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cat >"$tmp/late.c" <<'END'
#include <gkhost/copy.h>
#include <unistd.h>

static int
sleeps (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  for (;;)
    pause ();
}

static int
computes (const gk_host *host, const void *problem, void *state, void *stream)
{
  volatile int one = 1;

  (void)host, (void)problem, (void)state, (void)stream;
  while (one)
    ;
  return GK_OK;
}

static const gk_variant variants[] = {
  { .family = "copy", .name = "sleeps", .summary = "s", .launch = sleeps },
  { .family = "copy", .name = "computes", .summary = "c", .launch = computes },
};
GK_PLUGIN ("late", "1", "does not finish", NULL, variants)
END
build_plugin late

# late REASON VARIANT ROWS SECONDS: by the real clock, which computing takes.
late ()
{
  printf '[copy]\nrows = %s\ncols = %s\nvariant = %s\ntimeout = %s\n' "$3" "$3" "$2" \
    "$4" >"$tmp/a.ini"
  expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/plugins/copy/.libs/copy.so" -p "$tmp/late.so"
  expect_grep "\"reason\":\"did not finish within $4 s; $1\"" "$tmp/run.jsonl"
}
[ -r /proc/self/task/$$/schedstat ] || skip "the kernel does not tell how long threads waited"
late 'it slept: does it wait for a lock?' sleeps 2 $((4 * seconds))
late 'it computed all the time; choose a smaller problem or raise timeout' computes 2 $((2 * seconds))
late 'it computed all the time; see whether a loop never ends, or raise timeout' computes 1 $((2 * seconds))
