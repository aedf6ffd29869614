/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "report/row-ratio.h"

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

double
row_ratio_off (enum ratio_ground ground, struct estimate estimate)
{
  /* Errors of samples are shares of the times, not of their logarithms. */
  return ground == RATIO_WITHIN_RUN
             ? estimate_ratio (estimate) * 2 * estimate.error
             : estimate_half_width (estimate);
}

/* True when a row is known to be slower than the fastest, or when that can't be
 * estimated: a mark needs evidence. */
static bool
is_slower (const struct rounds *rounds, const struct case_record *record,
           const struct case_record *fastest)
{
  struct estimate ratio;

  return row_ratio (rounds, record, fastest, &ratio) == RATIO_BARE
         || estimate_interval (ratio).low > 1;
}

/* NULL when fewer than two rows have a time. */
static const struct case_record *
find_fastest (const struct block *block)
{
  const struct case_record *fastest = NULL;
  size_t n = 0;

  for (size_t i = 0; i < block->n; i++) {
    const struct case_record *record = block->record[i];

    if (case_time (record) <= 0)
      continue;
    n++;
    if (fastest == NULL || case_time (record) < case_time (fastest))
      fastest = record;
  }
  return n > 1 ? fastest : NULL;
}

void
rows_fastest (bool *fastest, const struct block *block,
              const struct rounds *rounds)
{
  const struct case_record *first = find_fastest (block);

  for (size_t i = 0; i < block->n; i++) {
    const struct case_record *record = block->record[i];

    fastest[i] = first != NULL && case_time (record) > 0
                 && (record == first || !is_slower (rounds, record, first));
  }
}
