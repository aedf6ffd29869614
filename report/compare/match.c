/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>

#include "base/xalloc.h"
#include "report/compare/match.h"
#include "record/case-identity.h"

/* The cases of both runs by identity. */
struct match_table {
  struct match *match;
  struct pool keys;
  struct map map;
  size_t n;
};

/* The k-th case of an identity. */
struct key {
  struct identity benchmark;
  size_t k;
};

/* Returns the entry of the first equal case that this run has not filled yet;
 * adds one where there is none. */
static struct match *
match_of (struct match_table *m, const struct case_record *record, bool is_new)
{
  struct key key = { .benchmark = case_benchmark (record) };
  struct match *match = NULL;

  for (; match == NULL; key.k++) {
    struct map_entry *entry = map_find_or_add (&m->map, &key, sizeof key);

    if (m->map.n > m->n) {
      entry->key = pool_intern (&m->keys, &key, sizeof key);
      m->match = xgrow (m->match, m->n, sizeof m->match[0]);
      m->match[m->n++] = (struct match){ 0 };
    }
    match = &m->match[entry->number];
    if ((is_new ? match->new : match->old) != NULL)
      match = NULL;
  }
  return match;
}

struct match *
match_rounds (const struct rounds *old, const struct rounds *new, size_t *n)
{
  struct match_table m = { 0 };

  for (size_t i = 0; i < old->n; i++)
    match_of (&m, old->record[i], false)->old = old->record[i];
  for (size_t i = 0; i < new->n; i++)
    match_of (&m, new->record[i], true)->new = new->record[i];
  map_free (&m.map);
  pool_free (&m.keys);
  *n = m.n;
  return m.match;
}

/* The cases that only the old run has, by identity without the timer. */
struct old_only {
  struct map map; /* entry numbers are indices of matches */
  struct pool keys;
};

static void
add_old_only (struct old_only *old_only, const struct match *match, size_t i)
{
  const struct identity benchmark = case_benchmark_any_timer (match[i].old);
  const size_t before = old_only->map.n;
  struct map_entry *entry
      = map_find_or_add (&old_only->map, &benchmark, sizeof benchmark);

  if (old_only->map.n == before)
    return;
  entry->key = pool_intern (&old_only->keys, &benchmark, sizeof benchmark);
  entry->number = i;
}

/* True where the old run has the same case by another timer. */
static bool
has_other_timer (const struct old_only *old_only, const struct match *match,
                 const struct case_record *record)
{
  const struct identity benchmark = case_benchmark_any_timer (record);
  const struct map_entry *entry
      = map_find (&old_only->map, &benchmark, sizeof benchmark);

  return entry != NULL
         && case_record_settings (match[entry->number].old).mode.timer
                != case_record_settings (record).mode.timer;
}

const struct case_record *
match_find_other_timer (const struct match *match, size_t n)
{
  const struct case_record *found = NULL;
  struct old_only old_only = { 0 };

  for (size_t i = 0; i < n; i++)
    if (match[i].new == NULL)
      add_old_only (&old_only, match, i);
  for (size_t i = 0; i < n && found == NULL; i++)
    if (match[i].old == NULL
        && has_other_timer (&old_only, match, match[i].new))
      found = match[i].new;
  map_free (&old_only.map);
  pool_free (&old_only.keys);
  return found;
}
