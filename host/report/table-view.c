/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "base/text.h"
#include "base/units.h"
#include "base/xalloc.h"
#include "report/describe.h"
#include "report/table-view.h"
#include "suite/settings.h"

static const char *const titles[N_COLUMNS]
    = { "variant", "device",   "time",     "spread",
        "rate",    "of limit", "speed-up", "verified" };

/* Hot runs of a problem that fits in the cache tell nothing of the memory. */
static bool
is_cached (const struct case_record *record, const struct groups *groups)
{
  const struct device_record *device = groups_device (groups, record);

  return case_record_settings (record).mode.cache == CACHE_HOT
         && strcmp (text_shown (record->rate.unit), "B/s") == 0
         && record->result.work.bytes != INTEGER_ABSENT && device != NULL
         && record->result.work.bytes <= device->l2;
}

static char *
variant_cell (const struct case_record *record, struct marks *marks)
{
  bool peer = record->peer == FLAG_YES;
  char *tunables = describe_pairs (record->tuned);
  char *cell = xasprintf ("%s%s%s%s%s%s", text_shown (record->variant),
                          peer ? "*" : "", record->side != NULL ? " " : "",
                          text_shown (record->side),
                          tunables[0] != '\0' ? " " : "", tunables);

  marks->peer |= peer;
  free (tunables);
  return cell;
}

/* Whether a variant was judged by less precision than its type has. */
static bool
is_coarse (const struct case_record *record)
{
  static const struct {
    const char *dtype;
    double roundoff;
  } types[] = { { "f16", 0x1p-11 }, { "bf16", 0x1p-8 }, { "f32", 0x1p-24 },
                { "f64", 0x1p-53 }, { "c64", 0x1p-24 }, { "c128", 0x1p-53 } };

  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
    if (strcmp (text_shown (record->dtype), types[i].dtype) == 0)
      return record->precision > types[i].roundoff;
  return false;
}

static char *
verified_cell (const struct case_record *record, struct marks *marks)
{
  enum status status = record->result.status;
  char *cell;

  if (case_suspect (record))
    return xstrdup (VERDICT_SUSPECT);
  if (status == STATUS_OK && record->result.verify.done != FLAG_YES)
    return xstrdup ("no");
  if (status == STATUS_OK && is_coarse (record)) {
    marks->coarse = true;
    return xasprintf ("yes, 2^%.3g", log2 (record->precision));
  }
  if (status == STATUS_OK)
    return xstrdup ("yes");
  cell = xstrdup (names_at (&status_names, status));
  for (char *c = cell; *c != '\0'; c++)
    *c = (char)toupper ((unsigned char)*c);
  return cell;
}

/* Whether the noise is as asked for, and only samples are lacking.  Records of
 * the first format don't tell what was asked for. */
static bool
is_short (const struct case_record *record)
{
  const uint64_t asked = UINT64_C (1) << setting_find ("min_samples");
  const struct sampling sampling = case_record_settings (record).sampling;

  return case_settings_there (record->settings, asked) != 0
         && record->result.time.samples < sampling.min_samples
         && record->result.time.error <= sampling.noise;
}

static char *
spread_cell (const struct case_record *record, struct marks *marks)
{
  char text[UNITS_MAX];
  double spread = case_spread (record);
  bool settled = record->result.time.settled == FLAG_YES;
  bool few = !settled && is_short (record);

  if (spread < 0)
    return xstrdup ("-");
  marks->few |= few;
  marks->noisy |= !settled && !few;
  return xasprintf ("%s%s",
                    settled ? ""
                    : few   ? "?"
                            : "~",
                    units_percent (text, spread));
}

/* "1.53x ± 0.04", where rounds tell how far to trust it. */
static char *
speedup_cell (const struct case_record *record,
              const struct case_record *baseline, const struct rounds *rounds)
{
  char text[UNITS_MAX];
  struct estimate ratio;

  if (record == baseline)
    return xstrdup ("baseline");
  if (baseline == NULL || case_time (record) <= 0)
    return xstrdup ("-");
  if (rounds_ratio (rounds, baseline, rounds, record, &ratio))
    return xstrdup (units_ratio_within (text, estimate_ratio (ratio),
                                        estimate_half_width (ratio)));
  return xstrdup (
      units_ratio (text, case_time (baseline) / case_time (record)));
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
  const char *unit = NULL;

  for (size_t i = 0; i < block->n; i++) {
    const char *own = block->record[i]->rate.unit;

    if (own == NULL)
      continue;
    if (unit != NULL && own != unit)
      return NULL;
    unit = own;
  }
  return unit;
}

/* What decides the unit of a column. */
static double
largest_rate (const struct block *block)
{
  double largest = 0;

  for (size_t i = 0; i < block->n; i++) {
    const struct case_record *record = block->record[i];

    if (case_time (record) > 0 && record->rate.value > largest)
      largest = record->rate.value;
  }
  return largest;
}

static char *
rate_cell (const struct case_record *record, const struct column_unit *column)
{
  char text[UNITS_MAX];
  const char *unit = text_shown (record->rate.unit);
  double rate = record->rate.value;

  if (isnan (rate))
    return xstrdup ("-");
  return xstrdup (column->si != NULL
                      ? units_rate_number (text, rate, unit, column->largest)
                      : units_rate (text, rate, unit));
}

static char *
limit_cell (const struct case_record *record, bool cached)
{
  char text[UNITS_MAX];

  /* A share of the memory's limit means nothing for what did not come from
   * there. */
  if (isnan (record->of_limit)
      || (cached && strcmp (text_shown (record->limit.by), "memory") == 0))
    return xstrdup ("-");
  return xstrdup (units_percent (text, record->of_limit));
}

static void
fill_row (struct table_view *view, char **cell,
          const struct case_record *record, const struct block *block,
          const struct groups *groups, const struct column_unit *unit)
{
  char text[UNITS_MAX];
  bool cached = is_cached (record, groups);

  cell[COLUMN_VARIANT] = variant_cell (record, &view->marks);
  cell[COLUMN_DEVICE] = xstrdup (text_shown (record->device));
  cell[COLUMN_VERIFIED] = verified_cell (record, &view->marks);
  if (case_time_shown (record) <= 0) {
    for (int i = COLUMN_TIME; i < COLUMN_VERIFIED; i++)
      cell[i] = xstrdup ("-");
    return;
  }
  cell[COLUMN_TIME] = xstrdup (units_time (text, case_time_shown (record)));
  cell[COLUMN_SPREAD] = spread_cell (record, &view->marks);
  cell[COLUMN_RATE] = rate_cell (record, unit);
  cell[COLUMN_LIMIT] = limit_cell (record, cached);
  cell[COLUMN_SPEEDUP]
      = speedup_cell (record, block->baseline, &groups->rounds);
}

/* Marks rates that come from the cache; the others get a blank in its place, so
 * that digits stay below each other. */
static void
mark_cached (struct table_view *view, const struct block *block,
             const struct groups *groups)
{
  bool any = false;

  for (size_t i = 0; i < block->n; i++)
    any |= is_cached (block->record[i], groups)
           && strcmp (view->grid.cell[i][COLUMN_RATE], "-") != 0;
  if (!any)
    return;
  view->marks.cached = true;
  for (size_t i = 0; i < block->n; i++) {
    char *plain = view->grid.cell[i][COLUMN_RATE];
    bool cached
        = is_cached (block->record[i], groups) && strcmp (plain, "-") != 0;

    view->grid.cell[i][COLUMN_RATE]
        = xasprintf ("%s%s", plain, cached ? "c" : " ");
    free (plain);
  }
}

void
table_view_make (struct table_view *view, const struct block *block,
                 const struct groups *groups)
{
  const struct column_unit unit = { common_unit (block), largest_rate (block) };
  struct grid *grid = &view->grid;

  *view
      = (struct table_view){ .grid.n = block->n, .grid.n_columns = N_COLUMNS };
  memcpy (grid->head, titles, sizeof titles);
  /* Text is on the left, figures are on the right. */
  for (int j = COLUMN_TIME; j <= COLUMN_SPEEDUP; j++)
    grid->figure[j] = true;
  if (unit.si != NULL)
    grid->head[COLUMN_RATE] = units_rate_unit (unit.si, unit.largest);
  if (describe_device (block) != NULL)
    grid->head[COLUMN_DEVICE] = NULL;
  grid->cell = xcalloc (block->n, sizeof grid->cell[0]);
  for (size_t i = 0; i < block->n; i++)
    fill_row (view, grid->cell[i], block->record[i], block, groups, &unit);
  mark_cached (view, block, groups);
}

void
table_view_free (struct table_view *view)
{
  grid_free (&view->grid);
}

const char *
table_view_legend (const struct marks *marks, size_t i)
{
  if (marks->peer && i-- == 0)
    return "*  a routine of a library or of the driver, to compare with";
  if (marks->noisy && i-- == 0)
    return "~  still noisier than asked for when max_time was up";
  if (marks->few && i-- == 0)
    return "?  fewer samples than min_samples when max_time was up";
  if (marks->coarse && i-- == 0)
    return "2^-n  judged by this precision, less than that of its type, which "
           "the variant declares";
  if (marks->cached && i == 0)
    return "c  served from cache: the problem fits in it, so this is not the "
           "memory's speed";
  return NULL;
}
