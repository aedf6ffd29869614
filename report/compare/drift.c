/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "report/compare/drift.h"

/* What the peers of one place tell. */
struct drift_estimates {
  struct estimate *estimate;
  size_t n;
  struct estimate mean;
};

/* A device, or a problem in a mode on it, which alone has what follows.  Texts
 * and sets of options of one run are kept once: the same ones have the same
 * address. */
struct drift_group {
  const char *device;
  bool is_problem;
  const char *family;
  const struct pairs *params;
  struct mode mode;
};

/* The bytes between members count, too. */
static void
set_device (struct drift_group *place, const struct case_record *record)
{
  memset (place, 0, sizeof *place);
  place->device = record->device;
}

static void
set_problem (struct drift_group *place, const struct case_record *record)
{
  set_device (place, record);
  place->is_problem = true;
  place->family = record->family;
  place->params = record->params;
  place->mode = case_record_settings (record).mode;
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
add_estimate (struct drifts *drifts, const struct drift_group *place,
              struct estimate e)
{
  size_t before = drifts->drift_groups.n;
  struct map_entry *entry
      = map_find_or_add (&drifts->drift_groups, place, sizeof *place);
  struct drift_estimates *told;

  if (drifts->drift_groups.n > before) {
    entry->key = pool_intern (&drifts->keys, place, sizeof *place);
    drifts->estimates
        = xgrow (drifts->estimates, before, sizeof drifts->estimates[0]);
    drifts->estimates[before] = (struct drift_estimates){ 0 };
  }
  told = &drifts->estimates[entry->number];
  told->estimate = xgrow (told->estimate, told->n, sizeof told->estimate[0]);
  told->estimate[told->n++] = e;
}

void
drifts_make (struct drifts *drifts, const struct match *match,
             const struct estimate *estimate, const bool *timed, size_t n)
{
  struct drift_group place;

  *drifts = (struct drifts){ 0 };
  for (size_t i = 0; i < n; i++) {
    if (!timed[i] || !drift_is_control (&match[i]))
      continue;
    set_problem (&place, match[i].old);
    add_estimate (drifts, &place, estimate[i]);
    set_device (&place, match[i].old);
    add_estimate (drifts, &place, estimate[i]);
  }
  for (size_t i = 0; i < drifts->drift_groups.n; i++) {
    struct drift_estimates *told = &drifts->estimates[i];

    told->mean = estimate_mean (told->estimate, told->n);
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
  struct drift_group place;

  set_problem (&place, old);
  entry = map_find (&drifts->drift_groups, &place, sizeof place);
  if (entry == NULL) {
    set_device (&place, old);
    entry = map_find (&drifts->drift_groups, &place, sizeof place);
  }
  if (entry != NULL)
    *drift = drifts->estimates[entry->number].mean;
  return entry != NULL;
}
