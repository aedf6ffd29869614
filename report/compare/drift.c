/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "report/compare/drift.h"

/* The estimates of the peers in a group, and their mean. */
struct drift_estimates {
  struct estimate *estimate;
  size_t n;
  struct estimate mean;
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
              struct estimate e)
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
  peers->estimate
      = xgrow (peers->estimate, peers->n, sizeof peers->estimate[0]);
  peers->estimate[peers->n++] = e;
}

void
drifts_make (struct drifts *drifts, const struct match *match,
             const struct estimate *estimate, const bool *timed, size_t n)
{
  struct drift_group group;

  *drifts = (struct drifts){ 0 };
  for (size_t i = 0; i < n; i++) {
    if (!timed[i] || !drift_is_control (&match[i]))
      continue;
    set_problem (&group, match[i].old);
    add_estimate (drifts, &group, estimate[i]);
    set_device (&group, match[i].old);
    add_estimate (drifts, &group, estimate[i]);
  }
  for (size_t i = 0; i < drifts->drift_groups.n; i++) {
    struct drift_estimates *peers = &drifts->estimates[i];

    peers->mean = estimate_mean (peers->estimate, peers->n);
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

bool
drift_of (const struct drifts *drifts, const struct case_record *old,
          struct estimate *drift)
{
  const struct map_entry *entry;
  struct drift_group group;

  set_problem (&group, old);
  entry = map_find (&drifts->drift_groups, &group, sizeof group);
  if (entry == NULL) {
    set_device (&group, old);
    entry = map_find (&drifts->drift_groups, &group, sizeof group);
  }
  if (entry != NULL)
    *drift = drifts->estimates[entry->number].mean;
  return entry != NULL;
}
