/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "record/case-identity.h"
#include "report/compare/comparison.h"

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
      XAPPEND (m->match, m->n) = (struct match){ 0 };
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

/* The estimates of the peers in a group, and their mean. */
struct drift_estimates {
  struct estimate *estimate;
  size_t n;
  struct drift drift;
};

/* The peers of one device; or, with the members after is_problem, of one
 * problem in one mode on it.  Texts and sets of options of one run are
 * interned: equal ones have the same address. */
struct drift_group {
  const char *device;
  bool is_problem;
  const char *family;
  const struct pairs *params;
  struct mode mode;
};

/* Zeroes padding, too: the struct is the key of a map. */
static void
set_device (struct drift_group *group, const struct case_record *record)
{
  memset (group, 0, sizeof *group);
  group->device = record->device;
}

static void
set_problem (struct drift_group *group, const struct case_record *record)
{
  set_device (group, record);
  group->is_problem = true;
  group->family = record->family;
  group->params = record->params;
  group->mode = case_record_settings (record).mode;
}

static bool
is_peer (const struct match *match)
{
  return match->old != NULL && match->new != NULL
         && match->old->peer == FLAG_YES && match->new->peer == FLAG_YES;
}

bool
drift_is_of_libraries (const struct match *match)
{
  const char *was, *is;

  if (!is_peer (match))
    return false;
  was = match->old->result.library;
  is = match->new->result.library;
  return was != NULL && is != NULL && strcmp (was, is) != 0;
}

bool
drift_is_control (const struct match *match)
{
  return is_peer (match) && !drift_is_of_libraries (match);
}

static void
add_estimate (struct drifts *drifts, const struct drift_group *group,
              struct estimate e, char *name)
{
  size_t before = drifts->drift_groups.n;
  struct map_entry *entry
      = map_find_or_add (&drifts->drift_groups, group, sizeof *group);
  struct drift_estimates *peers;

  if (drifts->drift_groups.n > before) {
    entry->key = pool_intern (&drifts->keys, group, sizeof *group);
    drifts->estimates
        = xgrow (drifts->estimates, before, sizeof drifts->estimates[0]);
    drifts->estimates[before] = (struct drift_estimates){ 0 };
  }
  peers = &drifts->estimates[entry->number];
  XAPPEND (peers->estimate, peers->n) = e;
  texts_add_once (drifts->names, &peers->drift.by, name);
}

/* Adds a peer to the drift of its problem and to that of its device. */
static void
add_peer (struct drifts *drifts, const struct case_record *peer,
          struct estimate e)
{
  const char *variant = text_or_empty (peer->variant);
  struct drift_group group;

  set_problem (&group, peer);
  add_estimate (drifts, &group, e, xstrdup (variant));
  set_device (&group, peer);
  add_estimate (drifts, &group, e,
                xasprintf ("%s/%s", text_or_empty (peer->job), variant));
}

void
drifts_make (struct drifts *drifts, struct pool *names,
             const struct match *match, const struct estimate *estimate,
             const bool *control, size_t n)
{
  *drifts = (struct drifts){ .names = names };
  for (size_t i = 0; i < n; i++)
    if (control[i])
      add_peer (drifts, match[i].old, estimate[i]);
  for (size_t i = 0; i < drifts->drift_groups.n; i++) {
    struct drift_estimates *peers = &drifts->estimates[i];

    peers->drift.mean = estimate_mean (peers->estimate, peers->n);
  }
}

void
drifts_free (struct drifts *drifts)
{
  for (size_t i = 0; i < drifts->drift_groups.n; i++)
    free (drifts->estimates[i].estimate);
  free (drifts->estimates);
  map_free (&drifts->drift_groups);
  pool_free (&drifts->keys);
  *drifts = (struct drifts){ 0 };
}

const struct drift *
drift_of (const struct drifts *drifts, const struct case_record *old)
{
  const struct map_entry *entry;
  struct drift_group group;

  set_problem (&group, old);
  entry = map_find (&drifts->drift_groups, &group, sizeof group);
  if (entry == NULL) {
    set_device (&group, old);
    entry = map_find (&drifts->drift_groups, &group, sizeof group);
  }
  return entry != NULL ? &drifts->estimates[entry->number].drift : NULL;
}
