/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The audit: claims that are too short are refused, and what a busy machine
 * does to honest ones is not held against them.  The clock is this program's
 * own: it goes on by what naps and readings take, however busy the machine is.
 */
#include <config.h>

#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/random.h"
#include "base/xalloc.h"
#include "toy-trial.h"
#include "trials.h"
#include "tests/unit/own-clock.h"
#include "tests/unit/unit.h"

static void
nap (double seconds)
{
  clock_sleep (seconds);
}

/* ---- Claims ---- */

static void
open_apart (struct toy *toy)
{
  toy_open (toy, GK_BIT (GK_DATA_RANDOM));
  toy->timer.apart = true;
}

static void
expect (struct toy *toy, enum status status, const char *reason)
{
  toy_conduct (toy);
  if (toy->result.status != status)
    fail_msg ("status %d: %s", (int)toy->result.status,
              toy->result.reason != NULL ? toy->result.reason : "");
  if (reason != NULL)
    assert_non_null (strstr (toy->result.reason, reason));
  if (status == STATUS_WRONG)
    assert_string_equal (
        toy->result.class,
        strstr (toy->result.reason, "claimed") != NULL             ? "clock"
        : strstr (toy->result.reason, "fresh inputs") != NULL      ? "less-work"
        : strstr (toy->result.reason, "than the verified") != NULL ? "less-work"
        : strstr (toy->result.reason, "stood still") != NULL       ? "late"
                                                                   : "unknown");
  toy_close (toy);
}

/* A hundred times as long as it claims. */
static bool
dawdle (struct toy *toy, const struct order *order, struct claim *claim)
{
  (void)claim;
  if (order->kind == ORDER_SAMPLE && !order->empty)
    nap (100 * toy->claims * (double)order->launches);
  return true;
}

TEST (a_claim_that_is_too_short_is_refused)
{
  const char *reason = "took longer than was claimed";
  struct toy toy;

  open_apart (&toy);
  toy.meddle = dawdle;
  expect (&toy, STATUS_WRONG, reason);
  open_apart (&toy);
  toy.meddle = dawdle;
  toy.settings.mode.cache = CACHE_HOT;
  expect (&toy, STATUS_WRONG, reason);
}

/* Likewise, after most of the case's time has passed. */
static bool
waste_time (struct toy *toy, const struct order *order, struct claim *claim)
{
  if (order->kind == ORDER_FIRST)
    nap (0.7 * toy->settings.sampling.timeout);
  return dawdle (toy, order, claim);
}

TEST (a_variant_that_wastes_its_time_is_retested)
{
  struct toy toy;

  open_apart (&toy);
  toy.meddle = waste_time;
  toy.settings.sampling.timeout = 0.3;
  expect (&toy, STATUS_FAILED, "raise timeout");
}

/* Whether a machine disturbs launches and controls alike, by up to two seconds,
 * or launches take one to two seconds, by no claim. */
static bool disturbs_all;

static bool
be_held_up (struct toy *toy, const struct order *order, struct claim *claim)
{
  const double chance = (double)(entropy_draw () >> 11) * 0x1p-53;

  (void)claim;
  if (order->kind == ORDER_SAMPLE && toy_count (toy, ORDER_SAMPLE) > 11
      && (disturbs_all || !order->empty))
    nap (disturbs_all ? 2 * chance : 1 + chance);
  return true;
}

/* Returns the verdict, where nine rounds take far longer than there is time. */
static enum status
conduct_held_up (bool all)
{
  enum status status;
  struct toy toy;

  disturbs_all = all;
  open_apart (&toy);
  toy.meddle = be_held_up;
  toy.settings.sampling.timeout = 400;
  toy_conduct (&toy);
  status = toy.result.status;
  toy_close (&toy);
  return status;
}

/* On a machine so busy that rounds take seconds half of them show an excess, by
 * chance, but none a clear one. */
TEST (without_time_for_all_rounds_an_unclear_excess_is_no_fault)
{
  for (int i = 0; i < 100; i += trial_stride (5)) {
    assert_int_equal (conduct_held_up (true), STATUS_OK);
    assert_int_not_equal (conduct_held_up (false), STATUS_OK);
  }
}

/* Does its work, 70 times as long as it claims, when the host next writes to
 * what a launch left; after an empty launch, in time. */
static bool
work_ahead (struct toy *toy, const struct order *order, struct claim *claim)
{
  static bool launched;
  const double seconds = 70 * toy->claims;
  const double samples = order->samples > 1 ? (double)order->samples : 1;

  if (order->kind != ORDER_SAMPLE)
    return true;
  if (!order->empty && !launched && order->before == BEFORE_EVICTED)
    claim->seconds = seconds / samples;
  if (launched || claim->seconds > toy->claims)
    nap (seconds * (order->empty ? 1 : samples));
  launched = !order->empty;
  return true;
}

TEST (work_before_a_launch_is_refused)
{
  const char *reason = "took longer than was claimed";
  struct toy toy;

  open_apart (&toy);
  toy.meddle = work_ahead;
  toy.at_once = true;
  expect (&toy, STATUS_WRONG, reason);
  /* Hot, it is less than a batch takes. */
  open_apart (&toy);
  toy.meddle = work_ahead;
  toy.at_once = toy.decoys = true;
  toy.settings.mode.cache = CACHE_HOT;
  expect (&toy, STATUS_WRONG, reason);
}

/* The judge sees that much of a sample beyond its claim. */
static double seen_beyond;

static bool
be_watched (struct toy *toy, const struct order *order, struct claim *claim)
{
  (void)order;
  if (toy->timer.watches)
    toy->timer.span_s = claim->seconds + seen_beyond;
  return true;
}

TEST (a_sample_that_is_seen_to_last_longer_is_refused)
{
  struct toy toy;

  for (int i = 0; i < 2; i++) {
    open_apart (&toy);
    toy.meddle = be_watched;
    toy.at_once = true;
    seen_beyond = i == 0 ? 19e-6 : 21e-6;
    expect (&toy, i == 0 ? STATUS_OK : STATUS_WRONG,
            i == 0 ? NULL : "took longer than was claimed");
  }
}

/* Counts the samples that the judge watches. */
static int watched;

static bool
count_watched (struct toy *toy, const struct order *order, struct claim *claim)
{
  watched += order->kind == ORDER_SAMPLE && toy->timer.watches;
  return be_watched (toy, order, claim);
}

/* Three of fifteen would. */
TEST (no_more_is_watched_where_the_rest_could_not_refuse_the_claim)
{
  struct toy toy;

  for (int i = 0; i < 2; i++) {
    open_apart (&toy);
    toy.meddle = count_watched;
    toy.at_once = true;
    seen_beyond = i == 0 ? 19e-6 : 21e-6;
    watched = 0;
    expect (&toy, i == 0 ? STATUS_OK : STATUS_WRONG, NULL);
    assert_int_equal (watched, i == 0 ? 13 : 15);
  }
}

TEST (a_process_that_stands_still_is_refused)
{
  const struct {
    double idle;
    int stood, others;
    bool is_wrong;
  } cases[] = {
    { 4.1e-3, 3, 27, false },
    { 4.1e-3, 3, 26, true },
    { 3.9e-3, 3, 26, false },
    { 0.1, 2, 0, false },
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct trial t = { .measurement = { .stats.median = 1e-3, .batch = 1 } };

    for (int j = 0; j < cases[i].stood + cases[i].others; j++)
      samples_add (&t.measurement.idle,
                   j < cases[i].stood ? cases[i].idle : -1e-5);
    assert_int_equal (audit_idle (&t), !cases[i].is_wrong);
    assert_int_equal (t.status, cases[i].is_wrong ? GK_WRONG : GK_OK);
    samples_free (&t.measurement.idle);
  }
}

/* Seconds that each sample takes, launches or none. */
static double rests;

static bool
rest (struct toy *toy, const struct order *order, struct claim *claim)
{
  (void)toy, (void)claim;
  if (order->kind == ORDER_SAMPLE)
    nap (rests * (order->samples > 1 ? (double)order->samples : 1));
  return true;
}

/* Of short samples in the audit, of long ones while they are measured. */
TEST (how_long_a_process_stands_still_is_read)
{
  static const double seconds[] = { 10e-3, 60e-3 };

  for (int i = 0; i < 4; i++) {
    struct toy toy;

    open_apart (&toy);
    toy.meddle = rest;
    toy.at_once = true;
    toy.worker = i % 2 == 0 ? getpid () : 0;
    toy.claims = 1e-3;
    rests = seconds[i / 2];
    expect (&toy, i % 2 == 0 ? STATUS_WRONG : STATUS_OK,
            i % 2 == 0 ? "stood still" : NULL);
  }
}

/* So many samples are watched for each that is looked at all the time; and what
 * a launch takes beyond its claim. */
static int of_looked_at;
static double beyond;

static bool
be_seldom_watched (struct toy *toy, const struct order *order,
                   struct claim *claim)
{
  if (order->kind == ORDER_SAMPLE && !order->empty)
    nap (toy->claims * (double)order->launches + beyond);
  if (!count_watched (toy, order, claim))
    return false;
  toy->timer.blind_s = watched % of_looked_at == 0 ? 0 : 1;
  if (toy->timer.blind_s > 0)
    toy->timer.span_s = 0;
  return true;
}

/* Launches that claim so much are seen to take too long. */
static void
refuse_watched (double claims)
{
  struct toy toy;

  open_apart (&toy);
  toy.meddle = be_seldom_watched;
  toy.at_once = true;
  toy.claims = claims;
  seen_beyond = 21e-6;
  watched = 0;
  expect (&toy, STATUS_WRONG, "took longer than was claimed");
}

/* The judge of a busy machine: two of fifteen would not be enough. */
TEST (samples_that_were_not_looked_at_count_for_nothing)
{
  of_looked_at = 7;
  beyond = 80e-6;
  refuse_watched (10e-6);
  assert_true (watched >= 21);
}

TEST (three_samples_are_watched_however_long_they_take)
{
  of_looked_at = 1;
  beyond = 0;
  refuse_watched (45e-3);
  assert_int_equal (watched, 3);
}

/* The longest run of samples. */
static uint64_t longest;

static bool
note_runs (struct toy *toy, const struct order *order, struct claim *claim)
{
  const double samples = order->samples > 1 ? (double)order->samples : 1;

  (void)claim;
  longest = order->samples > longest ? order->samples : longest;
  if (order->kind == ORDER_SAMPLE)
    nap (samples * 100e-6);
  return true;
}

/* A launch that takes what it claims, and then as long as it takes to overwrite
 * an output of 16 MiB that is in no cache. */
static bool
empty_caches (struct toy *toy, const struct order *order, struct claim *claim)
{
  const double samples = order->samples > 1 ? (double)order->samples : 1;

  (void)claim;
  if (order->kind == ORDER_SAMPLE && !order->empty)
    nap (samples * ((double)(order->launches + 1) * toy->claims + 1.3e-3));
  return true;
}

TEST (a_hot_output_that_is_left_in_no_cache_is_no_fault)
{
  for (int i = 0; i < 2; i++) {
    struct toy toy;

    toy_open_large (&toy, GK_BIT (GK_DATA_RANDOM), i == 0 ? 16 << 20 : 1 << 10);
    toy.timer.apart = true;
    toy.at_once = true;
    toy.settings.mode.cache = CACHE_HOT;
    toy.meddle = empty_caches;
    toy.claims = 124e-6;
    expect (&toy, i == 0 ? STATUS_OK : STATUS_WRONG,
            i == 0 ? NULL : "took longer than was claimed");
  }
}

TEST (short_runs_suffice_where_launches_take_no_longer_than_the_control)
{
  struct toy toy;

  open_apart (&toy);
  toy.meddle = note_runs;
  toy.at_once = true;
  toy.claims = 40e-6;
  longest = 0;
  expect (&toy, STATUS_OK, NULL);
  assert_int_equal (longest, 4);
}

TEST (without_an_audit_it_is_believed)
{
  struct toy toy;

  open_apart (&toy);
  toy.meddle = dawdle;
  toy.settings.audit = false;
  expect (&toy, STATUS_OK, NULL);
  /* Nor is there a clock outside in one process. */
  open_apart (&toy);
  toy.meddle = dawdle;
  toy.timer.apart = false;
  expect (&toy, STATUS_OK, NULL);
}

/* Gives the toy an output that is too large to be shown after each sample. */
static void
show_by_order (struct toy *toy)
{
  toy->at_once = true;
  toy->judge->setup.buffers[1].bytes = SMALL_OUTPUTS + 1;
}

/* Does its work when somebody looks. */
static bool
put_off (struct toy *toy, const struct order *order, struct claim *claim)
{
  (void)toy, (void)claim;
  if (order->kind == ORDER_SHOW && !order->repeat)
    nap (1e-3);
  return true;
}

TEST (work_that_is_put_off_till_it_is_shown_is_refused)
{
  struct toy toy;

  open_apart (&toy);
  toy.meddle = put_off;
  show_by_order (&toy);
  expect (&toy, STATUS_WRONG, "took longer than was claimed");
}

/* A slow way to show is slow each time. */
static bool
show_slowly (struct toy *toy, const struct order *order, struct claim *claim)
{
  (void)toy, (void)claim;
  if (order->kind == ORDER_SHOW)
    nap (1e-3);
  return true;
}

TEST (to_show_slowly_is_no_fault)
{
  struct toy toy;

  open_apart (&toy);
  toy.meddle = show_slowly;
  show_by_order (&toy);
  expect (&toy, STATUS_OK, NULL);
}

/* Ten times as long where it finds what it has not seen. */
static bool
remember (struct toy *toy, const struct order *order, struct claim *claim)
{
  (void)toy;
  if (order->kind == ORDER_SAMPLE && order->before == BEFORE_FRESH)
    claim->seconds *= 10;
  return true;
}

static void
open_hot (struct toy *toy)
{
  open_apart (toy);
  toy->settings.mode.cache = CACHE_HOT;
  toy->decoys = true;
}

TEST (one_that_is_slow_on_fresh_inputs_only_is_refused)
{
  struct toy toy;

  open_hot (&toy);
  toy.meddle = remember;
  expect (&toy, STATUS_WRONG, "with fresh inputs and outputs one takes");
}

TEST (one_that_is_as_fast_on_fresh_inputs_passes)
{
  struct toy toy;

  open_hot (&toy);
  toy_conduct (&toy);
  assert_int_equal (toy.result.status, STATUS_OK);
  assert_true (toy_count (&toy, ORDER_SAMPLE) > 30);
  toy_close (&toy);
}

/* By so much a launch takes longer that follows none at once. */
static double longer_alone;

static bool
keep_in_a_row (struct toy *toy, const struct order *order, struct claim *claim)
{
  (void)toy;
  if (order->kind == ORDER_SAMPLE && !order->empty
      && (order->before != BEFORE_NOTHING || order->pause_s > 0))
    claim->seconds += longer_alone;
  nap (claim->seconds * (double)order->launches);
  return true;
}

/* Conducts launches of 10 us that take so many seconds longer alone, also with
 * fresh inputs. */
static void
expect_longer (double seconds, bool at_once,
               bool (*meddle) (struct toy *, const struct order *,
                               struct claim *),
               enum status status)
{
  struct toy toy;

  open_hot (&toy);
  toy.meddle = meddle;
  toy.at_once = at_once;
  longer_alone = seconds;
  expect (&toy, status,
          status == STATUS_WRONG ? "behind a pause one takes" : NULL);
}

/* Threads that wake up are no fault. */
TEST (one_that_is_fast_behind_another_only_is_refused)
{
  expect_longer (220e-6, true, keep_in_a_row, STATUS_WRONG);
  expect_longer (50e-6, true, keep_in_a_row, STATUS_OK);
}

/* There is nothing to wake, but the start that other launches hide. */
TEST (on_a_device_less_longer_is_refused)
{
  expect_longer (10e-6, false, keep_in_a_row, STATUS_WRONG);
  expect_longer (2e-6, false, keep_in_a_row, STATUS_OK);
}

/* Of the samples behind the first launch alone three of four do all of their
 * work. */
static bool
keep_in_some_rows (struct toy *toy, const struct order *order,
                   struct claim *claim)
{
  static unsigned samples;

  if (order->pause_s > 0)
    samples += samples == 0;
  else if (samples > 0 && order->before == BEFORE_NOTHING && !order->empty)
    claim->seconds += samples++ % 4 < 3 ? longer_alone : 0;
  return keep_in_a_row (toy, order, claim);
}

/* Most of the control takes as long as a launch alone. */
TEST (one_that_is_fast_in_some_samples_is_refused)
{
  expect_longer (220e-6, false, keep_in_some_rows, STATUS_WRONG);
}

TEST (without_room_for_decoys_the_log_says_so)
{
  struct toy toy;

  open_hot (&toy);
  toy.decoys = false;
  toy.meddle = remember;
  toy_conduct (&toy);
  assert_int_equal (toy.result.status, STATUS_OK);
  assert_int_equal (toy.result.log.n, 1);
  assert_non_null (strstr (toy.result.log.text[0], "no room for decoys"));
  toy_close (&toy);
}

/* The launches of the hot audit are judged, too. */
static bool
forget (struct toy *toy, const struct order *order, struct claim *claim)
{
  (void)claim;
  if (order->kind == ORDER_SAMPLE && order->before == BEFORE_FRESH)
    memset (toy->out, order->poison, sizeof toy->out);
  return true;
}

TEST (its_launches_are_judged)
{
  struct toy toy;

  open_hot (&toy);
  toy.meddle = forget;
  expect (&toy, STATUS_WRONG, "(a launch of the audit, random data)");
}

/* Leaves its work out where another launch came right before. */
static bool
leave_out_the_last (struct toy *toy, const struct order *order,
                    struct claim *claim)
{
  (void)claim;
  if (order->kind == ORDER_SAMPLE && order->poison_pieces)
    memset (toy->out, order->poison, 1);
  return true;
}

TEST (a_launch_in_the_midst_of_a_batch_is_judged)
{
  struct toy toy;

  open_hot (&toy);
  toy.meddle = leave_out_the_last;
  expect (&toy, STATUS_WRONG, "(a launch of the audit, random data)");
}

/* Ten times as long where inputs are new altogether, and in so many launches
 * after it. */
static int again;

static bool
mend (struct toy *toy, const struct order *order, struct claim *claim)
{
  static uint64_t was[TOY_NUMBERS];
  static int full;
  size_t changes = 0;

  for (size_t i = 0; i < TOY_NUMBERS; i++)
    changes += toy->in[i] != was[i];
  memcpy (was, toy->in, sizeof was);
  if (changes > TOY_NUMBERS / 2)
    full = 1 + again;
  if (order->kind == ORDER_SAMPLE && full > 0)
    claim->seconds *= 10;
  full -= order->kind == ORDER_SAMPLE && full > 0;
  return true;
}

TEST (one_that_mends_an_earlier_result_is_refused)
{
  for (again = 0; again < 2; again++)
    for (int ops = 0; ops < 2; ops++)
      for (int hot = 0; hot < 2; hot++) {
        struct toy toy;

        open_apart (&toy);
        toy.settings.mode.cache = hot ? CACHE_HOT : CACHE_COLD;
        toy.decoys = true;
        toy.meddle = mend;
        toy.judge->setup.work.ops = ops;
        expect (&toy, STATUS_WRONG, "with fresh inputs and outputs one takes");
      }
}

TEST (inputs_are_new_once_where_nothing_is_found)
{
  struct toy toy;

  open_apart (&toy);
  toy_conduct (&toy);
  assert_int_equal (toy.result.status, STATUS_OK);
  assert_int_equal (toy_count (&toy, ORDER_LOAD), 3);
  assert_true (toy_order (&toy, ORDER_LOAD, 2)->repeat);
  /* The last verdict is of the new inputs, by the seed that is kept. */
  assert_true (toy.check[toy.n_verdicts - 1].seed != 7);
  assert_int_equal (toy.check[toy.n_verdicts - 1].seed,
                    toy.result.seeds.inputs);
  assert_int_equal (toy.check[toy.n_verdicts - 1].generation, 1);
  toy_close (&toy);
}

/* Takes a while for each launch, and says so. */
static void
take_a_while (const struct order *order, struct claim *claim, double seconds)
{
  uint64_t launches
      = order->launches * (order->samples > 0 ? order->samples : 1);
  double begin = clock_now ();

  while (clock_now () < begin + seconds * (double)launches)
    ;
  claim->seconds = (clock_now () - begin) / (double)launches;
}

/* Behind its samples twenty times as long, by either clock. */
static bool
get_slower (struct toy *toy, const struct order *order, struct claim *claim)
{
  bool audited = toy_count (toy, ORDER_SAMPLE) > 10;

  if (order->kind == ORDER_SAMPLE && !order->empty)
    take_a_while (order, claim, audited ? 400e-6 : 20e-6);
  return true;
}

TEST (a_machine_that_gets_busier_is_no_fault)
{
  struct toy toy;

  open_apart (&toy);
  toy.meddle = get_slower;
  expect (&toy, STATUS_OK, NULL);
}

/* Tells the truth where many samples are asked for in a row. */
static bool
lie_in_single_samples (struct toy *toy, const struct order *order,
                       struct claim *claim)
{
  (void)toy;
  if (order->kind == ORDER_SAMPLE && !order->empty) {
    take_a_while (order, claim, 400e-6);
    if (order->samples <= 1)
      claim->seconds /= 100;
  }
  return true;
}

TEST (to_tell_the_truth_in_the_audit_only_is_refused)
{
  struct toy toy;

  open_apart (&toy);
  toy.meddle = lie_in_single_samples;
  expect (&toy, STATUS_WRONG, "took longer than was claimed");
}

/* Launches of 20 us by the clock, and beside them, in claims and out, what
 * other programs do to any of them: now and then much, as often as not some. */
static void
be_disturbed (void)
{
  double chance = (double)(entropy_draw () >> 11) * 0x1p-53;

  if (chance < 0.02)
    nap (2e-3);
  else if (chance < 0.4)
    nap (400e-6);
}

static bool
be_honest (struct toy *toy, const struct order *order, struct claim *claim)
{
  double begin;

  (void)toy;
  if (order->kind == ORDER_SHOW)
    be_disturbed ();
  if (order->kind != ORDER_SAMPLE)
    return true;
  be_disturbed ();
  begin = clock_now ();
  while (!order->empty && clock_now () < begin + 20e-6)
    ;
  claim->seconds = (clock_now () - begin) / (double)order->launches;
  be_disturbed ();
  return true;
}

TEST (honest_claims_pass_however_busy_the_machine_is)
{
  for (int i = 0; i < 300; i += trial_stride (10)) {
    struct toy toy;

    open_apart (&toy);
    toy.meddle = be_honest;
    toy.at_once = true;
    expect (&toy, STATUS_OK, NULL);
  }
}
