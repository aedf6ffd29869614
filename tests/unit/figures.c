/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the host makes of what a worker says: rates, limits, and the verdict on
 * times that can't be true.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "record/caveat.h"
#include "tests/unit/unit.h"

static struct pool pool;

static int
free_pool (void **state)
{
  (void)state;
  pool_free (&pool);
  return 0;
}

/* What text says, as a record of a table. */
static void *
record_of (const struct fields *fields, const char *text)
{
  void *record = pool_alloc (&pool, fields->bytes);
  json_t *json = json_loads (text, 0, NULL);

  if (json == NULL)
    fail_msg ("no JSON: %s", text);
  fields_clear (fields, record);
  fields_from_json (fields, record, &pool, json, BY_HOST | BY_WORKER);
  json_decref (json);
  return record;
}

/* A byte a nanosecond, operations on i32 likewise, and four of tensor_i8; of
 * the others nothing is known. */
#define DEVICE                                                                 \
  "{\"name\":\"cuda:0\",\"l2\":1000,\"memory_bandwidth\":1e9,\"i32\":1e9,"     \
  "\"tensor_i8\":4e9}"
#define CPU "{\"name\":\"cpu\",\"l2\":1000}"

/* A cold case that is ok, and so many microseconds. */
#define CASE(us, more)                                                         \
  "{\"status\":\"ok\",\"mode\":{\"cache\":\"cold\"},"                          \
  "\"time\":{\"median_s\":" us "e-6}," more "}"
#define BYTES "\"work\":{\"bytes\":9000,\"bytes_written\":1000}"
#define TENSORS "\"variant_work\":{\"ops\":1e5,\"op_class\":\"tensor_i8\"}"
#define OPS(n, op_class)                                                       \
  "\"work\":{\"bytes\":9000,\"ops\":" n ",\"op_class\":\"" op_class "\"}"

static const struct case_record *
judged (const char *device, const char *text)
{
  struct case_record *record = record_of (&case_fields, text);

  figures_set (record,
               device != NULL ? record_of (&device_fields, device) : NULL,
               &pool);
  return record;
}

static void
assert_limit (const char *text, double seconds, const char *by)
{
  const struct case_record *r = judged (DEVICE, text);

  if (by == NULL) {
    assert_true (isnan (r->limit.seconds) && isnan (r->of_limit));
    return;
  }
  assert_true (fabs (r->limit.seconds - seconds) < 1e-6 * seconds);
  assert_string_equal (r->limit.by, by);
  assert_true (fabs (r->of_limit * r->result.time.median_s - seconds)
               < 1e-6 * seconds);
}

static void
assert_suspect (const char *device, const char *text, const char *reason)
{
  const struct case_record *r = judged (device, text);

  if (!case_is_suspect (r))
    fail_msg ("not suspect: %s", text);
  assert_int_equal (r->verdicts.n, 1);
  assert_false (case_passes (r));
  assert_true (case_time (r) == 0 && case_time_shown (r) > 0);
  assert_string_equal (case_outcome (r), "suspect");
  if (strstr (r->result.reason, reason) == NULL)
    fail_msg ("wanted '%s' in: %s", reason, r->result.reason);
}

/* Of the limit; a NaN: none is known. */
static void
assert_share (const struct case_record *r, double share)
{
  if (isnan (share))
    assert_true (isnan (r->of_limit));
  else
    assert_true (fabs (r->of_limit - share) < 1e-6);
}

static void
assert_sound (const char *device, const char *text)
{
  const struct case_record *r = judged (device, text);

  if (case_is_suspect (r))
    fail_msg ("suspect: %s", r->result.reason);
  assert_true (case_passes (r));
}

TEST (a_rate_is_of_the_familys_work)
{
  const struct case_record *r = judged (NULL, CASE ("10", BYTES));

  assert_true (fabs (r->rate.value - 9e8) < 1);
  assert_string_equal (r->rate.unit, "B/s");
  assert_true (isnan (r->limit.seconds));
  r = judged (DEVICE, CASE ("10", TENSORS "," OPS ("5000", "i32")));
  assert_true (fabs (r->rate.value - 5e8) < 1);
  assert_string_equal (r->rate.unit, "OP/s");
  r = judged (DEVICE, CASE ("10", OPS ("50000", "f64")));
  assert_string_equal (r->rate.unit, "FLOP/s");
}

static void
assert_rate (const char *device, const char *text, double value,
             const char *unit)
{
  const struct case_record *r = judged (device, text);

  assert_string_equal (r->rate.unit, unit);
  assert_true (fabs (r->rate.value - value) < 1e-6 * value);
}

TEST (a_rate_is_of_what_takes_longer)
{
  /* By the device: 9 us for the bytes. */
  assert_rate (DEVICE, CASE ("10", OPS ("8900", "i32")), 9e8, "B/s");
  assert_rate (DEVICE, CASE ("10", OPS ("9100", "i32")), 9.1e8, "OP/s");
  assert_rate (DEVICE, CASE ("10", OPS ("35000", "tensor_i8")), 9e8, "B/s");
  /* Where one of its limits is not known, by the operations for a byte. */
  assert_rate (DEVICE, CASE ("10", OPS ("8900", "f32")), 9e8, "B/s");
  assert_rate (DEVICE, CASE ("10", OPS ("9100", "f32")), 9.1e8, "FLOP/s");
  assert_rate (CPU, CASE ("10", OPS ("8900", "f32")), 9e8, "B/s");
  assert_rate (NULL, CASE ("10", OPS ("9100", "f32")), 9.1e8, "FLOP/s");
  /* What moves nothing. */
  assert_rate (DEVICE,
               CASE ("10", "\"work\":{\"ops\":500,\"op_class\":\"i32\"}"), 5e7,
               "OP/s");
}

TEST (what_is_not_right_has_no_figures)
{
  const struct case_record *r = judged (
      DEVICE, "{\"status\":\"wrong\",\"time\":{\"median_s\":1e-6}," BYTES "}");

  assert_null (r->rate.unit);
  assert_true (isnan (r->of_limit));
  assert_int_equal (r->verdicts.n, 0);
  r = judged (DEVICE, CASE ("0", BYTES));
  assert_null (r->rate.unit);
  r = judged (DEVICE, CASE ("10", "\"work\":{\"bytes\":-1}"));
  assert_null (r->rate.unit);
}

TEST (a_limit_is_the_larger_of_two)
{
  assert_limit (CASE ("10", BYTES), 9e-6, "memory");
  assert_limit (CASE ("30", OPS ("8000", "i32")), 9e-6, "memory");
  assert_limit (CASE ("30", OPS ("20000", "i32")), 20e-6, "i32");
  assert_limit (CASE ("30", TENSORS "," OPS ("20000", "i32")), 25e-6,
                "tensor_i8");
  /* The larger may be the one that is not known. */
  assert_limit (CASE ("30", OPS ("20000", "f64")), 0, NULL);
  assert_limit (CASE ("30", OPS ("20000", "invented")), 0, NULL);
}

#define MODE(mode)                                                             \
  "{\"status\":\"ok\",\"mode\":{" mode "},\"time\":{\"median_s\":1e-8},"       \
  "\"floor_s\":1e-6," BYTES "}"

TEST (a_limit_is_of_a_mode)
{
  assert_limit (MODE ("\"cache\":\"hot\""), 9e-6, "memory");
  assert_limit ("{\"status\":\"ok\",\"mode\":{\"cache\":\"hot\"},"
                "\"time\":{\"median_s\":1e-6},\"work\":{\"bytes\":1000}}",
                0, NULL);
  assert_limit (MODE ("\"memory\":\"managed\""), 9e-6, "memory");
  assert_limit (MODE ("\"memory\":\"mapped\""), 0, NULL);
  assert_limit (MODE ("\"scope\":\"transfer\""), 0, NULL);
}

TEST (what_no_memory_does_is_suspect)
{
  static const char why[] = "the 8.00 us that the memory of cuda:0 needs";

  /* 8000 bytes are read, 1000 end in the cache. */
  assert_sound (DEVICE, CASE ("7.65", BYTES));
  assert_suspect (DEVICE, CASE ("7.60", BYTES), why);
  assert_suspect (DEVICE, CASE ("7.60", BYTES), "7.60 us is less than the");
  /* 7000 are read, 1000 do not end there. */
  assert_suspect (
      DEVICE, CASE ("7.60", "\"work\":{\"bytes\":9000,\"bytes_written\":2000}"),
      why);
  /* Nothing is known of what is written: some may have ended there. */
  assert_suspect (DEVICE, CASE ("7.60", "\"work\":{\"bytes\":9000}"), why);
  assert_suspect (
      DEVICE,
      CASE ("7.60", "\"work\":{\"bytes\":9000,\"bytes_written\":99999}"), why);
  assert_sound (DEVICE, CASE ("7.60", "\"work\":{}"));
}

/* Nor is it known where what is written ends. */
TEST (without_a_known_cache_only_reads_count)
{
  static const char device[] = "{\"name\":\"x\",\"memory_bandwidth\":1e9}";

  assert_suspect (device, CASE ("7.60", BYTES), "8.00 us");
  assert_sound (
      device, CASE ("5.8", "\"work\":{\"bytes\":9000,\"bytes_written\":3000}"));
}

TEST (what_no_unit_does_is_suspect)
{
  assert_sound (DEVICE, CASE ("19.1", OPS ("20000", "i32")));
  assert_suspect (DEVICE, CASE ("19.0", OPS ("20000", "i32")),
                  "the 20.0 us that cuda:0 needs for the operations (i32)");
  assert_suspect (DEVICE, CASE ("23", TENSORS "," OPS ("20000", "i32")),
                  "the 25.0 us that cuda:0 needs for the operations "
                  "(tensor_i8)");
  /* What its memory needs is known of a device whose units are not. */
  assert_sound (DEVICE, CASE ("9", OPS ("1e9", "f64")));
  assert_suspect (DEVICE, CASE ("1", OPS ("1e9", "f64")), "the memory of");
}

/* Whatever else ran may have held up the measuring, but not to half. */
TEST (what_beats_a_measured_limit_twice_is_suspect)
{
  static const char device[]
      = "{\"name\":\"cpu\",\"memory_bandwidth\":1e9,\"l2\":1000,"
        "\"i32\":1e9,\"measured\":{\"read\":1e9}}";
  const struct case_record *r = judged (device, CASE ("6", BYTES));

  assert_sound (device, CASE ("6", BYTES));
  assert_true (fabs (r->of_limit - 1.5) < 1e-6);
  assert_sound (device, CASE ("4.01", BYTES));
  assert_suspect (device, CASE ("3.99", BYTES),
                  "3.99 us is less than half of the 8.00 us that the memory "
                  "of cpu needs");
  assert_sound (device, CASE ("10.1", OPS ("20000", "i32")));
  assert_suspect (device, CASE ("9.9", OPS ("20000", "i32")),
                  "half of the 20.0 us that cpu needs");
  assert_suspect (device, CASE ("4.5", "\"floor_s\":1e-5," BYTES), "an empty");
}

#define HOT(us, more)                                                          \
  "{\"status\":\"ok\",\"mode\":{\"cache\":\"hot\"},"                           \
  "\"time\":{\"median_s\":" us "e-6}," more "}"

/* A hot launch finds in the inner caches what fits there, in the last one what
 * fits there, and reads the rest from memory. */
TEST (hot_launches_are_held_against_the_last_cache)
{
#define CPU_OF(inner)                                                          \
  "{\"name\":\"cpu\",\"l2\":10000," inner "\"memory_bandwidth\":1e9,"          \
  "\"i32\":1e9,\"cache_bandwidth\":2e9,\"measured\":{\"read\":1e9}}"
  static const char cpu[] = CPU_OF ("\"inner_caches\":1000,");
  static const char gpu[]
      = "{\"name\":\"cuda:0\",\"units\":9,\"l2\":10000,\"memory_bandwidth\":"
        "1e9,\"cache_bandwidth\":2e9,\"measured\":{\"cache\":2e9}}";

  assert_sound (cpu, HOT ("2.01", BYTES));
  assert_suspect (cpu, HOT ("1.99", BYTES),
                  "half of the 4.00 us that the last cache of cpu needs");
  assert_sound (cpu, HOT ("0.001", "\"work\":{\"bytes\":1000}"));
  assert_sound (cpu, HOT ("1.3", "\"work\":{\"bytes\":6000}"));
  assert_suspect (cpu, HOT ("4.4", "\"work\":{\"bytes\":20000}"), "the memory");
  assert_suspect (cpu, HOT ("9.9", OPS ("20000", "i32")), "the operations");
  assert_sound (CPU_OF (""), HOT ("0.001", BYTES));
  assert_sound (gpu, HOT ("2.26", BYTES));
  assert_suspect (gpu, HOT ("2.24", BYTES),
                  "half of the 4.50 us that the last");
}

TEST (no_time_is_suspect)
{
  const struct case_record *r = judged (
      NULL, "{\"status\":\"ok\",\"time\":{\"median_s\":0.0,\"samples\":9}}");

  assert_true (case_is_suspect (r) && !case_passes (r));
  assert_true (caveat_first (r) == CAVEAT_SUSPECT);
  assert_non_null (strstr (r->result.reason, "less than any launch takes"));
}

/* Where but the cache was measured, all other limits are as sure as ever. */
TEST (what_beats_others_is_suspect_though_a_cache_was_measured)
{
  static const char device[] = "{\"name\":\"x\",\"memory_bandwidth\":1e9,"
                               "\"cache_bandwidth\":9e9,"
                               "\"measured\":{\"cache\":9e9}}";

  assert_suspect (device, CASE ("7.60", BYTES), "8.00 us");
}

/* Of some of the cores, but not all, nobody knows what they can do. */
TEST (who_is_pinned_is_held_against_his_cores)
{
  static const char device[]
      = "{\"name\":\"cpu\",\"cores\":4,\"memory_bandwidth\":4e9,\"i32\":4e9,"
        "\"measured\":{\"read\":4e9,\"read_one\":1e9,\"write_one\":5e8,"
        "\"copy_one\":2e9,\"i32_one\":1e8}}";
  static const struct {
    const char *cpus;
    double memory, units;
  } pinned[] = { { "", 0.5, 1 },
                 { "\"cpus\":\"2\",", 1, 40 },
                 { "\"cpus\":\"0-3\",", 0.5, 1 },
                 { "\"cpus\":\"0-2\",", NAN, NAN } };

  for (size_t i = 0; i < sizeof pinned / sizeof pinned[0]; i++) {
    char text[400];

    snprintf (text, sizeof text, "{%s%s", pinned[i].cpus,
              &CASE ("4.5", BYTES)[1]);
    assert_share (judged (device, text), pinned[i].memory);
    snprintf (text, sizeof text, "{%s%s", pinned[i].cpus,
              &CASE ("4.5", OPS ("18000", "i32"))[1]);
    assert_share (judged (device, text), pinned[i].units);
  }
}

#define CLOCKS ",\"clock\":2e9,\"memory_clock\":3e9}"
#define READ(sm, memory)                                                       \
  ",\"telemetry\":{\"clock_sm_most\":2.5e9,\"clock_sm\":" sm                   \
  ",\"clock_memory\":" memory "}"

/* A lower clock raises the limit that scales with it. */
TEST (a_limit_at_a_clock_scales_with_it)
{
  static const char units[] = OPS ("20000", "i32");
  static const struct {
    const char *work, *read;
    bool clocks;  /* that the limits hold at are known */
    double share; /* NaN: of no other limit */
  } at_clock[] = {
    { units, READ ("1e9", "3e9"), true, 1 },
    { units, READ ("1.9e9", "1e9"), true, 0.5 / 0.95 },
    { BYTES, READ ("1e9", "1.5e9"), true, 0.45 },
    /* Other clocks than that of the limit, or too little. */
    { units, READ ("2e9", "1e9"), true, NAN },
    { units, READ ("1.95e9", "1e9"), true, NAN },
    { BYTES, READ ("1e9", "3e9"), true, NAN },
    { BYTES, READ ("1e9", "2.92e9"), true, NAN },
    /* Older records have the SM's highest only. */
    { units, READ ("1e9", "3e9"), false, 1.25 },
    { BYTES, READ ("1e9", "1e9"), false, NAN },
    /* Without a clock or a limit. */
    { units, "", true, NAN },
    { units, READ ("0", "0"), true, NAN },
    { units, READ ("null", "1e9"), true, NAN },
    { OPS ("20000", "f64"), READ ("1e9", "1e9"), true, NAN },
  };

  for (size_t i = 0; i < sizeof at_clock / sizeof at_clock[0]; i++) {
    const double share = at_clock[i].share;
    const struct case_record *r;
    char text[400], device[200];

    snprintf (text, sizeof text,
              "{\"status\":\"ok\",\"time\":{\"median_s\":4e-5},%s%s}",
              at_clock[i].work, at_clock[i].read);
    snprintf (device, sizeof device, "%.*s%s", (int)strlen (DEVICE) - 1, DEVICE,
              at_clock[i].clocks ? CLOCKS : "}");
    r = judged (device, text);
    if (isnan (share) ? !isnan (r->of_limit_at_clock)
                      : !(fabs (r->of_limit_at_clock - share) < 1e-6))
      fail_msg ("%g instead of %g: %s", r->of_limit_at_clock, share, text);
  }
}

TEST (what_nothing_takes_is_suspect)
{
  assert_sound (CPU, CASE ("1.01", "\"floor_s\":2e-6," BYTES));
  assert_suspect (CPU, CASE ("0.99", "\"floor_s\":2e-6," BYTES),
                  "990 ns is less than half of the 2.00 us that an empty "
                  "launch takes");
  assert_suspect (NULL, CASE ("0.99", "\"floor_s\":2e-6," BYTES), "an empty");
  assert_sound (CPU, CASE ("0.99", BYTES));
  assert_sound (NULL, CASE ("0.99", BYTES));
}

TEST (kernels_alone_are_judged)
{
  assert_suspect (DEVICE, MODE ("\"cache\":\"cold\""), "the memory");
  assert_suspect (DEVICE, MODE ("\"launch\":\"graph\""), "the memory");
  assert_suspect (DEVICE, MODE ("\"cache\":\"hot\""), "the memory");
  assert_sound (DEVICE, MODE ("\"memory\":\"managed\""));
  assert_sound (DEVICE, MODE ("\"memory\":\"mapped\""));
  assert_sound (DEVICE, MODE ("\"scope\":\"transfer\""));
}

int
main (void)
{
  return unit_run (NULL, free_pool);
}
