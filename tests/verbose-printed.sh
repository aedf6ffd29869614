#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# -v shows what a variant and its family print on either stream, as theirs, on
# standard error; the report and the records stay as they are.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 0 faults prints -v
expect_grep '^transpose/prints printed: .*a word on stderr'
expect_no_grep 'a word on stderr' "$tmp/out"
expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 2
expect_status 0 faults prints -v --format jsonl
expect_grep '^transpose/prints printed: '
expect_no_grep '^[^{]' "$tmp/out"

# What a family prints is kept, though a variant of it prints as well.
cat >"$tmp/talks.c" <<'END'
#include <stdio.h>
#include "one-output.h"

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  static const struct problem problem;

  (void)host, (void)values;
  printf ("a word in setup\n");
  return set_up_output (setup, &problem, sizeof problem, 4);
}

static int
verify (const gk_host *host, void *state, gk_check *check)
{
  const char *out = check->buffers[0];
  static int n;

  (void)host, (void)state;
  if (n++ == 0)
    fprintf (stderr, "a word in verify\n");
  check->checked = 4;
  return out[0] == 'a' && out[1] == 'b' && out[2] == 'c' && out[3] == 'd'
             ? GK_OK : GK_WRONG;
}

static const gk_family family = {
  .name = "talks", .summary = "prints", .setup = setup,
  .fill = fill_nothing, .verify = verify, .teardown = keep_all
};

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  unsigned char *out = ((const struct problem *)problem)->out;
  static int n;

  (void)host, (void)state, (void)stream;
  if (n++ == 0)
    printf ("a word in launch\nand \33[2J no end of line");
  out[0] = 'a', out[1] = 'b', out[2] = 'c', out[3] = 'd';
  return GK_OK;
}

static const gk_variant variants[] = {
  { .name = "one", .summary = "prints", .launch = launch },
  { .name = "two", .summary = "prints", .launch = launch },
};
GK_PLUGIN ("talks", "1", "prints", &family, variants)
END
build_plugin talks
printf '[talks]\nmax_time = 1ms\nmin_time = 0\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -p "$tmp/talks.so" -v
for where in setup verify launch; do
  expect_grep "^talks/[a-z]* printed: a word in $where$"
done
expect_equal "$(grep -c 'a word in launch' "$tmp/err")" 1
expect_grep '^talks/one printed: and .*no end of line'
expect_no_grep "$(printf '\33')"
expect_no_grep 'a word in' "$tmp/out"
expect_status 0 gkhost -c "$tmp/a.ini" -p "$tmp/talks.so"
expect_no_grep 'a word in'
