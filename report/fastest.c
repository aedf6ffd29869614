/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/units.h"
#include "base/xalloc.h"
#include "report/describe.h"
#include "suite/settings.h"

/* A row and its index among all rows of the report. */
struct row {
  const struct case_record *record;
  size_t index;
};

/* The rows of one problem in one mode on one device, of any job; those of a
 * variant are adjacent. */
struct competing_rows {
  const struct row *row;
  size_t n;
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

/* Texts, settings and sets of options are interned, so addresses compare. */
static int
compare_addresses (const void *a, const void *b)
{
  return ((uintptr_t)a > (uintptr_t)b) - ((uintptr_t)a < (uintptr_t)b);
}

static int
compare_settings (const struct case_record *a, const struct case_record *b)
{
  struct settings x, y;
  int result;

  if (a->settings == b->settings)
    return 0;
  x = case_record_settings (a);
  y = case_record_settings (b);
  result = memcmp (&x.mode, &y.mode, sizeof x.mode);
  return result != 0 ? result : (x.data > y.data) - (x.data < y.data);
}

/* Zero when two rows compete. */
static int
compare_problems (const struct case_record *a, const struct case_record *b)
{
  int result = compare_addresses (a->params, b->params);

  if (result == 0)
    result = compare_addresses (a->family, b->family);
  if (result == 0)
    result = compare_addresses (a->device, b->device);
  if (result == 0)
    result = compare_addresses (a->cpus, b->cpus);
  return result != 0 ? result : compare_settings (a, b);
}

static int
compare_rows (const void *left, const void *right)
{
  const struct row *a = left, *b = right;
  int result = compare_problems (a->record, b->record);

  if (result == 0)
    result = compare_addresses (a->record->variant, b->record->variant);
  return result != 0 ? result : (a->index > b->index) - (a->index < b->index);
}

/* True when a variant has rows that differ in tunables. */
static bool
has_tunings (const struct competing_rows *c)
{
  for (size_t i = 1; i < c->n; i++) {
    const struct case_record *a = c->row[i - 1].record, *b = c->row[i].record;

    if (a->variant == b->variant && a->tunables != b->tunables)
      return true;
  }
  return false;
}

static size_t
first_row_index (const struct competing_rows *c)
{
  size_t first = c->row[0].index;

  for (size_t i = 1; i < c->n; i++)
    first = c->row[i].index < first ? c->row[i].index : first;
  return first;
}

static bool
is_faster (const struct row *a, const struct row *b)
{
  double x = case_time (a->record), y = case_time (b->record);

  return x != y ? x < y : a->index < b->index;
}

/* The fastest row of the peers, or of the other rows. */
static const struct case_record *
find_fastest (const struct competing_rows *c, bool peer)
{
  const struct row *fastest = NULL;

  for (size_t i = 0; i < c->n; i++) {
    const struct row *row = &c->row[i];

    if ((row->record->peer == FLAG_YES) == peer && case_competes (row->record)
        && (fastest == NULL || is_faster (row, fastest)))
      fastest = row;
  }
  return fastest != NULL ? fastest->record : NULL;
}

static size_t
count_near (const struct competing_rows *c, const struct case_record *fastest)
{
  double spread = case_spread (fastest);
  double most = case_time (fastest) * (1 + spread);
  size_t n = 0;

  for (size_t i = 0; spread >= 0 && i < c->n; i++) {
    const struct case_record *record = c->row[i].record;

    n += record != fastest && record->peer != FLAG_YES && case_competes (record)
         && case_time (record) <= most;
  }
  return n;
}

static void
add_fastest (struct fastest_list *list, const struct competing_rows *c)
{
  const struct case_record *record;

  if (!has_tunings (c) || (record = find_fastest (c, false)) == NULL)
    return;
  XAPPEND (list->fastest, list->n)
      = (struct fastest){ .record = record,
                          .peer = find_fastest (c, true),
                          .near = count_near (c, record),
                          .first_row = first_row_index (c) };
}

static int
compare_first_rows (const void *left, const void *right)
{
  const struct fastest *a = left, *b = right;

  return (a->first_row > b->first_row) - (a->first_row < b->first_row);
}

/* All rows, competing ones adjacent; the caller frees them. */
static struct row *
sorted_rows (const struct groups *groups, size_t *n)
{
  struct row *row = xcalloc (groups->n_cases + 1, sizeof *row);

  *n = 0;
  for (size_t i = 0; i < groups->n_blocks; i++)
    for (size_t j = 0; j < groups->block[i].n; j++, ++*n)
      row[*n] = (struct row){ groups->block[i].record[j], *n };
  qsort (row, *n, sizeof *row, compare_rows);
  return row;
}

void
fastest_make (struct fastest_list *list, const struct groups *groups)
{
  size_t n, end;
  struct row *row = sorted_rows (groups, &n);

  *list = (struct fastest_list){ 0 };
  for (size_t i = 0; i < n; i = end) {
    for (end = i + 1;
         end < n && compare_problems (row[i].record, row[end].record) == 0;)
      end++;
    add_fastest (list, &(struct competing_rows){ row + i, end - i });
  }
  if (list->n > 0)
    qsort (list->fastest, list->n, sizeof list->fastest[0], compare_first_rows);
  free (row);
}

void
fastest_free (struct fastest_list *list)
{
  free (list->fastest);
  *list = (struct fastest_list){ 0 };
}

/* ---- Its sentences ---- */

const char *
describe_fastest_list (const struct groups *groups)
{
  return groups->searched
             ? "fastest tunables of each problem, of the combinations that ran"
             : "fastest tunables of each problem";
}

char *
describe_comparison (const struct case_record *record)
{
  return describe_problem (
      &(struct problem_heading){ .job = record->family,
                                 .family = record->family,
                                 .params = record->params,
                                 .settings = fastest_settings (record),
                                 .device = record->device,
                                 .cpus = record->cpus,
                                 .on = text_or_empty (record->device) });
}

static void
add_row (struct text *text, const struct case_record *record)
{
  /* All tunables: the default value of a swept one may be the fastest. */
  char *row = describe_variant (record->variant, NULL, record->tunables);

  text_add (text, "%s", row);
  free (row);
}

char *
describe_fastest (const struct fastest *fastest)
{
  struct text text = { 0 };
  char quantity[UNITS_MAX];
  double mine = case_time (fastest->record);

  add_row (&text, fastest->record);
  text_add (&text, ": %s", units_time (quantity, mine));
  if (fastest->record->result.verify.done != FLAG_YES)
    text_add (&text, ", not verified");
  if (fastest->peer != NULL) {
    text_add (&text, ", speed-up %s over ",
              units_ratio (quantity, case_time (fastest->peer) / mine));
    add_row (&text, fastest->peer);
  }
  if (fastest->near > 0)
    text_add (&text, "; %zu other%s within its spread of %s", fastest->near,
              fastest->near > 1 ? "s" : "",
              units_percent (quantity, case_spread (fastest->record)));
  return text.data;
}
