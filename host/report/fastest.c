/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "report/fastest.h"
#include "suite/settings.h"

/* The rows that compete: of one problem in one mode on one device, whichever
 * job they are of. */
struct comparison {
  const struct case_record **record;
  size_t n;
  bool swept; /* a variant has rows that differ in tunables */
};

/* What decides on a comparison.  Texts and sets of options are compared by
 * address: each is kept once. */
struct comparison_key {
  const char *family, *device;
  const struct pairs *params;
  struct mode mode;
  gk_data data;
};

struct variant_key {
  size_t comparison;
  const char *variant;
};

/* Comparisons on their way: their numbers, and their variants. */
struct comparisons {
  struct comparison *comparison;
  size_t n;
  struct pool pool; /* of keys, and of what is known of variants */
  struct map numbers, variants;
  const struct case_record **first; /* of each variant, by its number */
};

struct settings
fastest_settings (const struct case_record *record)
{
  const struct settings measured = case_record_settings (record);
  struct settings settings = settings_default ();

  settings.mode = measured.mode;
  settings.data = measured.data;
  return settings;
}

static size_t
comparison_of (struct comparisons *all, const struct case_record *record)
{
  struct settings settings = fastest_settings (record);
  struct comparison_key key;
  struct map_entry *entry;

  memset (&key, 0, sizeof key);
  key.family = record->family;
  key.device = record->device;
  key.params = record->params;
  key.mode = settings.mode;
  key.data = settings.data;
  entry = map_at (&all->numbers, &key, sizeof key);
  if (entry->number == all->n) {
    entry->key = pool_once (&all->pool, &key, sizeof key);
    all->comparison
        = xgrow (all->comparison, all->n, sizeof all->comparison[0]);
    all->comparison[all->n++] = (struct comparison){ 0 };
  }
  return entry->number;
}

/* The first row of a record's variant in a comparison: often itself. */
static const struct case_record *
first_of_variant (struct comparisons *all, size_t comparison,
                  const struct case_record *record)
{
  const struct variant_key key = { comparison, record->variant };
  size_t before = all->variants.n;
  struct map_entry *entry = map_at (&all->variants, &key, sizeof key);

  if (all->variants.n > before) {
    entry->key = pool_once (&all->pool, &key, sizeof key);
    all->first = xgrow (all->first, before, sizeof all->first[0]);
    all->first[before] = record;
  }
  return all->first[entry->number];
}

static void
add_row (struct comparisons *all, const struct case_record *record)
{
  size_t number = comparison_of (all, record);
  struct comparison *c = &all->comparison[number];
  const struct case_record *first = first_of_variant (all, number, record);

  c->swept |= first->tunables != record->tunables;
  c->record = xgrow (c->record, c->n, sizeof c->record[0]);
  c->record[c->n++] = record;
}

/* The fastest row of the peers, or of the others. */
static const struct case_record *
find_fastest (const struct comparison *c, bool peer)
{
  const struct case_record *fastest = NULL;

  for (size_t i = 0; i < c->n; i++) {
    double time = case_time (c->record[i]);

    if ((c->record[i]->peer == FLAG_YES) == peer && time > 0
        && (fastest == NULL || time < case_time (fastest)))
      fastest = c->record[i];
  }
  return fastest;
}

static size_t
count_near (const struct comparison *c, const struct case_record *fastest)
{
  double spread = case_spread (fastest);
  double most = case_time (fastest) * (1 + spread);
  size_t n = 0;

  for (size_t i = 0; spread >= 0 && i < c->n; i++) {
    double time = case_time (c->record[i]);

    n += c->record[i] != fastest && c->record[i]->peer != FLAG_YES && time > 0
         && time <= most;
  }
  return n;
}

static void
add_fastest (struct fastest_list *list, const struct comparison *c)
{
  const struct case_record *record = find_fastest (c, false);

  if (record == NULL || !c->swept)
    return;
  list->fastest = xgrow (list->fastest, list->n, sizeof list->fastest[0]);
  list->fastest[list->n++] = (struct fastest){ .record = record,
                                               .peer = find_fastest (c, true),
                                               .near = count_near (c, record) };
}

void
fastest_make (struct fastest_list *list, const struct groups *groups)
{
  struct comparisons all = { 0 };

  *list = (struct fastest_list){ 0 };
  for (size_t i = 0; i < groups->n_blocks; i++)
    for (size_t j = 0; j < groups->block[i].n; j++)
      add_row (&all, groups->block[i].record[j]);
  for (size_t i = 0; i < all.n; i++) {
    add_fastest (list, &all.comparison[i]);
    free (all.comparison[i].record);
  }
  free (all.comparison);
  free (all.first);
  map_free (&all.numbers);
  map_free (&all.variants);
  pool_free (&all.pool);
}

void
fastest_free (struct fastest_list *list)
{
  free (list->fastest);
  *list = (struct fastest_list){ 0 };
}
