/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/stats.h"
#include "base/xalloc.h"
#include "record/runs.h"

bool
record_resumes (const json_t *run)
{
  return json_is_integer (
      json_object_get (json_object_get (run, "resumed"), "cases"));
}

/* From the first number to the last, both included. */
struct span {
  int64_t from, to; /* sorted by the first */
};

/* Parses "8" and "0-5" into *n spans in order, to be freed. */
static struct span *
spans_of (const struct texts *texts, size_t *n)
{
  struct span *span = xcalloc (texts->n + 1, sizeof *span);

  *n = 0;
  for (size_t i = 0; i < texts->n; i++) {
    struct span one;
    int numbers
        = sscanf (texts->text[i], "%" SCNd64 "-%" SCNd64, &one.from, &one.to);

    if (numbers == 1)
      one.to = one.from;
    if (numbers >= 1)
      span[(*n)++] = one;
  }
  qsort (span, *n, sizeof *span, compare_integers);
  return span;
}

static bool
in_spans (const struct span *span, size_t n, int64_t number)
{
  size_t low = 0, high = n;

  /* Finds the first that begins after the number. */
  while (low < high) {
    size_t middle = low + (high - low) / 2;

    if (span[middle].from <= number)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 && number <= span[low - 1].to;
}

/* What a part drops from the parts before. */
struct left_out {
  struct span *span; /* numbers of cases */
  size_t n_spans;
  struct map faults; /* faults that go with those cases */
  struct pool keys;
};

/* Texts are compared by address: they are interned. */
struct fault_key {
  int64_t problem;
  const char *variant; /* NULL: a fault of the family */
};

static void
drop_faults (struct left_out *out, int64_t problem, const char *variant)
{
  const struct fault_key key = { problem, variant };

  map_find_or_add (&out->faults, pool_intern (&out->keys, &key, sizeof key),
                   sizeof key);
}

/* A fault stands after its cases, and is dropped with them. */
static bool
is_left_out (struct left_out *out, const struct record *record)
{
  if (record->fields == &case_fields) {
    const struct case_record *c = record->of;

    if (!in_spans (out->span, out->n_spans, c->number))
      return false;
    drop_faults (out, c->problem, NULL);
    drop_faults (out, c->problem, c->variant);
    return true;
  }
  if (record->fields == &fault_fields) {
    const struct fault_record *fault = record->of;
    const struct fault_key key = { fault->problem, fault->variant };

    return map_find (&out->faults, &key, sizeof key) != NULL;
  }
  return record->fields == &end_fields;
}

/* Drops what a new part overrides; returns how many records are left. */
static size_t
drop_overridden (struct record *record, size_t n, const struct run_record *part)
{
  struct left_out out = { 0 };
  size_t kept = 0;

  out.span = spans_of (&part->resumed.without, &out.n_spans);
  for (size_t i = 0; i < n; i++)
    if (!is_left_out (&out, &record[i]))
      record[kept++] = record[i];
  map_free (&out.faults);
  pool_free (&out.keys);
  free (out.span);
  return kept;
}

static struct texts
both_texts (struct pool *pool, const struct texts *a, const struct texts *b)
{
  struct texts both = { 0 };

  for (size_t i = 0; i < a->n; i++)
    texts_add (pool, &both, a->text[i]);
  for (size_t i = 0; i < b->n; i++)
    if (!texts_contain (&both, b->text[i]))
      texts_add (pool, &both, b->text[i]);
  return both;
}

/* A copy: as the run record of the whole it must not say that it resumes. */
static struct run_record *
join_runs (struct pool *pool, const struct run_record *before,
           const struct run_record *run)
{
  struct run_record *both = pool_alloc (pool, sizeof *both);

  *both = *run;
  both->resumed.cases = INTEGER_ABSENT;
  both->resumed.without = (struct texts){ 0 };
  if (before == NULL)
    return both;
  both->started = before->started;
  both->host.load = fmax (before->host.load, run->host.load);
  both->rebuilt = both_texts (pool, &before->rebuilt, &run->rebuilt);
  both->hosts = both_texts (pool, &before->hosts, &run->hosts);
  both->parts.hash = both_texts (pool, &before->parts.hash, &run->parts.hash);
  both->parts.changed |= before->parts.changed;
  return both;
}

/* The key that records are sorted by. */
struct record_key {
  int64_t problem, number;
  size_t i; /* index before sorting */
  struct record record;
};

static int
compare_record_keys (const void *left, const void *right)
{
  const struct record_key *a = left, *b = right;

  if (a->problem != b->problem)
    return a->problem > b->problem ? 1 : -1;
  if (a->number != b->number)
    return a->number > b->number ? 1 : -1;
  return (a->i > b->i) - (a->i < b->i);
}

/* The run record is first, faults are after the cases of their problem, and
 * the end is last. */
static struct record_key
record_key_of (const struct record *record, size_t i)
{
  struct record_key key = { INT64_MIN, INT64_MIN, i, *record };

  if (record->fields == &case_fields) {
    const struct case_record *c = record->of;

    key.problem = c->problem;
    key.number = c->number;
  } else if (record->fields == &fault_fields) {
    key.problem = ((const struct fault_record *)record->of)->problem;
    key.number = INT64_MAX;
  } else if (record->fields == &end_fields)
    key.problem = INT64_MAX;
  return key;
}

static bool
is_of_family (const struct record *record)
{
  return record->fields == &fault_fields
         && ((const struct fault_record *)record->of)->variant == NULL;
}

/* Sorts the records.  Drops a family's fault if a later part ran a case of the
 * same problem, because that part called teardown again. */
static void
sort_records (struct records *records)
{
  struct record_key *key = xcalloc (records->n + 1, sizeof *key);
  size_t last = 0, n = 0;

  for (size_t i = 0; i < records->n; i++)
    key[i] = record_key_of (&records->record[i], i);
  qsort (key, records->n, sizeof *key, compare_record_keys);
  for (size_t i = 0; i < records->n; i++) {
    bool fault = is_of_family (&key[i].record);

    if (i > 0 && key[i].problem != key[i - 1].problem)
      last = 0;
    if (!fault && key[i].i > last)
      last = key[i].i;
    if (!fault || key[i].i > last)
      records->record[n++] = key[i].record;
  }
  records->n = n;
  free (key);
}

static size_t
count_parts (const struct records *records)
{
  size_t n = 0;

  for (size_t i = 0; i < records->n; i++)
    n += records->record[i].fields == &run_fields;
  return n;
}

void
records_join (struct records *records)
{
  struct record *record = records->record;
  const struct run_record *run = NULL;
  size_t n = 1; /* [0] is for the run record */

  if (count_parts (records) < 2)
    return;
  for (size_t i = 0; i < records->n; i++) {
    if (record[i].fields != &run_fields) {
      record[n++] = record[i];
      continue;
    }
    n = 1 + drop_overridden (record + 1, n - 1, record[i].of);
    run = join_runs (&records->pool, run, record[i].of);
  }
  record[0] = (struct record){ &run_fields, (void *)run };
  records->n = n;
  sort_records (records);
}
