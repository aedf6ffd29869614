/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/map.h"
#include "base/xalloc.h"
#include "command/only-failed.h"
#include "record/case-identity.h"
#include "record/runs.h"

/* The cases of a file, in the sequence of their first records. */
struct outcomes {
  struct map map;
  struct pool pool;
  bool *failed;
  size_t n_failed, n_selected;
};

/* A case is identified within its job, without time limits or the build of its
 * plugin: both may have been changed for another try. */
static void
note_outcome (struct outcomes *outcomes, const struct case_record *record)
{
  const struct identity key = case_identity_in_job (record);
  size_t before = outcomes->map.n;
  struct map_entry *entry = map_find_or_add (&outcomes->map, &key, sizeof key);

  if (outcomes->map.n > before) {
    entry->key = pool_intern (&outcomes->pool, &key, sizeof key);
    outcomes->failed
        = xgrow (outcomes->failed, before, sizeof outcomes->failed[0]);
    outcomes->failed[before] = false;
  }
  outcomes->n_failed -= outcomes->failed[entry->number];
  outcomes->failed[entry->number] = !case_passes (record);
  outcomes->n_failed += outcomes->failed[entry->number];
}

static bool
has_failed (void *arg, const struct case_ *c)
{
  struct outcomes *outcomes = arg;
  struct pool pool = { 0 };
  const struct identity key = case_identity_in_job (case_record_new (&pool, c));
  const struct map_entry *entry = map_find (&outcomes->map, &key, sizeof key);
  bool failed = entry != NULL && outcomes->failed[entry->number];

  outcomes->n_selected += failed;
  pool_free (&pool);
  return failed;
}

static bool
complain_of_others (const struct outcomes *outcomes, const char *path)
{
  size_t failed = outcomes->n_failed, selected = outcomes->n_selected;

  if (failed == 0)
    message_print (
        "--only-failed: every case in %s passed or was skipped: there is "
        "nothing to run again",
        path);
  else if (selected == 0)
    message_print (
        "--only-failed: none of the %zu cases that failed in %s is among "
        "those of this suite and its devices",
        failed, path);
  else if (selected < failed)
    message_print (
        "--only-failed: of the %zu cases that failed in %s only %zu are "
        "among those of this suite and its devices",
        failed, path, selected);
  return selected > 0;
}

bool
only_failed_select (struct cases *cases, const char *path)
{
  struct outcomes outcomes = { 0 };
  struct runs runs;
  bool good;

  if (!runs_read (&runs, path))
    return false;
  for (size_t i = 0; i < runs.n; i++)
    for (size_t j = 0; j < runs.run[i].n; j++)
      if (records_case (&runs.run[i], j) != NULL)
        note_outcome (&outcomes, records_case (&runs.run[i], j));
  runs_free (&runs);
  cases_filter (cases, has_failed, &outcomes);
  good = complain_of_others (&outcomes, path);
  free (outcomes.failed);
  map_free (&outcomes.map);
  pool_free (&outcomes.pool);
  return good;
}
