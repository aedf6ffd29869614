#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# An in-out buffer holds what fill and vary wrote when a launch begins, and a
# constant is there when prepare begins and stays so until release.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cat >"$tmp/roles.c" <<'END_OF_C'
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

static const gk_variant variants[] = {
  { .name = "adds", .summary = "right", .launch = add },
  { .name = "packs", .summary = "right, too", .prepare = pack,
    .launch = add_packed, .release = unpack },
  { .name = "assigns", .summary = "forgets y", .launch = assign },
  { .name = "packs-once", .summary = "keeps w", .prepare = pack_once,
    .launch = add_packed },
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
