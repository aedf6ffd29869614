/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Comparisons of simulated machines, calm and rough: how often they tell what
 * is not, and miss what is.
 */
#include <config.h>

#include <math.h>
#include <stdbool.h>

#include "report/compare/change-record.h"
#include "chance.h"
#include "tests/unit/unit.h"

enum { ROUNDS = 10, CASES = 4, COMPARISONS = 4000 };
#define MARGIN 0.01

/* Standard deviations of the logarithms of times. */
struct machine {
  const char *name;
  double session, process, sample;
  double bad;  /* how probable a bad process is */
  double cost; /* and how much slower it is */
};

static const struct machine calm
    = { "calm", .session = 0.005, .process = 0.003, .sample = 0.01 };
static const struct machine rough
    = { "rough",        .session = 0.015, .process = 0.02,
        .sample = 0.05, .bad = 0.1,       .cost = 0.2 };

/* The median of some hundred samples of a process: what is left of their noise
 * is a tenth. */
static double
median_of (const struct machine *m, double time, double session)
{
  double off = session + m->process * chance_normal ()
               + m->sample * chance_normal () / 10;

  if (chance_uniform () < m->bad)
    off += m->cost;
  return time * exp (off);
}

static void
measure (const struct machine *m, double time, double session, double *round)
{
  for (int i = 0; i < ROUNDS; i++)
    round[i] = median_of (m, time, session);
}

/* Both in one run; drift, of each round, is of both. */
static struct estimate
in_one_run (const struct machine *m, double ratio)
{
  double over[ROUNDS], under[ROUNDS];

  for (int i = 0; i < ROUNDS; i++) {
    double drift = m->session * chance_normal ();

    over[i] = median_of (m, ratio, drift);
    under[i] = median_of (m, 1, drift);
  }
  return estimate_paired (over, under, ROUNDS);
}

/* In two sessions, with a row that nobody changed. */
static struct estimate
in_two_runs (const struct machine *m, double ratio, double *sessions)
{
  double over[ROUNDS], under[ROUNDS];
  struct estimate e, drift;

  measure (m, 1, sessions[0], over);
  measure (m, 1, sessions[1], under);
  drift = estimate_apart (over, ROUNDS, under, ROUNDS);
  measure (m, ratio, sessions[0], over);
  measure (m, 1, sessions[1], under);
  e = estimate_apart (over, ROUNDS, under, ROUNDS);
  return estimate_without (e, drift);
}

/* Counts of what was told. */
struct told {
  double share[CHANGE_SLOWER + 1];
};

static struct told
simulate (const struct machine *m, double ratio, bool one_run)
{
  struct told told = { { 0 } };

  chance_begin (1);
  for (int i = 0; i < COMPARISONS; i++) {
    double sessions[]
        = { m->session * chance_normal (), m->session * chance_normal () };
    struct case_change c[CASES] = { 0 };

    for (int j = 0; j < CASES; j++)
      c[j].estimate
          = one_run ? in_one_run (m, ratio) : in_two_runs (m, ratio, sessions);
    changes_decide (c, CASES, MARGIN);
    for (int j = 0; j < CASES; j++)
      told.share[c[j].change] += 1. / CASES / COMPARISONS;
  }
  print_message ("%s, %s, ratio %.3f: slower %.2f %%, faster %.2f %%, same "
                 "%.1f %%, unsure %.1f %%\n",
                 m->name, one_run ? "one run" : "two runs", ratio,
                 100 * told.share[CHANGE_SLOWER],
                 100 * told.share[CHANGE_FASTER], 100 * told.share[CHANGE_SAME],
                 100 * told.share[CHANGE_UNSURE]);
  return told;
}

TEST (equal_code_is_no_change)
{
  for (int i = 0; i < 4; i++) {
    struct told told = simulate (i < 2 ? &calm : &rough, 1, i % 2 == 0);

    assert_true (told.share[CHANGE_SLOWER] + told.share[CHANGE_FASTER]
                 <= 0.005);
  }
}

TEST (a_calm_machine_says_same)
{
  assert_true (simulate (&calm, 1, true).share[CHANGE_SAME] >= 0.95);
}

TEST (two_percent_are_found)
{
  assert_true (simulate (&calm, 1.02, true).share[CHANGE_SLOWER] >= 0.95);
  assert_true (simulate (&calm, 1 / 1.02, true).share[CHANGE_FASTER] >= 0.95);
  assert_true (simulate (&calm, 1.02, false).share[CHANGE_SLOWER] >= 0.8);
}

TEST (at_the_margin_there_is_none)
{
  for (int i = 0; i < 4; i++)
    assert_true (simulate (i < 2 ? &calm : &rough, 1 + MARGIN, i % 2 == 0)
                     .share[CHANGE_SLOWER]
                 <= 0.025);
}

/* One round says nothing. */
TEST (one_round_is_unsure)
{
  const double over = 2, under = 1;
  struct case_change c = { .estimate = estimate_paired (&over, &under, 1) };

  changes_decide (&c, 1, MARGIN);
  assert_int_equal (c.change, CHANGE_UNSURE);
  c.estimate = estimate_apart (&over, 1, &under, 1);
  changes_decide (&c, 1, MARGIN);
  assert_int_equal (c.change, CHANGE_UNSURE);
}
