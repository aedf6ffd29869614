/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which of simulated devices are named: with none slowed nobody is, with one
 * slowed that one, whatever a single odd case says.
 */
#include <config.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "chance.h"
#include "report/fleet/fleet.h"
#include "tests/unit/unit.h"

enum { DEVICES_MOST = 8, CASES_MOST = 20, TRIALS = 600 };

/* What is not so of a machine whose devices are all alike. */
struct fault {
  int device, n_cases; /* so many of its cases */
  double slower;       /* take so much longer */
};

/* A run in records, of which each figure is a time. */
struct sample {
  struct records records;
  struct device_record hardware[DEVICES_MOST];
  char name[DEVICES_MOST][24], job[CASES_MOST][16];
  struct case_record of[DEVICES_MOST][CASES_MOST];
};

static struct sample *
sample_new (int devices, int cases)
{
  struct sample *s = xcalloc (1, sizeof *s);
  struct run_record *run = pool_alloc (&s->records.pool, sizeof *run);

  fields_clear (&run_fields, run);
  run->host.name = "here";
  run->devices = (struct items){ s->hardware, (size_t)devices };
  records_add (&s->records, &run_fields, run);
  for (int d = 0; d < devices; d++) {
    fields_clear (&device_fields, &s->hardware[d]);
    snprintf (s->name[d], sizeof s->name[d], "cuda:%d", d);
    s->hardware[d].name = s->name[d];
    s->hardware[d].description = "a model";
  }
  for (int c = 0; c < cases; c++)
    for (int d = 0; d < devices; d++) {
      struct case_record *record = &s->of[d][c];

      fields_clear (&case_fields, record);
      snprintf (s->job[c], sizeof s->job[c], "job %d", c);
      record->job = s->job[c];
      record->family = record->variant = "any";
      record->device = s->name[d];
      record->result.status = STATUS_OK;
      record->result.time.median_s = 1e-4 * (1 + c);
      records_add (&s->records, &case_fields, record);
    }
  return s;
}

static void
sample_free (struct sample *s)
{
  records_free (&s->records);
  free (s);
}

static struct fleet
judged (const struct sample *s)
{
  const struct yardstick yardstick = { .margin = NAN };
  struct fleet fleet = { 0 };

  assert_true (fleet_add (&fleet, &s->records, "a.jsonl", 1));
  fleet_sort (&fleet);
  assert_true (fleet_assess (&fleet, &yardstick));
  return fleet;
}

static void
scatter (struct sample *s, int devices, int cases, double noise,
         const struct fault *fault)
{
  for (int d = 0; d < devices; d++)
    for (int c = 0; c < cases; c++) {
      bool slow = fault != NULL && d == fault->device && c < fault->n_cases;

      s->of[d][c].result.time.median_s = 1e-4 * (1 + c)
                                         * exp (noise * chance_normal ())
                                         * (slow ? 1 + fault->slower : 1);
    }
}

/* Of so many trials, in how many somebody is slow: the one with the fault, and
 * another one. */
static void
count_named (int devices, int cases, double noise, const struct fault *fault,
             int *right, int *wrong)
{
  struct sample *s = sample_new (devices, cases);

  *right = *wrong = 0;
  for (int i = 0; i < TRIALS; i++) {
    struct fleet fleet;

    scatter (s, devices, cases, noise, fault);
    fleet = judged (s);
    for (int d = 0; d < devices; d++)
      if (fleet.device[d].health == DEVICE_HEALTH_SLOW)
        ++*(fault != NULL && d == fault->device ? right : wrong);
    fleet_free (&fleet);
  }
  sample_free (s);
}

static const struct {
  int devices, cases;
  double noise;
} machines[] = {
  { 2, 4, 0.01 },   { 2, 12, 0.01 }, { 3, 5, 0.01 },  { 4, 3, 0.01 },
  { 4, 10, 0.005 }, { 8, 5, 0.01 },  { 8, 20, 0.01 }, { 4, 1, 0.005 },
};
enum { N_MACHINES = sizeof machines / sizeof machines[0] };

TEST (nobody_is_named)
{
  int right, wrong;

  for (int i = 0; i < N_MACHINES; i++) {
    count_named (machines[i].devices, machines[i].cases, machines[i].noise,
                 NULL, &right, &wrong);
    assert_int_equal (wrong, 0);
  }
}

TEST (slowed_one_is_named)
{
  int right, wrong;

  for (int i = 0; i < N_MACHINES; i++) {
    const struct fault fault = { 1, CASES_MOST, 0.1 };

    count_named (machines[i].devices, machines[i].cases, machines[i].noise,
                 &fault, &right, &wrong);
    assert_int_equal (wrong, 0);
    if (machines[i].cases > 1)
      assert_int_equal (right, TRIALS);
  }
}

/* One kernel that has two speeds, and two kinds of arithmetic of which one
 * fails. */
TEST (odd_case_names_nobody)
{
  const struct fault odd = { 1, 1, 0.12 }, broken = { 1, 1, 2 };
  int right, wrong;

  count_named (4, 10, 0.01, &odd, &right, &wrong);
  assert_int_equal (right + wrong, 0);
  count_named (4, 10, 0.01, &broken, &right, &wrong);
  assert_int_equal (wrong, 0);
  assert_int_equal (right, TRIALS);
}

/* What the errors of times allow is no difference. */
TEST (errors_count)
{
  struct sample *s = sample_new (2, 3);
  struct fleet fleet;

  for (int c = 0; c < 3; c++)
    s->of[0][c].result.time.median_s *= 1.12;
  fleet = judged (s);
  assert_int_equal (fleet.device[0].health, DEVICE_HEALTH_SLOW);
  fleet_free (&fleet);
  for (int c = 0; c < 3; c++)
    s->of[0][c].result.time.error = s->of[1][c].result.time.error = 0.03;
  fleet = judged (s);
  assert_int_equal (fleet.device[0].health, DEVICE_HEALTH_OK);
  fleet_free (&fleet);
  sample_free (s);
}

/* Siblings that are far apart themselves name nobody, below the margin or not.
 */
TEST (scatter_counts)
{
  static const double slower[] = { 0, 0.04, 0.08, 0.12 };
  struct sample *s = sample_new (4, 3);
  struct fleet fleet;

  for (int d = 0; d < 4; d++)
    for (int c = 0; c < 3; c++)
      s->of[d][c].result.time.median_s *= 1 + slower[d];
  fleet = judged (s);
  assert_true (fleet.device[3].to_siblings < 0.95);
  assert_int_equal (fleet.device[3].health, DEVICE_HEALTH_OK);
  fleet_free (&fleet);
  sample_free (s);
}

TEST (the_worst_counts)
{
  struct sample *s = sample_new (4, 4);
  struct fleet fleet;

  for (int c = 0; c < 4; c++)
    for (int d = 0; d < 4; d++) {
      s->of[d][c].telemetry.clock_sm = d == 2 ? 1.2e9 : 1.98e9;
      s->of[d][c].telemetry.power = 500 + d;
    }
  s->of[0][0].result.status = STATUS_WRONG;
  s->of[1][0].result.status = STATUS_CRASHED;
  s->of[3][0].telemetry.remapped = 1;
  fleet = judged (s);
  assert_int_equal (fleet.device[0].health, DEVICE_HEALTH_WRONG);
  assert_int_equal (fleet.device[1].health, DEVICE_HEALTH_FAILED);
  assert_int_equal (fleet.device[2].health, DEVICE_HEALTH_ODD);
  assert_int_equal (fleet.device[3].health, DEVICE_HEALTH_ODD);
  assert_true (fleet_is_bad (&fleet));
  fleet_free (&fleet);
  sample_free (s);
}

/* A reason to be held back is odd where most have none, and not where most
 * have it. */
TEST (reasons_are_odd)
{
  struct sample *s = sample_new (4, 2);

  for (int with = 1; with <= 4; with++) {
    struct fleet fleet;

    for (int c = 0; c < 2; c++)
      texts_add (&s->records.pool, &s->of[with - 1][c].telemetry.reasons,
                 "sw-thermal");
    fleet = judged (s);
    for (int d = 0; d < 4; d++)
      assert_int_equal (fleet.device[d].health, with <= 2 && d < with
                                                    ? DEVICE_HEALTH_ODD
                                                    : DEVICE_HEALTH_OK);
    fleet_free (&fleet);
  }
  sample_free (s);
}

/* The meter's second has more than a short case's launches. */
TEST (power_is_compared_where_launches_took_long)
{
  struct sample *s = sample_new (4, 2);

  for (int seconds = 9; seconds <= 10; seconds++) {
    struct fleet fleet;

    for (int c = 0; c < 2; c++)
      for (int d = 0; d < 4; d++) {
        s->of[d][c].telemetry.power = d == 1 ? 250 : 500;
        s->of[d][c].result.spent.kernel_s = seconds;
      }
    fleet = judged (s);
    assert_int_equal (fleet.device[1].health,
                      seconds < 10 ? DEVICE_HEALTH_OK : DEVICE_HEALTH_ODD);
    assert_int_equal (fleet.device[0].health, DEVICE_HEALTH_OK);
    fleet_free (&fleet);
  }
  sample_free (s);
}

/* Chips reach different clocks with the power that all have. */
TEST (clocks_are_compared_where_power_sets_few)
{
  struct sample *s = sample_new (4, 2);

  for (int with = 1; with <= 4; with++) {
    struct fleet fleet;

    for (int c = 0; c < 2; c++) {
      texts_add (&s->records.pool, &s->of[with - 1][c].telemetry.reasons,
                 "power-cap");
      for (int d = 0; d < 4; d++)
        s->of[d][c].telemetry.clock_sm = d == 0 ? 1.5e9 : 1.8e9;
    }
    fleet = judged (s);
    assert_int_equal (fleet.device[0].health,
                      with <= 2 ? DEVICE_HEALTH_ODD : DEVICE_HEALTH_OK);
    fleet_free (&fleet);
  }
  sample_free (s);
}

TEST (needs_two_and_a_tenth)
{
  assert_int_equal (deviations_needed (0), 0);
  assert_int_equal (deviations_needed (1), 1);
  assert_int_equal (deviations_needed (2), 2);
  assert_int_equal (deviations_needed (20), 2);
  assert_int_equal (deviations_needed (21), 3);
  assert_int_equal (deviations_needed (400), 40);
  assert_false (deviations_are_many (&(struct deviations){ 0 }));
}

/* The same by sorting the distances. */
static int
compare (const void *left, const void *right)
{
  double a = *(const double *)left, b = *(const double *)right;

  return (a > b) - (a < b);
}

static double
median (double *of, size_t n)
{
  qsort (of, n, sizeof *of, compare);
  return (of[(n - 1) / 2] + of[n / 2]) / 2;
}

TEST (z_is_of_the_others)
{
  double sorted[12], others[12], centre, mad;

  for (int trial = 0; trial < 2000; trial++) {
    size_t n = 3 + (size_t)(chance_uniform () * 10), m = 0;
    size_t i = (size_t)(chance_uniform () * (double)n);
    struct sibling_score found;

    for (size_t j = 0; j < n; j++)
      sorted[j] = exp (chance_normal ());
    qsort (sorted, n, sizeof *sorted, compare);
    for (size_t j = 0; j < n; j++)
      if (j != i)
        others[m++] = sorted[j];
    centre = median (sorted, n);
    for (size_t j = 0; j < m; j++)
      others[j] = fabs (others[j] - centre);
    mad = median (others, m);
    found = sibling_model_score (sorted, n, i);
    assert_true (fabs (found.ratio - sorted[i] / centre) < 1e-12);
    assert_true (fabs (found.z - 0.6745 * (sorted[i] - centre) / mad)
                 < 1e-9 * fabs (found.z) + 1e-12);
  }
}

TEST (equal_siblings_have_no_scatter)
{
  const double sorted[] = { 0.9, 1, 1, 1 }, two[] = { 0.9, 1 };
  struct sibling_score slow = sibling_model_score (sorted, 4, 0), of_two;

  assert_true (isinf (slow.z) && slow.z < 0);
  assert_true (sibling_score_is_below (&slow, 0.05));
  assert_false (sibling_score_is_below (&slow, 0.11));
  slow = sibling_model_score (sorted, 4, 2);
  assert_true (slow.z == 0 && slow.ratio == 1);
  of_two = sibling_model_score (two, 2, 0);
  assert_true (sibling_score_is_below (&of_two, 0.05));
  of_two = sibling_model_score (two, 2, 1);
  assert_true (sibling_score_is_above (&of_two, 0.05));
}

int
main (void)
{
  chance_begin (1);
  return unit_run (NULL, NULL);
}
