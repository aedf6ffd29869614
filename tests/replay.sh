#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The fastest row of a block is replayed in another process, with audit = replay
# each row is.  One that is slower there is replayed as long as the case was, and
# where that does not help it keeps its time, with a caveat.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100

# Launches of 1 ms; slow ones of 5 ms.
cat >"$tmp/mine.c" <<'END'
#define _GNU_SOURCE
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include "right-copy.h"
#include "../clock/virtual-clock.h"
static int launches, prepared;
static bool lucky, is_first;
static int prepare (const gk_host *host, const gk_device *device,
                    const void *problem, const gk_value *values, void **state)
{
  int fd = open (getenv ("LUCKY"), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  int log = open (getenv ("LOG"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  dprintf (log, "%d\n", (int)getpid ());
  close (log);
  (void)host, (void)device, (void)problem, (void)values, (void)state;
  lucky = fd >= 0;
  is_first |= lucky;
  launches = 0;
  prepared++;
  return GK_OK;
}
static int work (const void *problem, bool slow)
{
  virtual_work (slow ? 5e-3 : 1e-3);
  return right (NULL, problem, NULL, NULL);
}
static int steady (const gk_host *h, const void *p, void *s, void *t)
{ (void)h, (void)s, (void)t; return work (p, false); }
static int slow (const gk_host *h, const void *p, void *s, void *t)
{ (void)h, (void)s, (void)t; return work (p, true); }
static int tunes (const gk_host *h, const void *p, void *s, void *t)
{ (void)h, (void)s, (void)t; return work (p, launches++ < 20); }
static int luck (const gk_host *h, const void *p, void *s, void *t)
{ (void)h, (void)s, (void)t; return work (p, !lucky); }
static int hangs (const gk_host *h, const void *p, void *s, void *t)
{ (void)h, (void)s, (void)t; virtual_work (lucky ? 1e-3 : 999); return right (h, p, s, t); }
static int behind (const gk_host *h, const void *p, void *s, void *t)
{ (void)h, (void)s, (void)t; if (prepared > 1 && !is_first) raise (SIGSEGV); return work (p, false); }
#define VARIANT(n, f) .family = "copy", .name = n, .summary = "copies", \
  .device = GK_CPU, .dtypes = GK_BIT (GK_F32), .prepare = prepare, .launch = f
static const gk_variant variants[] = {
  { VARIANT ("steady", steady) }, { VARIANT ("slow", slow) },
  { VARIANT ("tunes", tunes) }, { VARIANT ("declares", tunes), .warmup = 20 },
  { VARIANT ("luck", luck) }, { VARIANT ("hangs", hangs) },
  { VARIANT ("behind", behind) } };
GK_PLUGIN ("mine", "1", "copies that take their time", NULL, variants)
END
build_plugin mine

# replays AUDIT VARIANT...: prints, of each row, in how many processes it was.
replays ()
{
  rm -f "$tmp/lucky" "$tmp/log"
  printf '[copy]\nrows = '"${rows-5}"'\ncols = 7\nmin_samples = 400\nmax_samples = 400
max_time = 9\naudit = %s\nvariant = %s\n' "$1" "$2" >"$tmp/a.ini"
  LUCKY=$tmp/lucky LOG=$tmp/log expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/plugins/copy/.libs/copy.so" -p "$tmp/mine.so"
  records "$tmp/run.jsonl" type=case status=ok |
    sed 's/.*"variant":"\([a-z]*\)".*"processes":\([0-9]*\).*/\1 \2/
      s/.*"variant":"\([a-z]*\)".*/\1 0/' | sort | paste -s -d ' '
}

expect_equal "$(replays no 'slow, steady')" 'slow 0 steady 0'
# One in sixteen of the others is drawn.
[[ $(replays yes 'slow, steady') = 'slow '[01]' steady 1' ]] || fail 'not the fastest'
[[ $(replays yes 'steady, slow') = 'slow '[01]' steady 1' ]] || fail 'not the fastest'
expect_equal "$(replays replay 'slow, steady')" 'slow 1 steady 1'

# processes: prints how often a variant was prepared in each process.
processes ()
{
  sort "$tmp/log" | uniq -c | sort -n | awk '{ print $1 }' | paste -s -d ' '
}

# Six cases in one process, and their replays in another one.
rows=5..7 replays replay 'slow, steady' >"$tmp/replayed"
expect_equal "$(processes)" '6 6'

# A short replay is over before it has tuned itself; a longer one is not, and
# warm-up launches that a variant declares are the replay's, too.
expect_equal "$(replays yes tunes)" 'tunes 2'
expect_equal "$(replays yes declares)" 'declares 1'
expect_no_grep unstable "$tmp/run.jsonl"

# Not reached again: no fault, since it may have chosen another algorithm.
expect_equal "$(replays yes luck)" 'luck 4'
expect_equal "$(processes)" '1 1 1 1 1'
expect_grep '"verdicts":\["unstable"' "$tmp/run.jsonl"
expect_grep '"replay":{"median_s":0.0050' "$tmp/run.jsonl"
expect_grep '^luck? .*1.0[01] ms.* yes, unstable$' "$tmp/out"

# Nor is one that is out of time there.
expect_equal "$(replays yes hangs)" 'hangs 1'
expect_grep '"verdicts":\["unstable"' "$tmp/run.jsonl"

# What crashes in the process that has replayed another case gets no time, though
# it passes alone.
rm -f "$tmp/lucky"
printf '[suite]\nfamily = copy\ncols = 7\naudit = replay\n[one]\nrows = 5\nvariant = steady
[two]\nrows = 6\nvariant = behind\n' >"$tmp/a.ini"
LUCKY=$tmp/lucky LOG=$tmp/log expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/copy/.libs/copy.so" -p "$tmp/mine.so"
expect_equal "$(count_records "$tmp/run.jsonl" type=case variant=steady status=ok)" 1
records "$tmp/run.jsonl" variant=behind >"$tmp/reason"
expect_grep '"reason":"in another process: unstable: .* behind steady, and passed in a process of its own' \
  "$tmp/reason"
