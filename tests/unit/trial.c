/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A trial: which orders it gives, and how it ends.
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include "toy-trial.h"
#include "tests/unit/unit.h"

/* A letter an order, in the order of enum order_kind. */
static const char letters[] = "BPLFURTSHKWE";

static void
expect_orders (const struct toy *toy, const char *wanted)
{
  char got[64];

  assert_true (toy->n_orders < sizeof got);
  for (size_t i = 0; i < toy->n_orders; i++)
    got[i] = letters[toy->order[i].kind];
  got[toy->n_orders] = '\0';
  assert_string_equal (got, wanted);
}

TEST (one_sample_after_another)
{
  struct toy toy;

  _Static_assert(sizeof letters == N_ORDERS + 1, "a letter each");
  toy_open (&toy, GK_BIT (GK_DATA_RANDOM));
  toy.settings.sampling.min_samples = toy.settings.sampling.max_samples = 2;
  toy_conduct (&toy);
  assert_true (toy.kept);
  assert_int_equal (toy.result.status, STATUS_OK);
  /* Each is judged, and the last is looked at once more, closely. */
  expect_orders (&toy, "BPLFUL"
                       "SHK"
                       "SHK"
                       "K"
                       "E");
  assert_false (toy_order (&toy, ORDER_CHECK, 1)->thorough);
  assert_true (toy_order (&toy, ORDER_CHECK, 2)->thorough);
  assert_int_equal (toy.n_verdicts, 2);
  assert_int_equal (toy.result.verify.done, FLAG_YES);
  assert_string_equal (toy.result.verify.method, "by hand");
  assert_int_equal (toy.result.time.samples, 2);
  toy_close (&toy);
}

TEST (other_data_is_judged_before)
{
  struct toy toy;

  toy_open (&toy, GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_EXACT));
  toy.settings.sampling.min_samples = toy.settings.sampling.max_samples = 1;
  toy_conduct (&toy);
  assert_int_equal (toy.result.status, STATUS_OK);
  expect_orders (&toy, "BPLFU"
                       "LR"
                       "L"
                       "SHK"
                       "K"
                       "E");
  assert_int_equal (toy_order (&toy, ORDER_LOAD, 1)->data, GK_DATA_EXACT);
  assert_int_equal (toy_order (&toy, ORDER_LOAD, 2)->data, GK_DATA_RANDOM);
  assert_int_equal (toy.check[0].data, GK_DATA_EXACT);
  assert_int_equal (toy.check[1].data, GK_DATA_RANDOM);
  toy_close (&toy);
}

/* Constants are there before it is prepared, and other ones prepare it anew;
 * the other inputs come when it is warm. */
TEST (constants_come_first)
{
  struct toy toy;

  toy_open (&toy, GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_EXACT));
  toy.judge->setup.n_buffers = 3;
  toy.judge->setup.buffers[2]
      = (gk_buffer){ .name = "weights", .role = GK_CONSTANT, .bytes = 8 };
  toy.settings.sampling.min_samples = toy.settings.sampling.max_samples = 1;
  toy_conduct (&toy);
  assert_int_equal (toy.result.status, STATUS_OK);
  expect_orders (&toy, "BLPLFU"
                       "LR"
                       "LPFUL"
                       "SHK"
                       "K"
                       "E");
  toy_close (&toy);
}

/* Each kind that the family knows, and none else; a variant that is right on
 * uniform data alone is spared the rest, and planted numbers. */
TEST (each_kind_of_data_is_judged_once)
{
  struct toy toy;

  toy_open (&toy, GK_BIT (N_DATA) - 1 - GK_BIT (GK_DATA_HEAVY));
  toy.judge->setup.plant_data = GK_BIT (GK_DATA_RANDOM);
  for (int uniform = 0; uniform < 2; uniform++) {
    uint64_t judged = 0;

    toy.uniform_only = uniform;
    toy_conduct (&toy);
    assert_int_equal (toy.result.status, STATUS_OK);
    for (size_t i = 0; i < toy_count (&toy, ORDER_RUN); i++)
      judged |= GK_BIT (toy.check[i].data);
    assert_int_equal (judged, uniform ? GK_BIT (GK_DATA_EXACT)
                                      : toy.judge->setup.verify_data
                                            & ~GK_BIT (GK_DATA_RANDOM)
                                            & ~GK_BIT (GK_DATA_ZERO));
    assert_int_equal (toy.n_planted, uniform ? 0 : 1);
  }
  toy.uniform_only = false;
  toy.claims = 20e-3;
  toy_conduct (&toy);
  /* Exact, wide, permutation, and one of three. */
  assert_in_range (toy.result.verify.data.n, 3, 4);
  toy.uniform_only = true;
  toy.settings.data = GK_DATA_SPARSE;
  toy_conduct (&toy);
  assert_int_equal (toy.result.status, STATUS_SKIPPED);
  assert_non_null (strstr (toy.result.reason, "uniform data alone"));
  toy_close (&toy);
}

/* A launch on planted numbers takes so many times as long. */
static double longer;

static bool
take_longer (struct toy *toy, const struct order *order, struct claim *claim)
{
  if (order->kind == ORDER_SAMPLE && (toy->flags & GK_PLANT) != 0)
    claim->seconds *= longer;
  return true;
}

TEST (planted_numbers_are_judged_and_do_not_count)
{
  struct toy toy;
  size_t planted = 0;

  toy_open (&toy, GK_BIT (GK_DATA_RANDOM));
  toy.judge->setup.plant_data = GK_BIT (GK_DATA_RANDOM);
  toy.settings.sampling.min_samples = toy.settings.sampling.max_samples = 40;
  toy.meddle = take_longer;
  for (longer = 0.9; longer < 1.2; longer += 0.14) {
    const bool differs = longer < 0.95 || longer > 1.05;

    toy_conduct (&toy);
    assert_int_equal (toy.result.status, STATUS_OK);
    assert_int_equal (toy.result.time.samples, 40);
    assert_true (toy.result.time.max_s == toy.claims);
    assert_in_range (toy.n_planted, differs ? 8 : 1, 8);
    assert_int_equal (isfinite (toy.result.time.planted_s), differs);
    for (size_t i = 0; i < toy.n_verdicts; i++)
      planted += (toy.check[i].flags & GK_PLANT) != 0;
  }
  assert_true (planted >= 3);
  toy_close (&toy);
}

TEST (nothing_is_judged_where_nobody_asks)
{
  struct toy toy;

  toy_open (&toy, GK_BIT (GK_DATA_RANDOM));
  toy.settings.verify = false;
  toy.settings.sampling.min_samples = toy.settings.sampling.max_samples = 3;
  toy.stale = true;
  toy_conduct (&toy);
  assert_int_equal (toy.result.status, STATUS_OK);
  expect_orders (&toy, "BPLFUL"
                       "SSS"
                       "E");
  assert_int_equal (toy.n_verdicts, 0);
  assert_int_equal (toy.result.verify.done, FLAG_NO);
  toy_close (&toy);
}

/* A sample on a CPU shows small outputs itself. */
TEST (small_outputs_on_a_cpu_are_shown_without_an_order)
{
  struct toy toy;

  toy_open (&toy, GK_BIT (GK_DATA_RANDOM));
  toy.at_once = true;
  toy_conduct (&toy);
  assert_int_equal (toy.result.status, STATUS_OK);
  assert_true (toy.result.verify.launches > 0);
  assert_int_equal (toy_count (&toy, ORDER_SHOW), 0);
  assert_true (toy_count (&toy, ORDER_CHECK) > 0);
  toy_close (&toy);

  toy_open (&toy, GK_BIT (GK_DATA_RANDOM));
  toy.at_once = true;
  toy.judge->setup.buffers[1].bytes = SMALL_OUTPUTS + 1;
  toy_conduct (&toy);
  /* The last check may be of outputs that were shown before. */
  assert_in_range (toy_count (&toy, ORDER_CHECK) - toy_count (&toy, ORDER_SHOW),
                   0, 1);
  toy_close (&toy);
}

/* Changes a number that the family does not judge, before it is shown again; or
 * between that and the last check of all, which shows it once more. */
static bool at_last;

static bool
change_late (struct toy *toy, const struct order *order, struct claim *claim)
{
  (void)claim;
  if (order->kind == ORDER_CHECK) {
    toy->out[TOY_NUMBERS]++;
    if (!at_last)
      toy_show (toy, order);
  }
  return true;
}

TEST (outputs_that_change_when_they_were_shown_are_wrong)
{
  for (int i = 0; i < 4; i++) {
    struct toy toy;

    toy_open (&toy, GK_BIT (GK_DATA_RANDOM));
    toy.at_once = i % 2;
    at_last = i / 2;
    /* Each of so few is judged before the last check. */
    toy.settings.sampling.min_samples = toy.settings.sampling.max_samples = 2;
    toy.meddle = change_late;
    toy_conduct (&toy);
    assert_int_equal (toy.result.status, STATUS_WRONG);
    assert_string_equal (toy.result.class, "late");
    assert_non_null (strstr (toy.result.reason,
                             "its output changed when the launch was over"));
    toy_close (&toy);
  }
}

TEST (what_can_t_be_judged_is_skipped)
{
  struct toy toy;

  toy_open (&toy, GK_BIT (GK_DATA_RANDOM));
  toy.settings.data = GK_DATA_ZERO;
  toy_conduct (&toy);
  assert_int_equal (toy.result.status, STATUS_SKIPPED);
  assert_non_null (strstr (toy.result.reason, "set verify = no"));
  expect_orders (&toy, "E");
  toy_close (&toy);
}

/* Not even where nothing is to be judged. */
TEST (what_the_family_can_t_fill_is_skipped)
{
  struct toy toy;

  toy_open (&toy, GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_EXACT));
  toy.settings.data = GK_DATA_WIDE;
  toy.settings.verify = false;
  toy_conduct (&toy);
  assert_int_equal (toy.result.status, STATUS_SKIPPED);
  assert_non_null (strstr (toy.result.reason, "has no data of this kind"));
  expect_orders (&toy, "E");
  toy_close (&toy);
}

/* An order of this kind ends so. */
static struct {
  enum order_kind kind;
  bool thorough; /* only one that looks closely */
  int status;
} ending;

static bool
end (struct toy *toy, const struct order *order, struct claim *claim)
{
  (void)toy;
  if (order->kind == ending.kind && (order->thorough || !ending.thorough)) {
    claim->status = ending.status;
    strcpy (claim->reason, "it fell over");
  }
  return true;
}

static void
expect_end (enum order_kind kind, int claimed, enum status status,
            const char *reason)
{
  struct toy toy;

  ending.kind = kind;
  ending.thorough = false;
  ending.status = claimed;
  toy_open (&toy, GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_EXACT));
  toy.settings.sampling.min_samples = toy.settings.sampling.max_samples = 1;
  toy.meddle = end;
  toy_conduct (&toy);
  assert_true (toy.kept);
  assert_int_equal (toy.result.status, status);
  assert_string_equal (toy.result.reason, reason);
  /* Nothing is asked of it any more but to give all back, once. */
  assert_int_equal (toy_count (&toy, ORDER_END), 1);
  assert_int_equal (toy.order[toy.n_orders - 1].kind, ORDER_END);
  assert_int_equal (toy.order[toy.n_orders - 2].kind, kind);
  assert_true (isnan (toy.result.time.median_s));
  toy_close (&toy);
}

TEST (a_claim_ends_it_with_its_reason)
{
  expect_end (ORDER_BEGIN, GK_SKIP, STATUS_SKIPPED, "it fell over");
  expect_end (ORDER_PREPARE, GK_SKIP, STATUS_SKIPPED, "it fell over");
  expect_end (ORDER_LOAD, GK_FAIL, STATUS_FAILED, "it fell over");
  expect_end (ORDER_FIRST, GK_FAIL, STATUS_FAILED, "it fell over");
  expect_end (ORDER_WARM_UP, GK_FAIL, STATUS_FAILED, "it fell over");
  expect_end (ORDER_SAMPLE, GK_FAIL, STATUS_FAILED, "it fell over");
  expect_end (ORDER_CHECK, GK_FAIL, STATUS_FAILED, "it fell over");
}

TEST (a_wrong_one_tells_when)
{
  expect_end (ORDER_RUN, GK_WRONG, STATUS_WRONG,
              "it fell over (before the timed launches)");
  expect_end (ORDER_SHOW, GK_WRONG, STATUS_WRONG,
              "it fell over (timed launch 1)");
  expect_end (ORDER_CHECK, GK_WRONG, STATUS_WRONG,
              "it fell over (timed launch 1)");
}

/* From a certain sample on, launches do nothing. */
static bool
get_tired (struct toy *toy, const struct order *order, struct claim *claim)
{
  toy->stale = toy_count (toy, ORDER_SAMPLE) >= 2;
  return end (toy, order, claim);
}

static void
expect_tired (int look, const char *reason)
{
  struct toy toy;

  ending.kind = ORDER_CHECK;
  ending.thorough = true;
  ending.status = look;
  toy_open (&toy, GK_BIT (GK_DATA_RANDOM));
  toy.settings.sampling.min_samples = toy.settings.sampling.max_samples = 3;
  toy.meddle = get_tired;
  toy_conduct (&toy);
  assert_true (toy.kept);
  assert_int_equal (toy.result.status, STATUS_WRONG);
  assert_string_equal (toy.result.reason, reason);
  assert_true (isnan (toy.result.time.median_s));
  toy_close (&toy);
}

/* A spoilt input says more than what came of it, and nothing else does. */
TEST (a_wrong_result_is_explained)
{
  const char *plain = "number 0 is wrong (timed launch 3, random data)";

  expect_tired (GK_OK, plain);
  expect_tired (GK_FAIL, plain);
  expect_tired (GK_WRONG, "it fell over (timed launch 3)");
}

static bool
vanish (struct toy *toy, const struct order *order, struct claim *claim)
{
  (void)toy, (void)claim;
  return order->kind != ending.kind;
}

TEST (a_timer_that_is_gone_is_told_nothing_more)
{
  for (int kind = 0; kind < N_ORDERS; kind++) {
    struct toy toy;

    if (kind == ORDER_HELD_LAUNCH || kind == ORDER_REPEAT)
      continue;
    ending.kind = (enum order_kind)kind;
    toy_open (&toy, GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_EXACT));
    toy.meddle = vanish;
    toy_conduct (&toy);
    assert_false (toy.kept);
    assert_int_equal (toy.order[toy.n_orders - 1].kind, kind);
    if (kind != ORDER_END)
      assert_int_equal (toy.result.status, STATUS_FAILED);
    toy_close (&toy);
  }
}

static void
expect_family_fails (int fill, int vary, gk_range varied, const char *reason)
{
  struct toy toy;

  toy_open (&toy, GK_BIT (GK_DATA_RANDOM));
  toy.fill = fill;
  toy.vary = vary;
  toy.varied = varied;
  toy_conduct (&toy);
  assert_true (toy.kept);
  assert_int_equal (toy.result.status, STATUS_FAILED);
  assert_non_null (strstr (toy.result.reason, reason));
  assert_int_equal (toy_count (&toy, ORDER_SAMPLE), 0);
  toy_close (&toy);
}

TEST (constants_are_not_varied)
{
  struct toy toy;

  toy_open (&toy, GK_BIT (GK_DATA_RANDOM));
  toy.judge->setup.buffers[0].role = GK_CONSTANT;
  toy.varied = (gk_range){ .bytes = 1 };
  toy_conduct (&toy);
  assert_int_equal (toy.result.status, STATUS_FAILED);
  assert_non_null (strstr (toy.result.reason,
                           "vary: range 0 is in 'in', which is a constant"));
  toy_close (&toy);
}

TEST (a_family_that_fails_ends_it)
{
  static const gk_range none, outside = { .offset = 60, .bytes = 5 },
                              output = { .buffer = 1, .bytes = 8 },
                              nowhere = { .buffer = 2, .bytes = 8 },
                              round = { .offset = UINT64_MAX, .bytes = 2 },
                              flagged = { .flags = 1, .bytes = 1 };

  expect_family_fails (GK_FAIL, GK_OK, none, "fill: toys can't fill today");
  expect_family_fails (GK_OK, GK_FAIL, none, "vary: toys can't vary today");
  expect_family_fails (
      GK_OK, GK_OK, outside,
      "vary: range 0 lies outside of 'in', which has 64 bytes by "
      "setup");
  expect_family_fails (GK_OK, GK_OK, output,
                       "vary: range 0 is in 'out', which is no input");
  expect_family_fails (GK_OK, GK_OK, nowhere,
                       "vary: range 0 is in buffer 2, and there are 2");
  expect_family_fails (
      GK_OK, GK_OK, round,
      "vary: range 0 lies outside of 'in', which has 64 bytes by "
      "setup");
  expect_family_fails (GK_OK, GK_OK, flagged,
                       "vary: range 0 has flags, which must be 0");
}
