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
