/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Launches on the same inputs: a wrong answer among them is found, another one
 * that is right is no fault, and both are reported.
 */
#include <config.h>

#include <math.h>
#include <string.h>
#include <time.h>

#include "judge/trial.h"
#include "tests/unit/unit.h"
#include "toy-trial.h"

/* What an order to launch again adds to a number behind those that the family
 * judges, or to one of them. */
static size_t place;

static bool
race (struct toy *toy, const struct order *order, struct claim *claim)
{
  /* A share of the case's time is spent on launches: let there be some. */
  const struct timespec pause = { .tv_nsec = 50 * 1000 * 1000 };

  (void)claim;
  if (order->kind == ORDER_LOAD)
    nanosleep (&pause, NULL);
  if (order->kind == ORDER_RUN) {
    toy->out[place] += toy_count (toy, ORDER_RUN);
    toy_show (toy, order);
  }
  return true;
}

static void
open_racy (struct toy *toy, size_t at)
{
  place = at;
  toy_open (toy, GK_BIT (GK_DATA_RANDOM));
  toy->timer.apart = true;
  toy->meddle = race;
}

TEST (a_wrong_answer_is_found)
{
  struct toy toy;

  open_racy (&toy, 3);
  toy_conduct (&toy);
  assert_int_equal (toy.result.status, STATUS_WRONG);
  assert_string_equal (toy.result.reason,
                       "number 3 is wrong (launch 1 on the same inputs, random "
                       "data): the answer "
                       "differs from launch to launch, as by a race");
  assert_string_equal (toy.result.class, "differs");
  /* The family knows where. */
  assert_int_equal (toy.check[toy.n_verdicts - 1].n_differing, 1);
  assert_int_equal (toy.check[toy.n_verdicts - 2].n_differing, 0);
  toy_close (&toy);
}

TEST (another_right_answer_is_reported)
{
  struct toy toy;

  open_racy (&toy, TOY_NUMBERS);
  toy_conduct (&toy);
  assert_int_equal (toy.result.status, STATUS_OK);
  assert_true (toy.result.verify.repeats > 0);
  assert_int_equal (toy.result.verify.differ, toy.result.verify.repeats);
  assert_int_equal (toy.result.log.n, 1);
  assert_non_null (strstr (toy.result.log.text[0],
                           "differs from launch to launch on the same inputs"));
  toy_close (&toy);
}

/* Changes and poison are those of the last sample, and nothing is new. */
TEST (inputs_and_poison_stay)
{
  struct toy toy;

  open_racy (&toy, TOY_NUMBERS);
  toy_conduct (&toy);
  for (size_t i = 0; i < toy_count (&toy, ORDER_RUN); i++) {
    assert_int_equal (toy_order (&toy, ORDER_RUN, i)->n_ranges, 0);
    assert_int_equal (toy_order (&toy, ORDER_RUN, i)->poison,
                      toy_order (&toy, ORDER_SAMPLE, 9)->poison);
  }
  toy_close (&toy);
}

/* There are a hundred at most, and none where claims are not audited. */
TEST (there_are_not_too_many)
{
  struct toy toy;

  open_racy (&toy, TOY_NUMBERS);
  toy_conduct (&toy);
  assert_in_range (toy.result.verify.repeats, 1, 100);
  assert_true (toy.result.verify.finds > 1 - pow (0.05, 1. / (100 + 10 + 1)));
  toy.settings.audit = false;
  toy_conduct (&toy);
  assert_int_equal (toy_count (&toy, ORDER_RUN), 0);
  assert_int_equal (toy.result.verify.repeats, INTEGER_ABSENT);
  toy_close (&toy);
}

/* What a device compares is fetched where the judge ordered it, the last
 * always. No claim makes more launches of it than were ordered. */
TEST (a_device_compares_most)
{
  struct toy toy;
  uint64_t sum = 0;

  open_racy (&toy, TOY_NUMBERS);
  toy.compares = true;
  toy_conduct (&toy);
  assert_int_equal (toy.result.status, STATUS_OK);
  assert_int_equal (toy_count (&toy, ORDER_RUN), 0);
  assert_int_equal (toy.result.verify.repeats, 100);
  for (size_t i = 0; i < toy_count (&toy, ORDER_REPEAT); i++)
    sum += toy_order (&toy, ORDER_REPEAT, i)->launches;
  assert_int_equal (sum, 100);
  toy_close (&toy);
}

static bool
claim_too_many (struct toy *toy, const struct order *order, struct claim *claim)
{
  claim->repeats *= 1000;
  return race (toy, order, claim);
}

/* As where others compute on the device, too: a launch takes half of the time
 * that a short case has for all. */
static bool
launch_slowly (struct toy *toy, const struct order *order, struct claim *claim)
{
  const struct timespec pause = { .tv_nsec = 1000 * 1000 };

  (void)toy;
  if (order->kind == ORDER_REPEAT) {
    nanosleep (&pause, NULL);
    claim->repeats = 1;
  }
  return true;
}

TEST (a_busy_device_has_forty)
{
  struct toy toy;

  open_racy (&toy, TOY_NUMBERS);
  toy.compares = true;
  toy.meddle = launch_slowly;
  toy_conduct (&toy);
  assert_int_equal (toy.result.status, STATUS_OK);
  assert_in_range (toy.result.verify.repeats, 40, 100);
  toy_close (&toy);
}

TEST (a_claim_of_more_counts_once)
{
  struct toy toy;

  open_racy (&toy, TOY_NUMBERS);
  toy.compares = true;
  toy.meddle = claim_too_many;
  toy_conduct (&toy);
  assert_int_equal (toy.result.verify.repeats, toy_count (&toy, ORDER_REPEAT));
  toy_close (&toy);
}
