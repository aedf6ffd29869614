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
#include "report/grid.h"

/* foreign: what others are compared with is not gkhost's own. */
static char *
variant_cell (const struct case_record *record, bool foreign,
              struct marks *marks)
{
  const bool peer = record->peer == FLAG_YES;
  const bool uniform_only = record->uniform_only == FLAG_YES;
  char *name
      = xasprintf ("%s%s%s%s", text_or_empty (record->variant), peer ? "*" : "",
                   uniform_only ? "!" : "", foreign ? "?" : "");
  char *cell = describe_variant (name, record->side, record->tuned);

  marks->peer |= peer;
  marks->uniform_only |= uniform_only;
  marks->foreign |= foreign;
  free (name);
  return cell;
}

/* True for a variant that was verified to less precision than its type has. */
static bool
is_coarse (const struct case_record *record)
{
  static const struct {
    const char *dtype;
    double roundoff;
  } types[] = { { "f16", 0x1p-11 }, { "bf16", 0x1p-8 }, { "f32", 0x1p-24 },
                { "f64", 0x1p-53 }, { "c64", 0x1p-24 }, { "c128", 0x1p-53 } };

  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
    if (strcmp (text_or_empty (record->dtype), types[i].dtype) == 0)
      return record->precision > types[i].roundoff;
  return false;
}

/* "yes", "no" (not verified), or the status. */
static char *
outcome_text (const struct case_record *record, struct marks *marks)
{
  enum status status = record->result.status;
  char *text;

  if (status == STATUS_OK && record->result.verify.done != FLAG_YES)
    return xstrdup ("no");
  if (status == STATUS_OK && is_coarse (record)) {
    marks->coarse = true;
    return xasprintf ("yes, 2^%.3g", log2 (record->precision));
  }
  if (status == STATUS_OK)
    return xstrdup ("yes");
  text = xstrdup (names_at (&status_names, status));
  for (char *c = text; *c != '\0'; c++)
    *c = (char)toupper ((unsigned char)*c);
  return text;
}

/* The first caveat of a row.  Older records have no `cached`: it is derived
 * from the device. */
static enum caveat
word_of (const struct case_record *record, bool cached)
{
  const enum caveat first = caveat_first (record);

  return cached && first > CAVEAT_CACHED && case_time_shown (record) > 0
             ? CAVEAT_CACHED
             : first;
}

/* "yes, noisy": a column of caveats would widen each table for a few rows. */
static char *
verified_cell (const struct case_record *record, bool cached,
               struct marks *marks)
{
  char *outcome = outcome_text (record, marks), *cell;
  const enum caveat caveat = word_of (record, cached);

  if (caveat == N_CAVEATS)
    return outcome;
  marks->caveat[caveat] = true;
  cell = xasprintf ("%s, %s", outcome, caveat_word (caveat));
  free (outcome);
  return cell;
}

static char *
spread_cell (const struct case_record *record, struct marks *marks)
{
  char text[UNITS_MAX];
  double spread = case_spread (record);

  marks->one_sample |= case_has_one_sample (record);
  return xstrdup (spread < 0 ? "-" : units_percent (text, spread));
}

/* Adds what explains a ratio that is shown. */
static void
mark_ratio (struct marks *marks, enum ratio_ground ground,
            struct estimate ratio)
{
  const struct interval ends = estimate_interval (ratio);
  const bool known = units_ratio_is_known (ends.low, ends.high);

  marks->within_run |= ground == RATIO_WITHIN_RUN && known;
  marks->about |= ground != RATIO_BARE && !known;
}

/* "1.49 to 1.57x"; "1.53x" when the interval is unknown. */
static char *
speedup_cell (const struct case_record *record,
              const struct case_record *baseline, const struct rounds *rounds,
              struct marks *marks)
{
  char text[UNITS_MAX];
  struct estimate ratio;
  enum ratio_ground ground;

  if (record == baseline)
    return xstrdup ("baseline");
  if (baseline == NULL || case_time (record) <= 0)
    return xstrdup ("-");
  ground = row_ratio (rounds, baseline, record, &ratio);
  mark_ratio (marks, ground, ratio);
  return xstrdup (row_ratio_text (text, ground, ratio));
}

static char *
rate_cell (const struct case_record *record, const struct rate_unit *column)
{
  char text[UNITS_MAX];
  const char *unit = text_or_empty (record->rate.unit);
  double rate = rate_in_unit (record, column->si);

  if (isnan (rate))
    return xstrdup ("-");
  if (column->si == NULL)
    return xstrdup (units_rate (text, rate, unit));
  return xstrdup (units_rate_number (text, rate, column->si, column->largest));
}

/* share: of the limit, or NaN. */
static char *
limit_cell (const struct case_record *record, bool cached, double share)
{
  char text[UNITS_MAX];

  /* The memory's limit does not apply to data from the cache. */
  if (isnan (share)
      || (cached && strcmp (text_or_empty (record->limit.by), "memory") == 0))
    return xstrdup ("-");
  return xstrdup (units_percent (text, share));
}

/* True for what others are compared with, where it is not gkhost's own.  Of two
 * builds the older is the user's by definition. */
static bool
is_foreign_measure (const struct case_record *record, const struct block *block,
                    const struct run_record *run)
{
  return (record->peer == FLAG_YES
          || (record->side == NULL && record == block_baseline (block, record)))
         && plugin_is_foreign (run, record->plugin);
}

/* The least share that is printed as more than 100.0 %. */
#define OVER_LIMIT 1.0005

static void
fill_row (char **cell, struct marks *marks, const struct case_record *record,
          const struct block *block, const struct groups *groups,
          const struct rate_unit *unit)
{
  char text[UNITS_MAX];
  const struct device_record *device = groups_device (groups, record);
  bool cached = caveat_is_cached (record, device);

  cell[COLUMN_VARIANT] = variant_cell (
      record, is_foreign_measure (record, block, groups->run), marks);
  cell[COLUMN_DEVICE] = xstrdup (text_or_empty (record->device));
  cell[COLUMN_VERIFIED] = verified_cell (record, cached, marks);
  if (case_time_shown (record) <= 0) {
    for (int i = COLUMN_TIME; i < COLUMN_VERIFIED; i++)
      cell[i] = xstrdup ("-");
    return;
  }
  cell[COLUMN_TIME] = xstrdup (units_time (text, case_time_shown (record)));
  cell[COLUMN_SPREAD] = spread_cell (record, marks);
  cell[COLUMN_RATE] = rate_cell (record, unit);
  cell[COLUMN_LIMIT] = limit_cell (record, cached, record->of_limit);
  marks->over_limit |= record->of_limit >= OVER_LIMIT
                       && strcmp (cell[COLUMN_LIMIT], "-") != 0
                       && device != NULL && device_record_is_measured (device);
  /* Computed anew: older records don't have it. */
  cell[COLUMN_AT_CLOCK]
      = limit_cell (record, cached, limit_share_at_clock (record, device));
  cell[COLUMN_SPEEDUP] = speedup_cell (record, block_baseline (block, record),
                                       &groups->rounds, marks);
}

static bool
shows_other_units (const struct grid *grid, const struct block *block, size_t i)
{
  return strcmp (grid->cell[i][COLUMN_LIMIT], "-") != 0
         && limit_is_of_other_units (block->record[i]);
}

/* Puts a sign behind a cell: a blank where others have one, so that digits stay
 * aligned. */
static void
append_sign (char **cell, const char *sign)
{
  char *plain = *cell;

  *cell = xasprintf ("%s%s", plain, sign);
  free (plain);
}

/* Marks shares of another limit than that of the problem's operations. */
static void
mark_other_units (struct grid *grid, struct marks *marks,
                  const struct block *block)
{
  bool any = false;

  for (size_t i = 0; i < grid->n; i++)
    any |= shows_other_units (grid, block, i);
  marks->other_units |= any;
  for (size_t i = 0; any && i < grid->n; i++)
    append_sign (&grid->cell[i][COLUMN_LIMIT],
                 shows_other_units (grid, block, i) ? "^" : " ");
}

/* Marks the least time of a block and those that are tied with it; the others
 * get a blank, so that digits stay aligned. */
static void
mark_ties (struct grid *grid, struct marks *marks, const struct block *block,
           const struct rounds *rounds)
{
  static const char *const sign[]
      = { [TIE_SLOWER] = " ", [TIE_LEAST] = "<", [TIE_EQUAL] = "~" };
  enum tie *tie = xcalloc (block->n + 1, sizeof *tie);
  bool any = false;

  rows_tie (tie, block, rounds);
  for (size_t i = 0; i < grid->n; i++) {
    any |= tie[i] == TIE_LEAST;
    marks->tied |= tie[i] == TIE_EQUAL;
  }
  marks->fastest |= any;
  for (size_t i = 0; any && i < grid->n; i++)
    append_sign (&grid->cell[i][COLUMN_TIME], sign[tie[i]]);
  free (tie);
}

/* A result that was not verified is neither good nor bad. */
static enum tint
tint_of (const struct case_record *record)
{
  if (!case_passes (record))
    return TINT_RED;
  return record->result.verify.done == FLAG_YES ? TINT_GREEN : TINT_NONE;
}

static bool
any_limit (const struct block *block)
{
  for (size_t i = 0; i < block->n; i++)
    if (!isnan (block->record[i]->of_limit))
      return true;
  return false;
}

void
table_view_make (struct grid *grid, struct marks *marks,
                 const struct block *block, const struct groups *groups)
{
  const struct rate_unit unit = rate_unit_of (block);
  struct best_rows best;
  bool lowered = false;

  *grid = (struct grid){
    .head = { "variant", "device", "time", "spread", "rate", "of limit",
              "at clock", "speed-up", "verified" },
    .brief = { [COLUMN_LIMIT] = "limit" },
    .spare = COLUMN_SPREAD,
    .verdict = COLUMN_VERIFIED,
    .n_columns = N_COLUMNS,
  };
  /* Text is left-aligned, figures are right-aligned. */
  for (int j = COLUMN_TIME; j <= COLUMN_SPEEDUP; j++)
    grid->figure[j] = true;
  if (unit.si != NULL)
    grid->head[COLUMN_RATE] = units_rate_unit (unit.si, unit.largest);
  if (describe_device (block) != NULL)
    grid->head[COLUMN_DEVICE] = NULL;
  if (!any_limit (block))
    grid->head[COLUMN_LIMIT] = NULL;
  for (size_t i = 0; i < block->n; i++) {
    fill_row (grid_add_row (grid), marks, block->record[i], block, groups,
              &unit);
    grid->tint[i] = tint_of (block->record[i]);
    lowered |= strcmp (grid->cell[i][COLUMN_AT_CLOCK], "-") != 0;
  }
  marks->at_clock |= lowered;
  if (!lowered)
    grid->head[COLUMN_AT_CLOCK] = NULL;
  mark_ties (grid, marks, block, &groups->rounds);
  mark_other_units (grid, marks, block);
  columns_append (grid, block, groups->columns);
  if (best_rows_find (&best, block, &groups->rounds))
    mark_ratio (marks, best.ground, best.ratio);
}

/* ---- The samples of a block ---- */

enum sample_column {
  SAMPLES_VARIANT,
  SAMPLES_DEVICE,
  SAMPLES_NUMBER,
  SAMPLES_LEAST,
  SAMPLES_MEDIAN,
  SAMPLES_MOST,
  SAMPLES_CLOCK,
  SAMPLES_POWER,
  SAMPLES_TEMPERATURE,
  N_SAMPLES_COLUMNS
};

static char *
seconds_cell (double seconds)
{
  char text[UNITS_MAX];

  return xstrdup (seconds > 0 ? units_time (text, seconds) : "-");
}

static char *
number_cell (double value)
{
  return value >= 0 ? xasprintf ("%.0f", value) : xstrdup ("-");
}

/* "1.98 to 1.75": in GHz, before and after the samples. */
static char *
clock_cell (const struct case_record *record)
{
  const bool gpu = record->telemetry.clock_sm_first > 0;
  const double first = gpu ? record->telemetry.clock_sm_first
                           : record->result.telemetry.clock_before;
  const double last = gpu ? record->telemetry.clock_sm_last
                          : record->result.telemetry.clock_after;

  if (!(first > 0) || !(last > 0))
    return xstrdup ("-");
  return xasprintf ("%.2f to %.2f", first / 1e9, last / 1e9);
}

static void
fill_samples_row (char **cell, const struct case_record *record)
{
  const bool timed = case_time_shown (record) > 0;

  cell[SAMPLES_VARIANT]
      = describe_variant (record->variant, NULL, record->tuned);
  cell[SAMPLES_DEVICE] = xstrdup (text_or_empty (record->device));
  cell[SAMPLES_NUMBER]
      = timed && record->result.time.samples > 0
            ? xasprintf ("%lld", (long long)record->result.time.samples)
            : xstrdup ("-");
  cell[SAMPLES_LEAST] = seconds_cell (timed ? record->result.time.min_s : 0);
  cell[SAMPLES_MEDIAN] = seconds_cell (case_time_shown (record));
  cell[SAMPLES_MOST] = seconds_cell (timed ? record->result.time.max_s : 0);
  cell[SAMPLES_CLOCK] = clock_cell (record);
  cell[SAMPLES_POWER] = number_cell (record->telemetry.power);
  cell[SAMPLES_TEMPERATURE] = number_cell (record->telemetry.temperature);
}

void
samples_view_make (struct grid *grid, const struct block *block)
{
  *grid = (struct grid){
    .head = { "variant", "device", "samples", "minimum", "median", "maximum",
              "clock, GHz", "power, W", "temperature, C" },
    .n_columns = N_SAMPLES_COLUMNS,
  };
  for (int j = SAMPLES_NUMBER; j < N_SAMPLES_COLUMNS; j++)
    grid->figure[j] = true;
  for (size_t i = 0; i < block->n; i++)
    fill_samples_row (grid_add_row (grid), block->record[i]);
  if (describe_device (block) != NULL)
    grid->head[SAMPLES_DEVICE] = NULL;
  grid_hide_empty (grid, SAMPLES_CLOCK);
}
