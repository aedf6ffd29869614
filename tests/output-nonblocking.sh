#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Records, rows and reports are whole on a standard output that does not block:
# what is full is waited for.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# nonblocking WHEN COMMAND ARG...: runs it so, with a pipe that takes 4 KiB: from
# the start, or, with `later`, from the first bytes on, as by another process that
# has the pipe.
cat >"$tmp/nonblocking.c" <<'END_OF_C'
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
  int later = strcmp (argv[1], "later") == 0, n = 0, status = 0;

  if (fcntl (1, F_SETPIPE_SZ, 4096) < 0)
    return 1;
  if (later && fork () != 0) {
    while (waitpid (-1, &status, WNOHANG) == 0 && n == 0)
      if (ioctl (1, FIONREAD, &n) < 0 || n == 0)
        usleep (1000);
    fcntl (1, F_SETFL, O_NONBLOCK);
    wait (&status);
    return WEXITSTATUS (status);
  }
  if (!later)
    fcntl (1, F_SETFL, O_NONBLOCK);
  return execvp (argv[2], argv + 2);
}
END_OF_C
$CC -o "$tmp/nonblocking" "$tmp/nonblocking.c"

printf '[copy]\nrows = 4\ncols = 1..20\nvariant = cpu-memcpy\naudit = no\nmax_time = 1ms\n' \
  >"$tmp/a.ini"

# late WHEN WANT ARG...: what gkhost prints, which is first read when the pipe is
# full, is so many lines, and its status is 0.
late ()
{
  local when=$1 want=$2 lines

  shift 2
  lines=$({
    "$tmp/nonblocking" "$when" "$top_builddir/gkhost" "$@" 2>"$tmp/err" ||
      echo "status $?" >>"$tmp/err"
  } | {
    sleep 0.5
    wc -l
  })
  expect_no_grep status
  expect_equal "$lines" "$want"
}

so=$top_builddir/plugins/copy/.libs/copy.so
for when in now later; do
  late $when 22 -c "$tmp/a.ini" -p "$so" -o -
  late $when 21 -c "$tmp/a.ini" -p "$so" --format csv -o "$tmp/run.jsonl"
  expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 20
done
for format in table csv jsonl html; do
  gkhost report "$tmp/run.jsonl" --format "$format" >"$tmp/report"
  late now "$(wc -l <"$tmp/report")" report "$tmp/run.jsonl" --format "$format"
done
