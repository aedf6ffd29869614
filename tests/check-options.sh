#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost check gives each real, choice and yes or no of a family another value, once:
# a variant that ignores it is not sound.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cat >"$tmp/optional.c" <<'END_OF_C'
#include <string.h>

#include "one-output.h"

struct optional {
  struct problem problem; /* must be first */
  int number;
};

enum { ALPHA, TWICE, SIDE };

static const char *const sides[] = { "left", "right", "middle", NULL };

static const gk_option options[] = {
  { .name = "alpha", .help = "a factor", .type = GK_REAL, .value = { .f = 1 },
    .fmin = -1e300, .fmax = 1e300 },
  { .name = "twice", .help = "do it again", .type = GK_BOOL },
  { .name = "side", .help = "where", .type = GK_CHOICE, .choices = sides },
};

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  struct optional *p = host->alloc (host, sizeof *p);

  if (p == NULL)
    return GK_FAIL;
  memset (p, 0, sizeof *p);
  p->number = (int)(20 * values[ALPHA].f) + 100 * (int)values[TWICE].i
              + (int)values[SIDE].i;
  setup->state = p;
  setup->work.bytes_written = 64;
  return set_up_output (setup, &p->problem, sizeof *p, 64);
}

static int
verify (const gk_host *host, void *state, gk_check *check)
{
  const struct optional *p = state;
  const unsigned char *out = check->buffers[0];

  for (int i = 0; i < 64; i++)
    if (out[i] != (unsigned char)p->number) {
      host->error (host, "byte %d is wrong", i);
      return GK_WRONG;
    }
  return GK_OK;
}

static void
teardown (const gk_host *host, void *state)
{
  host->free (host, state);
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const struct optional *p = problem;

  (void)host, (void)state, (void)stream;
  memset (p->problem.out, p->number, 64);
  return GK_OK;
}

/* As if alpha were 1. */
static int
ignore (const gk_host *host, const void *problem, void *state, void *stream)
{
  const struct optional *p = problem;

  (void)host, (void)state, (void)stream;
  memset (p->problem.out, 20 + p->number % 10, 64);
  return GK_OK;
}

static const gk_family family = { .name = "optional", .summary = "has options",
  GK_OPTIONS (options), .setup = setup, .fill = fill_nothing, .verify = verify,
  .teardown = teardown };

static const gk_variant variants[] = {
  { .name = "minds", .summary = "minds all options", .launch = launch },
  { .name = "ignores", .summary = "minds the side alone", .launch = ignore },
};

GK_PLUGIN ("optional", "1", "a family with options", &family, variants)
END_OF_C
build_plugin optional

expect_status 1 gkhost check "$tmp/optional.so" -o "$tmp/run.jsonl"
expect_grep '^minds: 5 cases right$' "$tmp/out"
expect_grep '^ignores: 3 cases right, 2 wrong$' "$tmp/out"
expect_grep '^  wrong: optional-alpha/ignores ' "$tmp/out"
expect_grep '^  wrong: optional-twice/ignores ' "$tmp/out"
for values in '1.0, *"twice": *false, *"side": *"left"' '1.5, *"twice": *false' \
  '1.0, *"twice": *true' '1.0, *"twice": *false, *"side": *"right"' \
  '1.0, *"twice": *false, *"side": *"middle"'; do
  expect_equal "$(records "$tmp/run.jsonl" variant=minds |
    grep -c "\"params\": *{\"alpha\": *$values")" 1
done

# What the user sets stays.
expect_status 0 gkhost check "$tmp/optional.so" --only '*/ignores' \
  -s '*.alpha=1' -s '*.twice=no'

# Its jobs have no names by which one could be set.
expect_status 2 gkhost check "$tmp/optional.so" -s optional.timeout=5s
expect_grep "^gkhost: -s optional.timeout=5s: the jobs have names of gkhost's own; write '\*.timeout=5s', which sets it in all"
expect_status 2 gkhost check "$tmp/optional.so" -s '*.timout=5s'
