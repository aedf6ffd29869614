/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "base/xalloc.h"
#include "report/describe.h"
#include "report/table-view.h"

static const char *const titles[N_COLUMNS]
    = { "variant", "device",   "time",     "spread",
        "rate",    "of limit", "speed-up", "verified" };

/* Hot runs of a problem that fits in the cache tell nothing of the memory. */
static bool
is_cached (const json_t *record, const json_t *run)
{
  const json_t *device
      = record_device (run, record_text (record, NULL, "device"));
  double bytes, cache;

  return strcmp (record_text (record, "mode", "cache"), "hot") == 0
         && strcmp (record_text (record, "rate", "unit"), "B/s") == 0
         && record_number (record, "work", "bytes", &bytes)
         && record_number (device, NULL, "l2", &cache) && bytes <= cache;
}

static char *
variant_cell (const json_t *record, struct marks *marks)
{
  bool peer = record_true (record, NULL, "peer");
  char *tunables = describe_pairs (record_at (record, NULL, "tuned"));
  char *cell
      = xasprintf ("%s%s%s%s", record_text (record, NULL, "variant"),
                   peer ? "*" : "", tunables[0] != '\0' ? " " : "", tunables);

  marks->peer |= peer;
  free (tunables);
  return cell;
}

static char *
verified_cell (const json_t *record)
{
  enum status status = record_status (record);
  char *cell;

  if (status == STATUS_OK)
    return xstrdup (record_true (record, "verify", "done") ? "yes" : "no");
  cell = xstrdup (status_name[status]);
  for (char *c = cell; *c != '\0'; c++)
    *c = (char)toupper ((unsigned char)*c);
  return cell;
}

static char *
spread_cell (const json_t *record, struct marks *marks)
{
  char text[UNITS_MAX];
  double spread;
  bool settled = record_true (record, "time", "settled");

  if (!record_spread (record, &spread))
    return xstrdup ("-");
  marks->unsettled |= !settled;
  return xasprintf ("%s%s", settled ? "" : "~", units_percent (text, spread));
}

static char *
speedup_cell (const json_t *record, const json_t *baseline)
{
  char text[UNITS_MAX];
  double mine, theirs;

  if (record == baseline)
    return xstrdup ("baseline");
  if (!record_number (record, "time", "median_s", &mine) || mine <= 0
      || !record_number (baseline, "time", "median_s", &theirs))
    return xstrdup ("-");
  return xstrdup (units_ratio (text, theirs / mine));
}

/* What the rates of a column are in: its SI unit, NULL where each has its own,
 * and the largest. */
struct column_unit {
  const char *si;
  double largest;
};

/* The unit is in the head of the column, unless rows differ in it. */
static const char *
common_unit (const struct block *block)
{
  const char *unit = "";

  for (size_t i = 0; i < block->n; i++) {
    const char *own = record_text (block->record[i], "rate", "unit");

    if (own[0] == '\0')
      continue;
    if (unit[0] != '\0' && strcmp (own, unit) != 0)
      return NULL;
    unit = own;
  }
  return unit[0] != '\0' ? unit : NULL;
}

/* What decides the unit of a column. */
static double
largest_rate (const struct block *block)
{
  double largest = 0, rate;

  for (size_t i = 0; i < block->n; i++)
    if (record_status (block->record[i]) == STATUS_OK
        && record_number (block->record[i], "rate", "value", &rate)
        && rate > largest)
      largest = rate;
  return largest;
}

static char *
rate_cell (const json_t *record, const struct column_unit *column)
{
  char text[UNITS_MAX];
  const char *unit = record_text (record, "rate", "unit");
  double rate;

  if (!record_number (record, "rate", "value", &rate))
    return xstrdup ("-");
  return xstrdup (column->si != NULL
                      ? units_rate_number (text, rate, unit, column->largest)
                      : units_rate (text, rate, unit));
}

static char *
limit_cell (const json_t *record, bool cached)
{
  char text[UNITS_MAX];
  double share;

  /* A share of the memory's limit means nothing for what did not come from
   * there. */
  if ((cached && strcmp (record_text (record, "limit", "by"), "memory") == 0)
      || !record_number (record, NULL, "of_limit", &share))
    return xstrdup ("-");
  return xstrdup (units_percent (text, share));
}

static void
fill_row (struct table_view *view, char **cell, const json_t *record,
          const struct block *block, const json_t *run,
          const struct column_unit *unit)
{
  double median;
  char text[UNITS_MAX];
  bool cached = is_cached (record, run);

  cell[COLUMN_VARIANT] = variant_cell (record, &view->marks);
  cell[COLUMN_DEVICE] = xstrdup (record_text (record, NULL, "device"));
  cell[COLUMN_VERIFIED] = verified_cell (record);
  if (!record_time (record, &median)) {
    for (int i = COLUMN_TIME; i < COLUMN_VERIFIED; i++)
      cell[i] = xstrdup ("-");
    return;
  }
  cell[COLUMN_TIME] = xstrdup (units_time (text, median));
  cell[COLUMN_SPREAD] = spread_cell (record, &view->marks);
  cell[COLUMN_RATE] = rate_cell (record, unit);
  cell[COLUMN_LIMIT] = limit_cell (record, cached);
  cell[COLUMN_SPEEDUP] = speedup_cell (record, block->baseline);
}

/* Marks rates that come from the cache; the others get a blank in its place, so
 * that digits stay below each other. */
static void
mark_cached (struct table_view *view, const struct block *block,
             const json_t *run)
{
  bool any = false;

  for (size_t i = 0; i < view->n; i++)
    any |= is_cached (block->record[i], run)
           && strcmp (view->cell[i][COLUMN_RATE], "-") != 0;
  if (!any)
    return;
  view->marks.cached = true;
  for (size_t i = 0; i < view->n; i++) {
    char *plain = view->cell[i][COLUMN_RATE];
    bool cached = is_cached (block->record[i], run) && strcmp (plain, "-") != 0;

    view->cell[i][COLUMN_RATE] = xasprintf ("%s%s", plain, cached ? "c" : " ");
    free (plain);
  }
}

void
table_view_make (struct table_view *view, const struct block *block,
                 const json_t *run)
{
  const struct column_unit unit = { common_unit (block), largest_rate (block) };

  *view = (struct table_view){ .n = block->n };
  memcpy (view->head, titles, sizeof titles);
  if (unit.si != NULL)
    view->head[COLUMN_RATE] = units_rate_unit (unit.si, unit.largest);
  if (describe_device (block) != NULL)
    view->head[COLUMN_DEVICE] = NULL;
  view->cell = xcalloc (block->n, sizeof view->cell[0]);
  for (size_t i = 0; i < block->n; i++)
    fill_row (view, view->cell[i], block->record[i], block, run, &unit);
  mark_cached (view, block, run);
}

void
table_view_free (struct table_view *view)
{
  for (size_t i = 0; i < view->n; i++)
    for (int j = 0; j < N_COLUMNS; j++)
      free (view->cell[i][j]);
  free (view->cell);
}

bool
table_view_is_figure (enum column column)
{
  return column >= COLUMN_TIME && column <= COLUMN_SPEEDUP;
}

const char *
table_view_legend (const struct marks *marks, size_t i)
{
  if (marks->peer && i-- == 0)
    return "*  a routine of a library or of the driver, to compare with";
  if (marks->unsettled && i-- == 0)
    return "~  still noisier than asked for when max_time was up";
  if (marks->cached && i == 0)
    return "c  served from cache: the problem fits in it, so this is not the "
           "memory's speed";
  return NULL;
}
