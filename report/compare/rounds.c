/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "record/caveat.h"
#include "report/compare/rounds.h"

/* Timers have a resolution, so that rounds may agree to the last digit.  Errors
 * are at least this large. */
#define LEAST_ERROR 1e-4

/* More degrees of freedom change nothing, and sums must not overflow. */
enum { MOST_FREEDOM = 1000 };

/* student_bound (0.025, MOST_FREEDOM), which each ratio within a run needs:
 * computed each time, it would take half the time of a long table. */
#define MOST_FREEDOM_BOUND 1.96233908082

/* A mean, the square of its standard error, and its degrees of freedom. */
struct moments {
  double mean, square, freedom;
};

static struct moments
moments_of (const double *over, const double *under, size_t n)
{
  struct moments m = { .freedom = (double)n - 1 };
  double squares = 0;

  for (size_t i = 0; i < n; i++)
    m.mean
        += (log (over[i]) - (under != NULL ? log (under[i]) : 0)) / (double)n;
  for (size_t i = 0; i < n; i++) {
    double off = log (over[i]) - (under != NULL ? log (under[i]) : 0) - m.mean;

    squares += off * off;
  }
  if (n > 1)
    m.square = squares / m.freedom / (double)n;
  return m;
}

/* The degrees of freedom of a sum of independent terms, by Welch and
 * Satterthwaite, not yet rounded down. */
static double
joint_freedom (struct moments a, struct moments b)
{
  double sum = a.square + b.square;

  if (a.freedom <= 0 || b.freedom <= 0)
    return 0;
  if (sum == 0)
    return fmin (a.freedom, b.freedom);
  return sum * sum
         / (a.square * a.square / a.freedom + b.square * b.square / b.freedom);
}

static struct estimate
make_estimate (double log, double square, double freedom)
{
  return (struct estimate){ .log = log,
                            .error = fmax (sqrt (square), LEAST_ERROR),
                            .freedom = (int)fmin (freedom, MOST_FREEDOM) };
}

static struct moments
moments_from (struct estimate e)
{
  return (struct moments){ .mean = e.log,
                           .square = e.error * e.error,
                           .freedom = e.freedom };
}

struct estimate
estimate_paired (const double *over, const double *under, size_t n)
{
  struct moments m = moments_of (over, under, n);

  return make_estimate (m.mean, m.square, m.freedom);
}

struct estimate
estimate_apart (const double *over, size_t n_over, const double *under,
                size_t n_under)
{
  struct moments a = moments_of (over, NULL, n_over);
  struct moments b = moments_of (under, NULL, n_under);

  return make_estimate (a.mean - b.mean, a.square + b.square,
                        joint_freedom (a, b));
}

struct estimate
estimate_mean (const struct estimate *e, size_t n)
{
  struct moments sum = moments_from (e[0]);

  for (size_t i = 1; i < n; i++) {
    struct moments one = moments_from (e[i]);

    sum.freedom = joint_freedom (sum, one);
    sum.mean += one.mean;
    sum.square += one.square;
  }
  return make_estimate (sum.mean / (double)n,
                        sum.square / (double)n / (double)n, sum.freedom);
}

struct estimate
estimate_without (struct estimate e, struct estimate drift)
{
  struct moments a = moments_from (e), b = moments_from (drift);

  return make_estimate (a.mean - b.mean, a.square + b.square,
                        joint_freedom (a, b));
}

double
estimate_ratio (struct estimate e)
{
  return exp (e.log);
}

struct interval
estimate_interval (struct estimate e)
{
  double off;

  if (e.freedom < 1)
    return (struct interval){ 0, INFINITY };
  off = e.error
        * (e.freedom == MOST_FREEDOM ? MOST_FREEDOM_BOUND
                                     : student_bound (0.025, e.freedom));
  return (struct interval){ exp (e.log - off), exp (e.log + off) };
}

double
estimate_chance (struct estimate e, double log)
{
  return e.freedom < 1
             ? 1
             : student_probability_above ((e.log - log) / e.error, e.freedom);
}

/* The records of one case, in the order of rounds. */
struct round_list {
  const struct case_record **round;
  size_t n;
};

/* What all rounds of a case share.  Texts and settings are interned: equal ones
 * have the same address. */
struct case_key {
  const char *job, *plugin, *side, *variant, *device;
  const struct pairs *params, *tunables;
  const struct case_settings *settings;
};

static struct case_key
key_of (const struct case_record *record)
{
  return (struct case_key){
    .job = record->job,
    .plugin = record->plugin,
    .side = record->side,
    .variant = record->variant,
    .device = record->device,
    .params = record->params,
    .tunables = record->tunables,
    .settings = record->settings,
  };
}

/* Returns the record whose outcome stands for all: the first that is not ok,
 * else the first that is suspect, else the first. */
static const struct case_record *
find_representative (const struct round_list *list)
{
  for (size_t i = 0; i < list->n; i++)
    if (list->round[i]->result.status != STATUS_OK)
      return list->round[i];
  for (size_t i = 0; i < list->n; i++)
    if (case_is_suspect (list->round[i]))
      return list->round[i];
  return list->round[0];
}

/* Sets the time of all rounds, its error and spread, and scales the figures
 * that depend on it. */
static void
set_time (struct case_record *record, const struct round_list *list)
{
  double *time = xcalloc (list->n, sizeof *time);
  const double was = case_time_shown (record), one = 1;
  struct estimate e;
  double error;

  for (size_t i = 0; i < list->n; i++)
    time[i] = case_time_shown (list->round[i]);
  e = estimate_apart (time, list->n, &one, 1);
  free (time);
  record->result.time.median_s = estimate_ratio (e);
  record->rate.value *= was / estimate_ratio (e);
  record->of_limit *= was / estimate_ratio (e);
  /* As in a run: two errors cover the true time in 95 %. */
  error = student_bound (0.025, (int)list->n - 1) * e.error / 2;
  record->result.time.error = error;
  record->result.time.spread = e.error * sqrt ((double)list->n);
  record->result.time.settled
      = error <= case_record_settings (record).sampling.noise ? FLAG_YES
                                                              : FLAG_NO;
}

static bool
all_timed (const struct round_list *list)
{
  for (size_t i = 0; i < list->n; i++)
    if (case_time_shown (list->round[i]) <= 0)
      return false;
  return true;
}

/* Returns the sum of samples; absent where a round's number is. */
static int64_t
count_samples (const struct round_list *list)
{
  int64_t sum = 0;

  for (size_t i = 0; i < list->n; i++) {
    int64_t n = list->round[i]->result.time.samples;

    if (n < 0 || n > INT64_MAX - sum)
      return INTEGER_ABSENT;
    sum += n;
  }
  return sum;
}

static const struct case_record *
join_rounds (struct rounds *rounds, const struct round_list *list)
{
  struct case_record *record = pool_alloc (&rounds->pool, sizeof *record);

  *record = *find_representative (list);
  record->number = list->round[0]->number;
  if (list->n > 1 && all_timed (list)) {
    set_time (record, list);
    record->result.time.samples = count_samples (list);
    caveats_of_rounds (record, &rounds->pool, list->round, list->n);
  }
  return record;
}

/* Maps a joined record to its rounds. */
static void
map_rounds (struct rounds *rounds, const struct case_record *joined,
            struct round_list list)
{
  size_t n = rounds->lists.n;
  struct map_entry *entry
      = map_find_or_add (&rounds->lists, &joined, sizeof joined);

  entry->key = pool_intern (&rounds->pool, &joined, sizeof joined);
  rounds->list = xgrow (rounds->list, n, sizeof rounds->list[0]);
  rounds->list[n] = list;
}

/* Sorts the records into lists, one a case; returns the number of lists. */
static size_t
list_rounds (struct round_list *list, struct case_key *key,
             const struct case_record *const *record, size_t n)
{
  struct map cases = { 0 };
  size_t n_lists = 0;

  for (size_t i = 0; i < n; i++) {
    size_t before = cases.n;
    struct round_list *found;
    struct map_entry *entry;

    memset (&key[before], 0, sizeof key[0]);
    key[before] = key_of (record[i]);
    entry = map_find_or_add (&cases, &key[before], sizeof key[0]);
    if (cases.n > before)
      entry->number = n_lists++;
    found = &list[entry->number];
    XAPPEND (found->round, found->n) = record[i];
  }
  map_free (&cases);
  return n_lists;
}

/* Joins the rounds of one problem, in the order of the suite. */
static void
add_rounds (struct rounds *rounds, const struct case_record *const *record,
            size_t n)
{
  struct round_list *list = xcalloc (n, sizeof *list);
  struct case_key *key = xcalloc (n + 1, sizeof *key);
  size_t n_lists = list_rounds (list, key, record, n);

  for (size_t i = 0; i < n_lists; i++) {
    const struct case_record *joined = join_rounds (rounds, &list[i]);

    map_rounds (rounds, joined, list[i]);
    rounds->record[rounds->n++] = joined;
  }
  free (list);
  free (key);
}

/* A record without a number counts as of the first problem. */
static int64_t
number_of (int64_t number)
{
  return number != INTEGER_ABSENT ? number : 0;
}

/* Records may be out of order where a file was edited or joined by hand. */
static int
compare_numbers (const void *left, const void *right)
{
  const struct case_record *a = *(const struct case_record *const *)left;
  const struct case_record *b = *(const struct case_record *const *)right;
  int64_t x = number_of (a->problem), y = number_of (b->problem);

  if (x == y) {
    x = number_of (a->number);
    y = number_of (b->number);
  }
  return (x > y) - (x < y);
}

/* Returns the end of the records of the same problem as record i of n. */
static size_t
problem_end (const struct case_record *const *record, size_t n, size_t i)
{
  const int64_t problem = number_of (record[i]->problem);

  while (i < n && number_of (record[i]->problem) == problem)
    i++;
  return i;
}

size_t
rounds_problem_end (const struct rounds *rounds, size_t i)
{
  return problem_end (rounds->record, rounds->n, i);
}

static void
add_problem (struct rounds *rounds, const struct case_record *const *record,
             size_t n)
{
  /* In order, the last record is of the last round. */
  if (record[n - 1]->round != INTEGER_ABSENT) {
    add_rounds (rounds, record, n);
    return;
  }
  memcpy (rounds->record + rounds->n, record, n * sizeof record[0]);
  rounds->n += n;
}

void
rounds_make (struct rounds *rounds, const struct records *records,
             const char *side)
{
  const struct case_record **ran
      = xcalloc (records->n + 1, sizeof (struct case_record *));
  size_t n = 0, end;

  *rounds = (struct rounds){ 0 };
  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *record = records_case (records, i);

    if (record != NULL && case_ran (record)
        && (side == NULL || strcmp (text_or_empty (record->side), side) == 0))
      ran[n++] = record;
  }
  qsort (ran, n, sizeof ran[0], compare_numbers);
  rounds->record = xcalloc (n + 1, sizeof rounds->record[0]);
  for (size_t i = 0; i < n; i = end) {
    end = problem_end (ran, n, i);
    add_problem (rounds, ran + i, end - i);
  }
  free (ran);
}

void
rounds_free (struct rounds *rounds)
{
  for (size_t i = 0; i < rounds->lists.n; i++)
    free (rounds->list[i].round);
  free (rounds->list);
  free (rounds->record);
  map_free (&rounds->lists);
  pool_free (&rounds->pool);
  *rounds = (struct rounds){ 0 };
}

static const struct round_list *
list_of (const struct rounds *rounds, const struct case_record *record)
{
  const struct map_entry *entry
      = map_find (&rounds->lists, &record, sizeof record);

  return entry != NULL ? &rounds->list[entry->number] : NULL;
}

size_t
rounds_times (const struct rounds *rounds, const struct case_record *record,
              double **time)
{
  const struct round_list alone = { &record, 1 };
  const struct round_list *list = list_of (rounds, record);
  size_t n = 0;

  if (list == NULL)
    list = &alone;
  *time = xcalloc (list->n, sizeof **time);
  for (size_t i = 0; i < list->n; i++)
    if (case_time (list->round[i]) > 0)
      (*time)[n++] = case_time (list->round[i]);
  return n;
}

bool
rounds_ratio (const struct rounds *of_over, const struct case_record *over,
              const struct rounds *of_under, const struct case_record *under,
              struct estimate *estimate)
{
  const struct round_list *a = list_of (of_over, over);
  const struct round_list *b = list_of (of_under, under);
  double *times;
  size_t n = 0;

  if (a == NULL || b == NULL)
    return false;
  times = xcalloc (2 * a->n, sizeof *times);
  for (size_t i = 0, j = 0; i < a->n; i++) {
    while (j < b->n && b->round[j]->round < a->round[i]->round)
      j++;
    if (j == b->n || b->round[j]->round != a->round[i]->round
        || case_time (a->round[i]) <= 0 || case_time (b->round[j]) <= 0)
      continue;
    times[n] = case_time (a->round[i]);
    times[a->n + n++] = case_time (b->round[j]);
  }
  if (n > 1)
    *estimate = estimate_paired (times, times + a->n, n);
  free (times);
  return n > 1;
}
