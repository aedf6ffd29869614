/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>

#include "base/xalloc.h"
#include "report/compare/match.h"
#include "record/case-identity.h"

/* The cases of both by what they are. */
struct match_table {
  struct match *match;
  struct pool keys;
  struct map map;
  size_t n;
};

/* The k-th case of that kind. */
struct key {
  struct identity subject;
  size_t k;
};

/* The entry of the first case like this one for which there is none yet, or
 * that the other run has and this one not. */
static struct match *
entry_of (struct match_table *m, const struct case_record *record, bool is_new)
{
  struct key key = { .subject = case_benchmark (record) };
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
    entry_of (&m, old->record[i], false)->old = old->record[i];
  for (size_t i = 0; i < new->n; i++)
    entry_of (&m, new->record[i], true)->new = new->record[i];
  map_free (&m.map);
  pool_free (&m.keys);
  *n = m.n;
  return m.match;
}

/* The cases of the old run that the new one has not, by what they are. */
struct lone {
  struct map map; /* numbers are those of matches */
  struct pool keys;
};

static void
add_match (struct lone *lone, const struct match *match, size_t i)
{
  const struct identity subject = case_benchmark_any_timer (match[i].old);
  const size_t before = lone->map.n;
  struct map_entry *entry
      = map_find_or_add (&lone->map, &subject, sizeof subject);

  if (lone->map.n == before)
    return;
  entry->key = pool_intern (&lone->keys, &subject, sizeof subject);
  entry->number = i;
}

/* That the case of the new run is one of them, by another timer. */
static bool
is_among (const struct lone *lone, const struct match *match,
          const struct case_record *record)
{
  const struct identity subject = case_benchmark_any_timer (record);
  const struct map_entry *entry
      = map_find (&lone->map, &subject, sizeof subject);

  return entry != NULL
         && case_record_settings (match[entry->number].old).mode.timer
                != case_record_settings (record).mode.timer;
}

const struct case_record *
match_find_other_timer (const struct match *match, size_t n)
{
  const struct case_record *found = NULL;
  struct lone lone = { 0 };

  for (size_t i = 0; i < n; i++)
    if (match[i].new == NULL)
      add_match (&lone, match, i);
  for (size_t i = 0; i < n && found == NULL; i++)
    if (match[i].old == NULL && is_among (&lone, match, match[i].new))
      found = match[i].new;
  map_free (&lone.map);
  pool_free (&lone.keys);
  return found;
}
