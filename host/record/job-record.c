/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "plan/tunings.h"
#include "record/job-record.h"

#define ROW(type, member, help)                                                \
  {                                                                            \
#member, FIELD_##type, BY_HOST, NULL, NULL, help,                          \
        FIELD_OFFSET(type, job_record, member), NULL                           \
  }

static const struct field rows[] = {
  ROW (TEXT, name, "section of the suite"),
  ROW (TEXT, note,
       "text that reports print above the job; absent where the suite has "
       "none"),
  ROW (TEXT, search,
       "rule that selects combinations of tunables, as in random 50; absent "
       "where all run"),
  ROW (INTEGER, search_seed,
       "seed of a random search; absent for other searches"),
  ROW (PAIRS, combinations,
       "number of combinations of each variant that has several; absent "
       "where all run"),
};

const struct fields job_fields
    = { "job", rows, sizeof rows / sizeof rows[0], sizeof (struct job_record) };

/* How many combinations each variant has that has several; NULL where all of
 * them run. */
static const struct pairs *
count_combinations (struct pool *pool, const struct job *job)
{
  const char **name = xcalloc (job->n_variants, sizeof *name);
  int64_t *value = xcalloc (job->n_variants, sizeof *value);
  const struct pairs *pairs = NULL;
  bool part = false;
  size_t n = 0;

  for (size_t i = 0; i < job->n_variants; i++) {
    const struct job_variant *v = &job->variant[i];
    const uint64_t all = tunings_of_variant (v);

    if (all < 2)
      continue;
    part |= job->search.kind == SEARCH_DESCENT
            || tunings_count_searched (job, v) < all;
    name[n] = pool_text (pool, v->variant->name);
    value[n++] = (int64_t)all;
  }
  if (part)
    pairs = pairs_of_integers (pool, name, value, n);
  free (name);
  free (value);
  return pairs;
}

/* Whether there is something to say. */
static bool
set_record (struct job_record *record, struct pool *pool, const struct job *job)
{
  fields_clear (&job_fields, record);
  record->name = pool_text (pool, job->name);
  record->note = pool_text (pool, job->note);
  record->combinations = count_combinations (pool, job);
  if (record->combinations != NULL) {
    char *text = search_text (&job->search);

    record->search = pool_text (pool, text);
    if (job->search.kind == SEARCH_RANDOM)
      record->search_seed = job->search.seed;
    free (text);
  }
  return record->note != NULL || record->search != NULL;
}

struct items
job_records_of (struct pool *pool, const struct jobs *jobs)
{
  struct items items = { 0 };
  struct job_record *record = pool_alloc (pool, (jobs->n + 1) * sizeof *record);

  for (size_t i = 0; i < jobs->n; i++)
    items.n += set_record (&record[items.n], pool, &jobs->job[i]);
  if (items.n > 0)
    items.item = record;
  return items;
}

bool
job_records_same (const struct items *a, const struct items *b)
{
  const struct job_record *x = a->item, *y = b->item;

  if (a->n != b->n)
    return false;
  for (size_t i = 0; i < a->n; i++)
    if (strcmp (text_or_empty (x[i].name), text_or_empty (y[i].name)) != 0
        || strcmp (text_or_empty (x[i].note), text_or_empty (y[i].note)) != 0
        || strcmp (text_or_empty (x[i].search), text_or_empty (y[i].search))
               != 0
        || x[i].search_seed != y[i].search_seed)
      return false;
  return true;
}
