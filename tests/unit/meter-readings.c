/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The figures of a case made from the readings of a device's meter.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/optional.h"
#include "base/base64.h"
#include "run/meter-readings.h"
#include "tests/unit/unit.h"

static struct pool pool;
static struct case_record record;
static struct meter_readings metered;

static int
start (void **state)
{
  (void)state;
  fields_clear (&case_fields, &record);
  return 0;
}

static int
end (void **state)
{
  (void)state;
  meter_readings_free (&metered);
  pool_free (&pool);
  return 0;
}

/* A turn of these readings, with samples in these spans. */
static void
add (const char *readings, const char *spans, double launches, double kernel_s)
{
  json_t *list = json_loads (readings, 0, NULL);
  json_t *inside = json_loads (spans, 0, NULL);
  json_t *answer, *sampled;

  assert_non_null (list);
  assert_non_null (inside);
  answer = json_pack ("{s:f, s:o}", "clock_sm_most", 2e9, "readings", list);
  sampled = json_pack ("{s:o, s:f, s:f}", "spans", inside, "launches", launches,
                       "kernel_s", kernel_s);
  meter_readings_add (&metered, answer, sampled);
  json_decref (answer);
  json_decref (sampled);
}

static void
tell (void)
{
  meter_readings_store (&metered, &record, &pool);
}

#define SM(time, clock) "{\"time\":" time ",\"clock_sm\":" clock "}"

FIXTURE_TEST (readings_between_samples_count, start, end)
{
  add (
      "[" SM ("1.0", "1e8") "," SM ("2.0", "1.0e9") "," SM ("2.1", "1.5e9") "]",
      "[[1.9, 2.15]]", 1, 1);
  add ("[" SM ("3.0", "2e8") "," SM ("3.5", "1.8e9") "," SM ("3.9", "3e8") "]",
       "[[3.4, 3.6], [3.7, 3.8]]", 1, 1);
  tell ();
  assert_true (record.telemetry.clock_sm == 1.5e9);
  assert_true (record.telemetry.clock_sm_first == 1e9);
  assert_true (record.telemetry.clock_sm_last == 1.8e9);
  assert_true (record.telemetry.clock_sm_most == 2e9);
  assert_true (isnan (record.telemetry.power));
  assert_true (isnan (record.telemetry.temperature));
  assert_true (record.telemetry.others == INTEGER_ABSENT);
}

FIXTURE_TEST (of_a_short_case_the_nearest_count, start, end)
{
  add ("[" SM ("0.8", "1e8") "," SM ("0.98", "1e9") "," SM (
           "1.02", "2e9") "," SM ("1.04", "2e8") "]",
       "[[1.0, 1.01]]", 1, 1);
  tell ();
  assert_true (record.telemetry.clock_sm == 1.5e9);
  assert_true (record.telemetry.clock_sm_first == 1e9);
  assert_true (record.telemetry.clock_sm_last == 2e9);
}

FIXTURE_TEST (what_is_far_off_tells_nothing, start, end)
{
  add ("[" SM ("0.8", "1e8") "," SM ("1.2", "1e9") "]", "[[1.0, 1.01]]", 1, 1);
  tell ();
  assert_true (isnan (record.telemetry.clock_sm));
}

FIXTURE_TEST (without_a_watcher_all_is_absent, start, end)
{
  meter_readings_add (&metered, NULL, NULL);
  tell ();
  assert_true (isnan (record.telemetry.clock_sm));
  assert_true (record.telemetry.ecc_corrected == INTEGER_ABSENT);
}

FIXTURE_TEST (reasons_and_counts_add_up, start, end)
{
  add ("[{\"time\":1,\"reasons\":64,\"ecc_corrected\":5,\"remapped\":9},"
       "{\"time\":2,\"reasons\":1,\"temperature\":60,\"others\":1},"
       "{\"time\":3,\"reasons\":4,\"temperature\":70,\"others\":3},"
       "{\"time\":4,\"reasons\":32,\"ecc_corrected\":7,\"remapped\":9,"
       "\"others\":0}]",
       "[[1.5, 3.5]]", 1, 1);
  tell ();
  assert_int_equal (record.telemetry.reasons.n, 2);
  assert_string_equal (record.telemetry.reasons.text[0], "idle");
  assert_string_equal (record.telemetry.reasons.text[1], "power-cap");
  assert_true (record.telemetry.temperature == 70);
  assert_int_equal (record.telemetry.ecc_corrected, 2);
  assert_int_equal (record.telemetry.remapped, 0);
  assert_true (record.telemetry.ecc_uncorrected == INTEGER_ABSENT);
  assert_int_equal (record.telemetry.others, 3);
}

/* A counter that was set back tells nothing. */
FIXTURE_TEST (a_counter_that_went_back_is_not_believed, start, end)
{
  add ("[{\"time\":1,\"ecc_corrected\":5},{\"time\":2,\"ecc_corrected\":0}]",
       "[[1, 2]]", 1, 1);
  tell ();
  assert_true (record.telemetry.ecc_corrected == INTEGER_ABSENT);
}

/* Of a device that draws 500 W, whose counter is looked at so often in 0.1 s
 * each, of launches of 1 ms that fill a share of the time. */
static double
energy (size_t looks, double share)
{
  json_t *list = json_array ();
  double seconds = 0.1 * (double)(looks - 1), energy;
  json_t *spans = json_pack ("[[f, f]]", 10.0, 10.0 + seconds);
  char *readings, *inside;

  for (size_t i = 0; i < looks; i++)
    json_array_append_new (list, json_pack ("{s:f, s:f}", "time",
                                            10 + 0.1 * (double)i, "energy",
                                            7000 + 50.0 * (double)i));
  readings = json_dumps (list, 0);
  inside = json_dumps (spans, 0);
  start (NULL);
  add (readings, inside, 1000 * share * seconds, share * seconds);
  tell ();
  energy = record.telemetry.energy_per_launch;
  meter_readings_free (&metered);
  json_decref (list);
  json_decref (spans);
  free (readings);
  free (inside);
  return energy;
}

FIXTURE_TEST (energy_is_given_where_it_is_resolved, start, end)
{
  /* With what is drawn between launches: 0.5 J by launches that fill it. */
  assert_true (fabs (energy (102, 1) - 0.5) < 1e-3);
  assert_true (fabs (energy (202, 0.95) - 0.5 / 0.95) < 1e-3);
  assert_true (isnan (energy (202, 0.89)));
  assert_true (isnan (energy (99, 1)));
}

/* What a field has that is packed, as many as are wanted. */
static double *
unpacked (const char *text, size_t wanted)
{
  double *number;
  size_t n;

  assert_non_null (text);
  number = base64_floats_decode (text, &n);
  assert_non_null (number);
  assert_int_equal (n, wanted);
  return number;
}

/* Between samples 0 and 10, and 10 and 12; readings before those that count, or
 * between them, are left out. */
FIXTURE_TEST (readings_have_positions_among_samples, start, end)
{
  double *at, *clock;

  record.result.time.samples = 12;
  add ("[" SM ("0.5", "1e8") "," SM ("1.0", "1e9") "," SM (
           "1.5", "1.5e9") "," SM ("2.5", "2e8") ",{\"time\":3.5}]",
       "[[0, 0.9, 0, 0], [1, 2, 0, 10], [3, 4, 10, 12]]", 1, 1);
  tell ();
  at = unpacked (record.telemetry.seen_at, 3);
  clock = unpacked (record.telemetry.seen_clock_sm, 3);
  assert_true (at[0] == 0 && at[1] == 5 && at[2] == 11);
  assert_true (clock[0] == 1e9 && clock[1] == 1.5e9 && isnan (clock[2]));
  assert_null (record.telemetry.seen_power);
  free (at);
  free (clock);
}

/* Samples that were left out since then are not known. */
FIXTURE_TEST (other_samples_have_no_readings, start, end)
{
  record.result.time.samples = 8;
  add ("[" SM ("1.0", "1e9") "," SM ("1.5", "1.5e9") "]", "[[1, 2, 0, 10]]", 1,
       1);
  tell ();
  assert_true (record.telemetry.clock_sm == 1.25e9);
  assert_null (record.telemetry.seen_at);
  assert_null (record.telemetry.seen_clock_sm);
}

/* A thousand looks, of which the first and the last stay. */
FIXTURE_TEST (of_many_looks_some_are_kept, start, end)
{
  json_t *list = json_array ();
  double *at, *power;
  char *readings;

  record.result.time.samples = 100;
  for (int i = 0; i < 1000; i++)
    json_array_append_new (list, json_pack ("{s:f, s:f}", "time", 1 + i / 999.0,
                                            "power", 100.0 + i));
  readings = json_dumps (list, 0);
  add (readings, "[[1, 2, 0, 100]]", 1, 1);
  tell ();
  at = unpacked (record.telemetry.seen_at, 64);
  power = unpacked (record.telemetry.seen_power, 64);
  assert_true (at[0] == 0 && at[63] == 100);
  assert_true (power[0] == 100 && power[63] == 1099);
  for (int i = 1; i < 64; i++)
    assert_true (at[i] > at[i - 1] + 1 && at[i] < at[i - 1] + 2);
  assert_null (record.telemetry.seen_clock_sm);
  json_decref (list);
  free (readings);
  free (at);
  free (power);
}
