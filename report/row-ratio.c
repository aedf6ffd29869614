/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "base/units.h"
#include "report/describe.h"

/* Errors of medians come from many samples: the 95 % interval is two standard
 * errors on either side. */
enum { OF_SAMPLES = 1000 };

enum ratio_ground
row_ratio (const struct rounds *rounds, const struct case_record *over,
           const struct case_record *under, struct estimate *estimate)
{
  double a = case_error (over), b = case_error (under);

  if (rounds_ratio (rounds, over, rounds, under, estimate))
    return RATIO_OF_ROUNDS;
  *estimate
      = (struct estimate){ .log = log (case_time (over) / case_time (under)) };
  if (a < 0 || b < 0)
    return RATIO_BARE;
  estimate->error = hypot (a, b);
  estimate->freedom = OF_SAMPLES;
  return RATIO_WITHIN_RUN;
}

char *
row_ratio_text (char *text, enum ratio_ground ground, struct estimate estimate)
{
  const double ratio = estimate_ratio (estimate);
  struct interval ends;

  if (ground == RATIO_BARE)
    return units_ratio (text, ratio);
  ends = estimate_interval (estimate);
  return units_ratio_between (text, ends.low, ratio, ends.high);
}

/* True when a row is known to be slower than the fastest, took over twice the
 * time, or has no interval: a mark needs evidence. */
static bool
is_slower (const struct rounds *rounds, const struct case_record *record,
           const struct case_record *fastest)
{
  struct estimate ratio;
  struct interval ends;

  if (row_ratio (rounds, record, fastest, &ratio) == RATIO_BARE)
    return true;
  ends = estimate_interval (ratio);
  return ends.low > 1 || estimate_ratio (ratio) > 2;
}

/* NULL when fewer than two rows have a time. */
static const struct case_record *
find_fastest (const struct block *block)
{
  const struct case_record *fastest = NULL;
  size_t n = 0;

  for (size_t i = 0; i < block->n; i++) {
    const struct case_record *record = block->record[i];

    if (!case_competes (record))
      continue;
    n++;
    if (fastest == NULL || case_time (record) < case_time (fastest))
      fastest = record;
  }
  return n > 1 ? fastest : NULL;
}

void
rows_tie (enum tie *tie, const struct block *block, const struct rounds *rounds)
{
  const struct case_record *least = find_fastest (block);

  for (size_t i = 0; i < block->n; i++) {
    const struct case_record *record = block->record[i];

    if (record == least)
      tie[i] = TIE_LEAST;
    else if (least == NULL || !case_competes (record)
             || is_slower (rounds, record, least))
      tie[i] = TIE_SLOWER;
    else
      tie[i] = TIE_EQUAL;
  }
}

/* Peers are references and never the best: the fastest other row counts, as in
 * fastest.c.  A suspect row has no time. */
static const struct case_record *
find_best (const struct block *block, bool cpu)
{
  const struct case_record *best = NULL;

  for (size_t i = 0; i < block->n; i++) {
    const struct case_record *record = block->record[i];

    if (record_is_on_cpu (record) == cpu && record->peer != FLAG_YES
        && case_competes (record)
        && (best == NULL || case_time (record) < case_time (best)))
      best = record;
  }
  return best;
}

bool
best_rows_find (struct best_rows *best, const struct block *block,
                const struct rounds *rounds)
{
  const struct case_record *cpu = find_best (block, true);
  const struct case_record *gpu = find_best (block, false);
  bool gpu_leads;

  if (cpu == NULL || gpu == NULL)
    return false;
  gpu_leads = case_time (gpu) <= case_time (cpu);
  best->faster = gpu_leads ? gpu : cpu;
  best->slower = gpu_leads ? cpu : gpu;
  best->ground = row_ratio (rounds, best->slower, best->faster, &best->ratio);
  return true;
}

static bool
is_bytes (const char *unit)
{
  return strcmp (unit, "B/s") == 0;
}

/* True when a rate in bytes can be converted to operations. */
static bool
has_both (const struct case_record *record)
{
  return record->result.work.ops > 0 && record->result.work.bytes > 0;
}

/* The unit of the column; NULL when rows differ.  When some rows are bound by
 * the memory and others by compute units, all are shown in operations, so that
 * they can be compared. */
static const char *
common_unit (const struct block *block)
{
  const char *unit = NULL;

  for (size_t i = 0; i < block->n; i++) {
    const char *own = block->record[i]->rate.unit;

    if (own == NULL || (unit != NULL && own == unit))
      continue;
    if (unit == NULL || (is_bytes (unit) && has_both (block->record[i])))
      unit = own;
    else if (!is_bytes (own) || !has_both (block->record[i]))
      return NULL;
  }
  return unit;
}

double
rate_in_unit (const struct case_record *record, const char *unit)
{
  const char *own = text_or_empty (record->rate.unit);

  if (unit == NULL || !is_bytes (own) || is_bytes (unit))
    return record->rate.value;
  return record->rate.value * record->result.work.ops
         / (double)record->result.work.bytes;
}

struct rate_unit
rate_unit_of (const struct block *block)
{
  struct rate_unit unit = { .si = common_unit (block) };

  for (size_t i = 0; i < block->n; i++) {
    const struct case_record *record = block->record[i];
    const double rate = rate_in_unit (record, unit.si);

    if (case_time (record) > 0 && rate > unit.largest)
      unit.largest = rate;
  }
  return unit;
}
