/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/message.h"
#include "base/map.h"
#include "base/pool.h"
#include "base/text.h"
#include "report/compare/timers.h"
#include "record/case-identity.h"

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
          const struct case_record *record, size_t *which)
{
  const struct identity subject = case_benchmark_any_timer (record);
  const struct map_entry *entry
      = map_find (&lone->map, &subject, sizeof subject);

  if (entry == NULL)
    return false;
  *which = entry->number;
  return case_record_settings (match[*which].old).mode.timer
         != case_record_settings (record).mode.timer;
}

bool
timers_are_alike (const struct compared_run *old,
                  const struct compared_run *new, const struct match *match,
                  size_t n)
{
  struct lone lone = { 0 };
  bool alike = true;
  size_t which;

  for (size_t i = 0; i < n; i++)
    if (match[i].new == NULL)
      add_match (&lone, match, i);
  for (size_t i = 0; i < n && alike; i++) {
    if (match[i].old != NULL || !is_among (&lone, match, match[i].new, &which))
      continue;
    message_print (
        "%s/%s was timed by one timer in %s and by another in %s, which "
        "encloses less or more of a launch: measure both with the same "
        "timer, events or kernel",
        text_or_empty (match[i].new->job),
        text_or_empty (match[i].new->variant), old->path, new->path);
    alike = false;
  }
  map_free (&lone.map);
  pool_free (&lone.keys);
  return alike;
}
