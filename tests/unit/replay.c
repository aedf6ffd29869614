/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A replay: what it orders, and what it finds.
 */
#include <config.h>

#include <string.h>

#include "base/random.h"
#include "toy-trial.h"
#include "tests/unit/unit.h"

/* What variants do in a row. */
static struct {
  double slower;  /* times as long in each launch */
  bool mends;     /* ten times as long on inputs that are new altogether */
  bool warily;    /* and ever after, once it had mended some */
  bool disturbed; /* now and then five times as long */
} manner;

static bool
act (struct toy *toy, const struct order *order, struct claim *claim)
{
  static uint64_t was[TOY_NUMBERS];
  static size_t mended, full; /* launches */
  size_t changes = 0;

  for (size_t i = 0; i < TOY_NUMBERS; i++)
    changes += toy->in[i] != was[i];
  memcpy (was, toy->in, sizeof was);
  if (changes > TOY_NUMBERS / 2) {
    full = manner.warily && mended > 3 ? SIZE_MAX : 1;
    mended = 0;
  }
  if (order->kind == ORDER_BEGIN) {
    mended = full = 0;
    /* Its worker opens the device while they are filled. */
    assert_true (toy->judge->inputs.seed[toy->settings.data] != 7);
  }
  if (order->kind != ORDER_SAMPLE)
    return true;
  claim->seconds *= manner.slower * (manner.mends && full > 0 ? 10 : 1);
  if (manner.disturbed && entropy_draw () % 5 == 0)
    claim->seconds *= 5;
  mended += full == 0;
  full -= full > 0;
  return true;
}

/* Replays a case of 15 samples of 10 us. */
static void
expect (enum replay_outcome outcome, enum status status, uint64_t pairs,
        bool hot)
{
  struct toy toy;

  toy_open (&toy, GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_EXACT));
  toy.timer.apart = true;
  toy.decoys = true;
  toy.settings.mode.cache = hot ? CACHE_HOT : CACHE_COLD;
  toy.settings.sampling.min_samples = toy.settings.sampling.max_samples = 15;
  toy.meddle = act;
  toy.replay.pairs = pairs;
  for (int i = 0; i < 15; i++)
    samples_add (&toy.replay.claimed, 10e-6);
  toy_conduct (&toy);
  assert_int_equal (toy.replay.outcome, outcome);
  assert_int_equal (toy.result.status, status);
  if (status == STATUS_WRONG)
    assert_non_null (strstr (toy.result.reason, "three fresh processes"));
  /* Its inputs are new: no seed that the suite gave. */
  assert_true (toy.result.seeds.inputs != 7);
  toy_close (&toy);
}

static void
expect_always (enum replay_outcome outcome, enum status status)
{
  for (int hot = 0; hot < 2; hot++) {
    expect (outcome, status, 1, hot);
    expect (outcome, status, 15, hot);
  }
}

TEST (a_time_that_is_reached_again_stands)
{
  manner.slower = 1;
  expect_always (REPLAY_AGREES, STATUS_OK);
  manner.slower = 1.5;
  expect_always (REPLAY_AGREES, STATUS_OK);
}

TEST (one_that_is_not_reached_again_is_slower_and_no_fault)
{
  manner.slower = 3;
  expect_always (REPLAY_IS_SLOWER, STATUS_OK);
}

TEST (one_that_keeps_answers_is_found)
{
  manner.slower = 1;
  manner.mends = true;
  expect_always (REPLAY_MENDS, STATUS_WRONG);
  manner.warily = true;
  expect_always (REPLAY_MENDS, STATUS_WRONG);
  manner.mends = manner.warily = false;
}

/* With 15 pairs what happens to both alike decides nothing. */
TEST (disturbances_are_no_difference)
{
  manner.slower = 1;
  manner.disturbed = true;
  for (int i = 0; i < 50; i++)
    expect (REPLAY_AGREES, STATUS_OK, 15, false);
  manner.disturbed = false;
}
