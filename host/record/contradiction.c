/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether the record of a case contradicts itself.  Its samples are in it, so
 * that the figures computed from them can be computed again; a figure that was
 * changed by itself differs.  Samples are binary32, other figures binary64:
 * each may be off by the rounding of a sample, and by no more.
 */
#include <config.h>

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/optional.h"
#include "base/stats.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "record/case-record.h"
#include "record/case-samples.h"
#include "record/records.h"

/* Twice the error of rounding to binary32, relative to a normal number, and for
 * one too small to be normal. */
static bool
is_near (double value, double computed)
{
  return fabs (value - computed)
         <= FLT_EPSILON * fabs (computed) + FLT_TRUE_MIN;
}

/* Returns what is wrong with a figure, to be freed; NULL: nothing, or it is
 * absent. */
static char *
compare_figure (const char *field, double value, double computed,
                const char *from)
{
  if (isnan (value) || is_near (value, computed))
    return NULL;
  return xasprintf ("%s is %.7g, but %s %.7g", field, value, from, computed);
}

static char *
compare_times (const struct result *r, const double *seconds, size_t n)
{
  static const char from[] = "its samples have";
  double *sorted = numbers_sorted (seconds, n), mean = 0;
  char *why = compare_figure ("time.median_s", r->time.median_s,
                              sorted_median (sorted, n), from);

  for (size_t i = 0; i < n; i++)
    mean += seconds[i] / (double)n;
  if (why == NULL)
    why = compare_figure ("time.min_s", r->time.min_s, sorted[0], from);
  if (why == NULL)
    why = compare_figure ("time.max_s", r->time.max_s, sorted[n - 1], from);
  if (why == NULL)
    why = compare_figure ("time.mean_s", r->time.mean_s, mean, from);
  free (sorted);
  return why;
}

static char *
compare_samples (const struct result *r)
{
  size_t n = 0;
  double *seconds = base64_floats_decode (r->time.values, &n);
  char *why = NULL;

  if (seconds == NULL || n == 0)
    why = xstrdup ("time.values is not binary32 in base64");
  else if (r->time.samples != INTEGER_ABSENT && r->time.samples != (int64_t)n)
    why = xasprintf ("time.samples is %" PRId64 ", but time.values has %zu",
                     r->time.samples, n);
  else
    why = compare_times (r, seconds, n);
  free (seconds);
  return why;
}

/* The rate and the share of the limit against the median, which samples have
 * shown to be right. */
static char *
compare_rates (const struct case_record *record)
{
  const struct result *r = &record->result;
  const double median = r->time.median_s;
  const char *unit = text_or_empty (record->rate.unit);
  const bool of_bytes = strcmp (unit, "B/s") == 0;
  const bool of_ops
      = strcmp (unit, "FLOP/s") == 0 || strcmp (unit, "OP/s") == 0;
  const double work = of_ops                           ? r->work.ops
                      : of_bytes && r->work.bytes >= 0 ? (double)r->work.bytes
                                                       : (double)NAN;
  char *why = NULL;

  if (!(median > 0))
    return NULL;
  if (!isnan (work))
    why = compare_figure ("rate.value", record->rate.value, work / median,
                          of_bytes ? "work.bytes over time.median_s is"
                                   : "work.ops over time.median_s is");
  if (why == NULL && !isnan (record->limit.seconds))
    why = compare_figure ("of_limit", record->of_limit,
                          record->limit.seconds / median,
                          "limit.seconds over time.median_s is");
  return why;
}

char *
case_record_contradiction (const struct case_record *record)
{
  char *why;

  if (!seeds_fit (record))
    return xstrdup ("its seeds are not those of seeds.commitment");
  if (record->result.time.values == NULL)
    return NULL;
  why = compare_samples (&record->result);
  return why != NULL ? why : compare_rates (record);
}
