#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# On a CPU the process for a replay has loaded its plugin before the case runs
# that it replays, but for the first one.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100

cat >"$tmp/mine.c" <<'END'
#define _GNU_SOURCE
#include <stdio.h>
#include "right-copy.h"
static void note (const char *what)
{
  int log = open (getenv ("LOG"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  dprintf (log, "%s %d\n", what, (int)getpid ());
  close (log);
}
__attribute__ ((constructor)) static void load (void) { note ("loads"); }
static int prepare (const gk_host *host, const gk_device *device,
                    const void *problem, const gk_value *values, void **state)
{
  (void)host, (void)device, (void)problem, (void)values, (void)state;
  note ("runs");
  return GK_OK;
}
static const gk_variant variants[] = { { .family = "copy", .name = "steady",
  .summary = "copies", .device = GK_CPU, .dtypes = GK_BIT (GK_F32),
  .prepare = prepare, .launch = right } };
GK_PLUGIN ("mine", "1", "a copy that notes its processes", NULL, variants)
END
build_plugin mine

printf '[copy]\nrows = 5..7\ncols = 7\nmin_samples = 20\nmax_samples = 20
audit = replay\nvariant = steady\n' >"$tmp/a.ini"
LOG=$tmp/log expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/copy/.libs/copy.so" -p "$tmp/mine.so"
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 3

# Process 1 runs the three cases; 2, 3 and 4 replay one each.  One that only
# describes the plugin runs nothing.
events=$(awk '
  { what[NR] = $1; process[NR] = $2; ran[$2] += $1 == "runs" }
  END {
    for (i = 1; i <= NR; i++) {
      p = process[i]
      if (what[i] == "loads" && ran[p])
        number[p] = ++n
      if (what[i] == "loads" && ran[p] || number[p] == 1)
        printf "%s%d ", what[i], number[p]
    }
  }' "$tmp/log")
expect_equal "$events" 'loads1 runs1 loads2 loads3 runs1 loads4 runs1 '
