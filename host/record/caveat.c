/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/optional.h"
#include "base/stats.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "device/meter.h"
#include "record/case-samples.h"
#include "record/caveat.h"
#include "record/records.h"
#include "suite/settings.h"

/* Standard deviations that a statistic must be off: by chance in under 0.1 % of
 * long series.  Short series can't be that far off. */
#define FAR_OFF 3.3
/* The threshold of the trend with ten samples, and its rise with each more. */
#define FEW_OFF 2.6
#define MORE_OFF 0.07
/* Standard errors that the medians of the two halves must be apart. */
#define APART 3

/* From MANY samples on, neighbours may be alike, as in a slice, and PARTS
 * medians are checked, too. */
enum { MANY = 60, PARTS = 6 };
/* The share of the parts' variance that one step or a line must explain: by
 * chance in under 1 % of series. */
#define EXPLAINED 0.94

struct sample {
  double seconds, rank; /* sorted by the first */
  size_t index;
};

/* In standard deviations of what chance gives. */
struct trend {
  double rise; /* Spearman's coefficient of time and order */
  double step; /* U test of the second half against the first */
};

/* Sorts the samples; equal ones get the mean of their ranks. */
static void
set_ranks (struct sample *sample, size_t n)
{
  qsort (sample, n, sizeof *sample, compare_reals);
  for (size_t i = 0, end; i < n; i = end) {
    for (end = i + 1; end < n && sample[end].seconds == sample[i].seconds;)
      end++;
    for (size_t j = i; j < end; j++)
      sample[j].rank = (double)(i + end - 1) / 2;
  }
}

static struct trend
trend_of (const struct sample *sample, size_t n)
{
  double count = (double)n, middle = (count - 1) / 2, half = (double)(n / 2);
  struct trend t = { 0 };

  for (size_t i = 0; i < n; i++) {
    double rank = sample[i].rank - middle;

    t.rise += rank * ((double)sample[i].index - middle);
    t.step -= sample[i].index < n / 2 ? rank : 0;
  }
  t.rise *= 12 * sqrt (count - 1) / (count * (count * count - 1));
  t.step /= sqrt (half * (count - half) * (count + 1) / 12);
  return t;
}

/* A median and its standard error, from the ranks around it. */
struct median {
  double seconds, error;
};

static struct median
median_of (const double *seconds, size_t n)
{
  double middle = (double)(n - 1) / 2, off = sqrt ((double)n) / 2;
  double *sorted = numbers_sorted (seconds, n);
  struct median m;

  m.seconds = sorted_at (sorted, n, middle);
  m.error = (sorted_at (sorted, n, middle + off)
             - sorted_at (sorted, n, middle - off))
            / 2;
  free (sorted);
  return m;
}

/* Few samples may be in the order of a step by chance: the halves must be
 * apart, too. */
static bool
is_step (const double *seconds, size_t n, double step)
{
  double half = (double)(n / 2), rest = (double)n - half;
  double most = sqrt (3 * half * rest / ((double)n + 1));
  struct median first, last;

  if (fabs (step) < fmin (FAR_OFF, most - 0.01))
    return false;
  first = median_of (seconds, n / 2);
  last = median_of (seconds + n / 2, n - n / 2);
  return fabs (last.seconds - first.seconds)
         > APART * hypot (first.error, last.error);
}

/* Returns the sum of squares that a step in front of that part explains. */
static double
step_explains (const double *off, size_t part)
{
  double sum = 0;

  /* The parts after it have the opposite sum. */
  for (size_t i = 0; i < part; i++)
    sum += off[i];
  return sum * sum / (double)part + sum * sum / (double)(PARTS - part);
}

static double
line_explains (const double *off)
{
  double sum = 0, squares = 0;

  for (size_t i = 0; i < PARTS; i++) {
    double place = (double)i - (double)(PARTS - 1) / 2;

    sum += place * off[i];
    squares += place * place;
  }
  return sum * sum / squares;
}

/* True where the medians of the parts follow one step or a line. */
static bool
parts_follow (const double *seconds, size_t n)
{
  double off[PARTS], mean = 0, all = 0, most;

  for (size_t i = 0; i < PARTS; i++) {
    size_t begin = i * n / PARTS, end = (i + 1) * n / PARTS;

    off[i] = numbers_median (seconds + begin, end - begin);
    mean += off[i] / PARTS;
  }
  for (size_t i = 0; i < PARTS; i++) {
    off[i] -= mean;
    all += off[i] * off[i];
  }
  most = line_explains (off);
  for (size_t part = 1; part < PARTS; part++)
    most = fmax (most, step_explains (off, part));
  return most >= EXPLAINED * all;
}

bool
trend_is_present (const double *seconds, size_t n, double least)
{
  struct sample *sample;
  struct trend trend;
  size_t third = (n + 2) / 3;
  double moved;

  if (n < TREND_SAMPLES_LEAST)
    return false;
  moved = numbers_median (seconds + n - third, third)
          - numbers_median (seconds, third);
  if (!(fabs (moved) > least * numbers_median (seconds, n)))
    return false;
  sample = xcalloc (n, sizeof *sample);
  for (size_t i = 0; i < n; i++)
    sample[i] = (struct sample){ .seconds = seconds[i], .index = i };
  set_ranks (sample, n);
  trend = trend_of (sample, n);
  free (sample);
  return (fabs (trend.rise) > fmin (
              FAR_OFF, FEW_OFF + MORE_OFF * (double)(n - TREND_SAMPLES_LEAST))
          || is_step (seconds, n, trend.step))
         && (n < MANY || parts_follow (seconds, n));
}

/* Samples that move by a smaller share than this are not reported, */
#define MOVED_LEAST 0.02
/* nor those that move by less than this multiple of the key noise. */
#define MOVED_NOISES 2

/* A time is near the floor up to this many empty launches. */
#define FLOOR_TIMES 3

/* Fresh processes may take so many times as long. */
#define STABLE_TIMES 2

/* A case is noisy whose error is more than this multiple of the key noise. */
#define NOISY_NOISES 5

/* A clock that rose by less than this factor does not explain faster samples.
 */
#define ROSE 1.03
/* Other processes may use up to this share of the cores. */
#define OTHERS_SHARE 0.1
/* Threads that stay on their cores compute for no longer than the samples take
 * on each. */
#define CORES_SHARE 1.05

static const struct {
  const char *word, *meaning;
} caveats[N_CAVEATS] = {
  [CAVEAT_SUSPECT] = { VERDICT_SUSPECT, "can't be true, for the reason given; "
                                        "nothing is compared with it" },
  [CAVEAT_UNSTABLE] = { "unstable", "fresh processes took twice as long: "
                                    "declare warm-up launches" },
  [CAVEAT_UNPINNED] = { "unpinned", "its threads ran on more cores than it was "
                                    "given: compare it with rows of as many" },
  [CAVEAT_THROTTLED] = { "throttled", "heat or power lowered the clock: "
                                      "cool it, or raise its power limit" },
  [CAVEAT_RAMPING] = { "ramping", "the clock still rose, and times fell: "
                                  "raise warmup" },
  [CAVEAT_SHARED] = { "shared", "other processes used the device: stop or "
                                "move them" },
  [CAVEAT_TREND] = { "unsettled", "times drifted while measured: raise "
                                  "warmup, or find what changed" },
  [CAVEAT_FLOOR] = { "floor", "within three times an empty launch: measure a "
                              "larger problem" },
  [CAVEAT_CACHED] = { "cached", "fits in a cache, so it is not the memory's "
                                "rate: measure cold or larger" },
  [CAVEAT_OUTLIERS]
  = { "outliers", "takes over 5 % more or less time where a "
                  "few numbers are large: see time.planted_s" },
  [CAVEAT_NOISY] = { "noisy", "error far over the key noise: raise max_time, "
                              "or quiet the machine" },
  [CAVEAT_FEW] = { "few", "too few samples: raise max_time, or max_samples" },
  [CAVEAT_RERUN] = { "rerun", "its judge or worker was killed, see killed in "
                              "the record: the row is of a second try" },
  [CAVEAT_UNOPENED] = { "unopened", "the run was killed before its record told "
                                    "the seeds that the verdict is of" },
};

const char *
caveat_word (enum caveat caveat)
{
  return caveats[caveat].word;
}

const char *
caveat_meaning (enum caveat caveat)
{
  return caveats[caveat].meaning;
}

/* True of one sample, and where the error is within the key noise, and only
 * samples are lacking.  Records of format 1 don't have that key. */
static bool
is_few (const struct case_record *record)
{
  const uint64_t asked = UINT64_C (1) << setting_find ("noise");
  const struct sampling sampling = case_record_settings (record).sampling;

  return case_has_one_sample (record)
         || (record->result.time.settled == FLAG_NO
             && case_settings_there (record->settings, asked) != 0
             && record->result.time.error <= sampling.noise);
}

/* The table shows any error; a caveat is only for a large one.  One sample has
 * no error, and noise = 0 means as many samples as there is time for. */
static bool
is_noisy (const struct case_record *record)
{
  const struct sampling sampling = case_record_settings (record).sampling;

  return record->result.time.settled == FLAG_NO && case_spread (record) >= 0
         && sampling.noise > 0
         && !(record->result.time.error <= NOISY_NOISES * sampling.noise);
}

static bool
is_near_floor (const struct case_record *record)
{
  return case_time (record) <= FLOOR_TIMES * record->result.floor_s;
}

bool
caveat_is_cached (const struct case_record *record,
                  const struct device_record *device)
{
  return case_record_settings (record).mode.cache == CACHE_HOT
         && strcmp (text_or_empty (record->rate.unit), "B/s") == 0
         && record->result.work.bytes != INTEGER_ABSENT && device != NULL
         && record->result.work.bytes <= device->l2;
}

/* Telemetry against the time: throttling, a rising clock and other processes.
 */

static bool
has_reason (const struct case_record *record, enum clock_reason reason)
{
  return texts_contain (&record->telemetry.reasons,
                        names_at (&clock_reason_names, (int64_t)reason));
}

/* Where the highest clock is unknown, the device's reason alone decides. */
static bool
is_capped (const struct case_record *record)
{
  double most = record->telemetry.clock_sm_most;

  return has_reason (record, REASON_POWER_CAP)
         && !(record->telemetry.clock_sm >= CLOCK_LOWERED * most);
}

static bool
is_throttled (const struct case_record *record)
{
  for (int i = 0; i < N_CLOCK_REASONS; i++)
    if (clock_reason_slows ((enum clock_reason)i)
        && has_reason (record, (enum clock_reason)i))
      return true;
  return is_capped (record) || record->result.telemetry.throttles > 0;
}

/* Compares the first third with the last: the middle may belong to either. */
static bool
became_faster (const double *seconds, size_t n)
{
  size_t third = n / 3;

  return third > 0
         && numbers_median (seconds + n - third, third)
                < numbers_median (seconds, third);
}

static bool
is_ramping (const struct case_record *record, const double *seconds, size_t n)
{
  bool rose = record->telemetry.clock_sm_last
                  > ROSE * record->telemetry.clock_sm_first
              || record->result.telemetry.clock_after
                     > ROSE * record->result.telemetry.clock_before;

  return rose && !is_throttled (record) && became_faster (seconds, n);
}

static bool
is_shared (const struct case_record *record)
{
  const struct result *r = &record->result;

  return record->telemetry.others > 0
         || (r->telemetry.cores > 0
             && r->telemetry.load_others
                    > OTHERS_SHARE * (double)r->telemetry.cores);
}

static bool
is_unpinned (const struct case_record *record)
{
  const struct result *r = &record->result;

  return r->telemetry.cores > 0
         && r->telemetry.cores_used > CORES_SHARE * (double)r->telemetry.cores;
}

static bool
is_unstable (const struct case_record *record)
{
  return record->replay.median_s > STABLE_TIMES * record->result.time.median_s;
}

static void
add_caveat (struct case_record *record, struct pool *pool, enum caveat caveat)
{
  texts_add (pool, &record->verdicts, caveat_word (caveat));
}

/* Adds the caveats of the samples and of the telemetry. */
static void
check_samples (struct case_record *record, struct pool *pool)
{
  size_t n = 0;
  double *seconds = case_samples (record, &n);
  const double noise = case_record_settings (record).sampling.noise;
  bool moved = seconds != NULL
               && trend_is_present (seconds, n,
                                    fmax (MOVED_LEAST, MOVED_NOISES * noise));

  if (is_shared (record))
    add_caveat (record, pool, CAVEAT_SHARED);
  if (is_unstable (record))
    add_caveat (record, pool, CAVEAT_UNSTABLE);
  if (is_unpinned (record))
    add_caveat (record, pool, CAVEAT_UNPINNED);
  if (is_throttled (record))
    add_caveat (record, pool, CAVEAT_THROTTLED);
  if (moved && is_ramping (record, seconds, n))
    add_caveat (record, pool, CAVEAT_RAMPING);
  if (moved)
    add_caveat (record, pool, CAVEAT_TREND);
  free (seconds);
}

/* Adds the caveats of the time, its error and the number of samples. */
static void
check_time (struct case_record *record, struct pool *pool)
{
  if (is_near_floor (record))
    add_caveat (record, pool, CAVEAT_FLOOR);
  if (is_noisy (record))
    add_caveat (record, pool, CAVEAT_NOISY);
  if (is_few (record))
    add_caveat (record, pool, CAVEAT_FEW);
}

void
caveats_find (struct case_record *record, const struct device_record *device,
              struct pool *pool)
{
  /* A suspect time needs no further caveat. */
  if (case_time (record) <= 0)
    return;
  check_samples (record, pool);
  if (caveat_is_cached (record, device))
    add_caveat (record, pool, CAVEAT_CACHED);
  if (isfinite (record->result.time.planted_s))
    add_caveat (record, pool, CAVEAT_OUTLIERS);
  check_time (record, pool);
  if (record->killed != NULL)
    add_caveat (record, pool, CAVEAT_RERUN);
}

static bool
has_caveat (const struct case_record *record, enum caveat caveat)
{
  return texts_contain (&record->verdicts, caveat_word (caveat));
}

/* True where more than half of the rounds have it. */
static bool
most_have (const struct case_record *const *round, size_t n, enum caveat caveat)
{
  size_t have = 0;

  for (size_t i = 0; i < n; i++)
    have += has_caveat (round[i], caveat);
  return 2 * have > n;
}

void
caveats_of_rounds (struct case_record *record, struct pool *pool,
                   const struct case_record *const *round, size_t n)
{
  static const enum caveat of_rounds[]
      = { CAVEAT_UNPINNED, CAVEAT_SHARED, CAVEAT_THROTTLED, CAVEAT_RAMPING,
          CAVEAT_TREND,    CAVEAT_CACHED, CAVEAT_OUTLIERS };

  if (case_is_suspect (record))
    return;
  record->verdicts = (struct texts){ 0 };
  for (size_t i = 0; i < sizeof of_rounds / sizeof of_rounds[0]; i++)
    if (most_have (round, n, of_rounds[i]))
      add_caveat (record, pool, of_rounds[i]);
  check_time (record, pool);
}

bool
caveat_is_set (const struct case_record *record, enum caveat caveat)
{
  if (caveat == CAVEAT_SUSPECT && case_is_suspect (record))
    return true;
  if (case_time_shown (record) <= 0)
    return false;
  if (caveat == CAVEAT_UNOPENED)
    return record->result.seeds.commitment != NULL && !seeds_are_open (record);
  if (has_caveat (record, caveat))
    return true;
  /* Older records don't have the verdicts that follow from their time. */
  return case_time (record) > 0
         && ((caveat == CAVEAT_FLOOR && is_near_floor (record))
             || (caveat == CAVEAT_NOISY && is_noisy (record))
             || (caveat == CAVEAT_FEW && is_few (record)));
}

enum caveat
caveat_first (const struct case_record *record)
{
  int first = 0;

  while (first < N_CAVEATS && !caveat_is_set (record, (enum caveat)first))
    first++;
  return (enum caveat)first;
}
