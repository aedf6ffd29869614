/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A trial makes all fresh: no sample finds inputs or poison that an earlier one
 * found, and which samples are judged nobody can foresee but that the last one
 * is.
 */
#include <config.h>

#include "judge/trial.h"
#include "toy-trial.h"
#include "tests/unit/unit.h"

enum { SAMPLES = 200 };

static void
open_many (struct toy *toy)
{
  toy_open (toy, GK_BIT (GK_DATA_RANDOM));
  toy->settings.sampling.min_samples = toy->settings.sampling.max_samples
      = SAMPLES;
}

static const struct order *
sample (const struct toy *toy, size_t n)
{
  return toy_order (toy, ORDER_SAMPLE, n);
}

/* The toy's place of a change tells the generation but for multiples. */
TEST (each_sample_is_a_generation_of_its_own)
{
  struct toy toy;

  open_many (&toy);
  for (int variant = 0; variant < 2; variant++) {
    toy_conduct (&toy);
    assert_int_equal (toy.result.status, STATUS_OK);
    assert_int_equal (toy_count (&toy, ORDER_SAMPLE), SAMPLES);
    for (size_t i = 0; i < SAMPLES; i++) {
      uint64_t generation = SAMPLES * (uint64_t)variant + i + 1;

      assert_int_equal (sample (&toy, i)->n_ranges, 1);
      assert_int_equal (sample (&toy, i)->range[0].offset,
                        8 * (generation % TOY_NUMBERS));
    }
    /* It goes on counting with the next variant. */
    assert_int_equal (toy.result.verify.generation, SAMPLES * (variant + 1));
  }
  toy_close (&toy);
}

TEST (no_poison_is_the_last_one_s_or_zero)
{
  struct toy toy;
  size_t seen[256] = { 0 }, values = 0;

  open_many (&toy);
  toy_conduct (&toy);
  for (size_t i = 0; i < SAMPLES; i++) {
    assert_int_not_equal (sample (&toy, i)->poison, 0);
    if (i > 0)
      assert_int_not_equal (sample (&toy, i)->poison,
                            sample (&toy, i - 1)->poison);
    values += seen[sample (&toy, i)->poison]++ == 0;
  }
  /* All that no float is by chance. */
  assert_int_equal (values, 8);
  toy_close (&toy);
}

/* What the family is told of a sample is what came before its launch. */
TEST (the_family_judges_the_last_of_them)
{
  struct toy toy;
  const gk_check *last;

  open_many (&toy);
  toy_conduct (&toy);
  last = &toy.check[toy.n_verdicts - 1];
  assert_int_equal (last->generation, SAMPLES);
  assert_int_equal (last->seed, 7);
  assert_int_equal (last->choice_seed, toy.result.seeds.choice);
  for (size_t i = 0; i < sizeof last->poison; i++)
    assert_int_equal (last->poison[i], sample (&toy, SAMPLES - 1)->poison);
  for (size_t i = 0; i + 1 < toy.n_verdicts; i++)
    assert_int_equal (toy.check[i].poison[0],
                      sample (&toy, toy.check[i].generation - 1)->poison);
  toy_close (&toy);
}

/* With one that judges 200 samples at some places and the last. */
TEST (others_are_judged_each_time)
{
  struct toy toy;
  uint64_t first = 0;
  int same = 0;

  open_many (&toy);
  for (uint64_t run = 0; run < 6; run++) {
    toy_conduct (&toy);
    assert_in_range (toy.n_verdicts, CHOSEN_MOST, CHOSEN_MOST + 1);
    same += toy.check[0].generation - SAMPLES * run == first;
    first = toy.check[0].generation - SAMPLES * run;
  }
  assert_in_range (same, 0, 2);
  toy_close (&toy);
}
