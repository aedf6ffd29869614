#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# An in-out buffer holds what fill and vary wrote when a launch begins, and a
# constant is there when prepare begins and stays so until release.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cat >"$tmp/roles.c" <<'END_OF_C'
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "update.h"

#define LAUNCH(name)                                                       \
  static int name (const gk_host *host, const void *problem, void *state, \
                   void *stream)

LAUNCH (add)
{
  const update *p = problem;

  (void)host, (void)state, (void)stream;
  for (uint64_t i = 0; i < p->n; i++)
    p->y[i] += p->w[i] * p->x[i];
  return GK_OK;
}

LAUNCH (assign)
{
  const update *p = problem;

  (void)host, (void)state, (void)stream;
  for (uint64_t i = 0; i < p->n; i++)
    p->y[i] = p->w[i] * p->x[i];
  return GK_OK;
}

LAUNCH (add_packed)
{
  const update *p = problem;
  const uint32_t *w = state;

  (void)host, (void)stream;
  for (uint64_t i = 0; i < p->n; i++)
    p->y[i] += w[i] * p->x[i];
  return GK_OK;
}

LAUNCH (change_constant)
{
  const update *p = problem;

  add (host, problem, state, stream);
  *(uint32_t *)p->w += 1;
  return GK_OK;
}

static int
pack (const gk_host *host, const gk_device *device, const void *problem,
      const gk_value *values, void **state)
{
  const update *p = problem;

  (void)device, (void)values;
  *state = host->alloc (host, 4 * p->n);
  if (*state == NULL)
    return GK_FAIL;
  memcpy (*state, p->w, 4 * p->n);
  return GK_OK;
}

static void
unpack (const gk_host *host, void *state)
{
  host->free (host, state);
}

/* As if the constants were the same for good. */
static int
pack_once (const gk_host *host, const gk_device *device, const void *problem,
           const gk_value *values, void **state)
{
  static void *packed;
  int status = GK_OK;

  if (packed == NULL)
    status = pack (host, device, problem, values, &packed);
  *state = packed;
  return status;
}

/* Finds out whether it is prepared for what it was prepared for. */
static int
prepare_once_each (const gk_host *host, const gk_device *device,
                   const void *problem, const gk_value *values, void **state)
{
  const update *p = problem;
  static uint32_t last[30000];
  const bool same = memcmp (last, p->w, 4 * p->n) == 0;

  memcpy (last, p->w, 4 * p->n);
  if (same)
    host->error (host, "the constants are the same");
  return same ? GK_FAIL : pack (host, device, problem, values, state);
}

/* Leaves y as it is where the inputs are those of the last launch. */
LAUNCH (add_once)
{
  static uint32_t x[30000], y[30000];
  const update *p = problem;
  const size_t bytes = 4 * p->n;
  const bool same
      = memcmp (x, p->x, bytes) == 0 && memcmp (y, p->y, bytes) == 0;

  memcpy (x, p->x, bytes);
  memcpy (y, p->y, bytes);
  return same ? GK_OK : add (host, problem, state, stream);
}

/* Fails where new inputs come soon after it was prepared again for the audit:
 * a variant that tunes itself would be slow there. */
static int launches, since_prepare;

static int
begin_to_warm (const gk_host *host, const gk_device *device,
               const void *problem, const gk_value *values, void **state)
{
  (void)host, (void)device, (void)problem, (void)values, (void)state;
  since_prepare = 0;
  return GK_OK;
}

LAUNCH (add_warm)
{
  static uint32_t x[30000];
  const update *p = problem;
  const bool fresh = memcmp (x, p->x, 4 * p->n) != 0;

  memcpy (x, p->x, 4 * p->n);
  if (fresh && launches++ > 15 && since_prepare < 3) {
    host->error (host, "new inputs after %d launches", since_prepare);
    return GK_FAIL;
  }
  since_prepare++;
  return add (host, problem, state, stream);
}

/* A case is over. */
static void
end_warm (const gk_host *host, const void *problem, void *state, gk_work *work)
{
  (void)host, (void)problem, (void)state, (void)work;
  launches = 0;
}

/* As a sort in place is, slower where its inputs are not those of the last
 * launch: no branch goes as it went before. */
LAUNCH (add_by_habit)
{
  static uint32_t y[30000];
  const update *p = problem;
  const bool fresh = memcmp (y, p->y, 4 * p->n) != 0;

  memcpy (y, p->y, 4 * p->n);
  for (volatile int i = 0; fresh && i < 100000; i++)
    ;
  return add (host, problem, state, stream);
}

static const gk_variant variants[] = {
  { .name = "adds", .summary = "right", .launch = add },
  { .name = "packs", .summary = "right, too", .prepare = pack,
    .launch = add_packed, .release = unpack },
  { .name = "assigns", .summary = "forgets y", .launch = assign },
  { .name = "packs-once", .summary = "keeps w", .prepare = pack_once,
    .launch = add_packed },
  { .name = "once-each", .summary = "right", .prepare = prepare_once_each,
    .launch = add_packed, .release = unpack },
  { .name = "warm", .summary = "right", .prepare = begin_to_warm,
    .launch = add_warm, .work = end_warm },
  { .name = "habit", .summary = "right", .launch = add_by_habit },
  { .name = "once", .summary = "right in samples", .launch = add_once },
  { .name = "changes", .summary = "writes to w", .launch = change_constant },
};

GK_PLUGIN ("update", "1", "y += w * x", &update_family, variants)
END_OF_C
build_plugin roles

cat >"$tmp/a.ini" <<'END'
[suite]
min_samples = 5
max_samples = 20
[update]
n = 1, 30000
cache = cold, hot
END
expect_status 1 gkhost -c "$tmp/a.ini" -p "$tmp/roles.so" -o "$tmp/run.jsonl"
for right in adds packs; do
  expect_equal "$(count_records "$tmp/run.jsonl" variant=$right status=ok)" 4
done
for wrong in assigns packs-once changes; do
  expect_equal "$(count_records "$tmp/run.jsonl" variant=$wrong status=wrong)" 4
done
expect_equal "$(records "$tmp/run.jsonl" variant=changes |
  grep -c "changed its input 'w'")" 4
# A hot sample is one launch, since y is restored in front of each.
expect_equal "$(records "$tmp/run.jsonl" variant=adds | grep -c '"batch": *1,')" 4
expect_equal "$(records "$tmp/run.jsonl" variant=packs | grep -c '"prepare_s"')" 4

for right in adds packs; do
  expect_status 0 gkhost check "$tmp/roles.so" --only "*/$right"
  expect_no_grep '^warning' "$tmp/out"
done

# The control of an audit is not prepared again: its constants are the same.  And
# after an audit has prepared it for others, a variant is warmed up as before.
cat >"$tmp/b.ini" <<'END'
[suite]
audit = replay
min_samples = 20
max_time = 10ms
[update]
variant = once-each, warm
n = 30000
cache = cold, hot
END
expect_status 0 gkhost -c "$tmp/b.ini" -p "$tmp/roles.so"

# The timed launch of a hot sample finds other inputs than the one before it.
cat >"$tmp/c.ini" <<'END'
[suite]
audit = no
data = exact
max_time = 10ms
[update]
n = 30000
cache = hot
END
expect_status 0 gkhost -c "$tmp/c.ini" -p "$tmp/roles.so" --only '*/once'

# What each timed launch does, it does with fresh inputs, too, whatever it does with
# the same ones.  On a busy machine the fresh ones may be slower than all before.
printf '[update]\nn = 1000\ncache = hot\nmax_time = 10ms\n' >"$tmp/d.ini"
for try in 1 2 3 4 5 none; do
  [ "$try" != none ] || fail "habit is taken for a cheat: $(cat "$tmp/out")"
  ! gkhost -c "$tmp/d.ini" -p "$tmp/roles.so" --only '*/habit' >"$tmp/out" || break
done
