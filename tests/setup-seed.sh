#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A family's setup knows the seed of the suite, for sizes that depend on data.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cat >"$tmp/sown.c" <<'END_OF_C'
#include <string.h>

#include "one-output.h"

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  static struct problem problem;

  (void)host, (void)values;
  setup->work.bytes_written = 64 + setup->seed;
  return set_up_output (setup, &problem, sizeof problem, 64 + setup->seed);
}

static int
verify (const gk_host *host, void *state, gk_check *check)
{
  (void)host, (void)state, (void)check;
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const struct problem *p = problem;

  (void)host, (void)state, (void)stream;
  memset (p->out, 1, 64);
  return GK_OK;
}

static const gk_family family = { .name = "sown", .summary = "has a size",
  .setup = setup, .fill = fill_nothing, .verify = verify,
  .teardown = keep_all };

static const gk_variant variants[] = {
  { .name = "first", .summary = "writes", .launch = launch },
};

GK_PLUGIN ("sown", "1", "a family whose size depends on a seed", &family,
           variants)
END_OF_C
build_plugin sown

for seed in '' 7; do
  printf '[sown]\nvariant = first\naudit = no\n%s\n' "${seed:+seed = $seed}" \
    >"$tmp/a.ini"
  expect_status 0 gkhost -c "$tmp/a.ini" -p "$tmp/sown.so" -o "$tmp/run.jsonl"
  records "$tmp/run.jsonl" variant=first status=ok >"$tmp/record"
  expect_grep "\"work\": *{\"bytes\": *$((64 + ${seed:-0}))," "$tmp/record"
  rm "$tmp/run.jsonl"
done
