/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "record/record.h"
#include "report/describe.h"
#include "report/fastest.h"

/* The rows that compete: of one problem in one mode on one device, whichever
 * job they are of. */
struct comparison {
  const json_t **record;
  size_t n;
};

struct comparisons {
  struct comparison *comparison;
  size_t n;
  json_t *number; /* of a comparison, by what describe_comparison says of it */
};

static struct comparison *
comparison_of (struct comparisons *comparisons, const json_t *record)
{
  char *name = describe_comparison (record);
  const json_t *number = json_object_get (comparisons->number, name);
  size_t i = comparisons->n;

  if (number != NULL)
    i = (size_t)json_integer_value (number);
  else {
    json_object_set_new (comparisons->number, name,
                         json_integer ((json_int_t)i));
    comparisons->comparison
        = xgrow (comparisons->comparison, i, sizeof comparisons->comparison[0]);
    comparisons->comparison[comparisons->n++] = (struct comparison){ 0 };
  }
  free (name);
  return &comparisons->comparison[i];
}

static void
add_row (struct comparisons *comparisons, const json_t *record)
{
  struct comparison *c = comparison_of (comparisons, record);

  c->record = xgrow (c->record, c->n, sizeof c->record[0]);
  c->record[c->n++] = record;
}

static bool
differ (const json_t *a, const json_t *b)
{
  const json_t *of_a = record_at (a, NULL, "tunables");
  const json_t *of_b = record_at (b, NULL, "tunables");

  /* Nothing equals nothing here, but not to json_equal. */
  return of_a != of_b && !json_equal (of_a, of_b);
}

static bool
is_swept (const struct comparison *c)
{
  for (size_t i = 0; i < c->n; i++) {
    const char *variant = record_text (c->record[i], NULL, "variant");
    size_t first = 0;

    while (strcmp (record_text (c->record[first], NULL, "variant"), variant))
      first++;
    if (differ (c->record[first], c->record[i]))
      return true;
  }
  return false;
}

/* The fastest row of the peers, or of the others. */
static const json_t *
find_fastest (const struct comparison *c, bool peer)
{
  const json_t *fastest = NULL;
  double least = 0, time;

  for (size_t i = 0; i < c->n; i++)
    if (record_true (c->record[i], NULL, "peer") == peer
        && record_time (c->record[i], &time)
        && (fastest == NULL || time < least)) {
      fastest = c->record[i];
      least = time;
    }
  return fastest;
}

static size_t
count_near (const struct comparison *c, const json_t *fastest)
{
  double least, spread, time;
  size_t n = 0;

  record_time (fastest, &least);
  if (!record_spread (fastest, &spread))
    return 0;
  for (size_t i = 0; i < c->n; i++)
    if (c->record[i] != fastest && !record_true (c->record[i], NULL, "peer")
        && record_time (c->record[i], &time) && time <= least * (1 + spread))
      n++;
  return n;
}

static void
add_fastest (struct fastest_list *list, const struct comparison *c)
{
  const json_t *record = find_fastest (c, false);

  if (record == NULL || !is_swept (c))
    return;
  list->fastest = xgrow (list->fastest, list->n, sizeof list->fastest[0]);
  list->fastest[list->n++] = (struct fastest){ .record = record,
                                               .peer = find_fastest (c, true),
                                               .near = count_near (c, record) };
}

void
fastest_make (struct fastest_list *list, const struct groups *groups)
{
  struct comparisons comparisons = { .number = json_object () };

  *list = (struct fastest_list){ 0 };
  for (size_t i = 0; i < groups->n_blocks; i++)
    for (size_t j = 0; j < groups->block[i].n; j++)
      add_row (&comparisons, groups->block[i].record[j]);
  for (size_t i = 0; i < comparisons.n; i++) {
    add_fastest (list, &comparisons.comparison[i]);
    free (comparisons.comparison[i].record);
  }
  free (comparisons.comparison);
  json_decref (comparisons.number);
}

void
fastest_free (struct fastest_list *list)
{
  free (list->fastest);
  *list = (struct fastest_list){ 0 };
}
