/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The words that figures of a case are to be taken with care for.
 */
#include <config.h>

#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/base64.h"
#include "base/text.h"
#include "base/xalloc.h"
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

/* Of n samples, the second half of which takes longer by that share. */
static char *
values (size_t n, double step)
{
  uint32_t *word = xcalloc (n + 1, sizeof *word);
  char *text;

  for (size_t i = 0; i < n; i++) {
    float seconds = (float)((i < n / 2 ? 1 : 1 + step) * (1 + 1e-3 * (i % 3)));

    memcpy (&word[i], &seconds, sizeof seconds);
    word[i] = htole32 (word[i]);
  }
  text = base64_encode (word, n * sizeof *word);
  free (word);
  return text;
}

/* The words of a case whose record is this, with commas between. */
static void
assert_words_of (const char *want, const char *text,
                 const struct device_record *device)
{
  struct case_record *record = pool_alloc (&pool, sizeof *record);
  json_t *json = json_loads (text, 0, NULL);
  struct text words = { 0 };

  assert_non_null (json);
  fields_clear (&case_fields, record);
  fields_from_json (&case_fields, record, &pool, json, BY_HOST | BY_WORKER);
  figures_set (record, device, &pool);
  text_add (&words, "%s", "");
  for (int i = 0; i < N_CAVEATS; i++)
    if (caveat_is_set (record, (enum caveat)i)) {
      text_add (&words, "%s%s", words.n > 0 ? "," : "",
                caveat_word ((enum caveat)i));
      assert_true (
          texts_contain (&record->verdicts, caveat_word ((enum caveat)i)));
    }
  if (strcmp (words.data, want) != 0)
    fail_msg ("'%s', not '%s', of %s", words.data, want, text);
  free (words.data);
  json_decref (json);
}

/* Time, settings and telemetry are the members of those objects. */
static void
assert_words_with (const char *want, const char *status, const char *time,
                   const char *settings, const char *telemetry)
{
  char *text = xasprintf (
      "{\"status\":\"%s\",\"time\":{\"median_s\":1,\"spread\":0.1,%s},"
      "\"settings\":{%s},\"telemetry\":{%s}}",
      status, time, settings, telemetry);

  assert_words_of (want, text, NULL);
  free (text);
}

static void
assert_words (const char *want, const char *status, const char *time,
              const char *settings)
{
  assert_words_with (want, status, time, settings, "");
}

#define SETTLED "\"settled\":true,\"error\":0.001,\"samples\":20"
#define NOISY "\"settled\":false,\"error\":0.1,\"samples\":"

TEST (what_did_not_settle_is_noisy)
{
  assert_words ("noisy", "ok", NOISY "20", "");
  assert_words ("noisy", "ok", NOISY "2", "\"noise\":0.005");
  assert_words ("", "ok", NOISY "20", "\"noise\":0.03");
  assert_words ("", "ok", NOISY "20", "\"noise\":0.0");
  assert_words ("", "ok", SETTLED, "");
  assert_words ("few", "ok", NOISY "1", "");
  assert_words ("", "wrong", NOISY "20", "");
}

TEST (what_only_lacks_samples_is_few)
{
  static const char time[] = "\"settled\":false,\"error\":0.001,\"samples\":4";

  assert_words ("few", "ok", time, "\"min_samples\":10,\"noise\":0.005");
  assert_words ("noisy", "ok", time, "\"min_samples\":10,\"noise\":0.00015");
}

static void
assert_moved (const char *want, size_t n, double step, const char *settings)
{
  char *text = values (n, step);
  char *time = xasprintf (SETTLED ",\"values\":\"%s\"", text);

  assert_words (want, "ok", time, settings);
  free (time);
  free (text);
}

TEST (what_moved_is_unsettled)
{
  for (size_t n = 10; n < 15; n++) {
    assert_moved ("unsettled", n, 0.05, "");
    assert_moved ("unsettled", n, -0.05, "");
    assert_moved ("", n, 0, "");
    assert_moved ("", n, 0.015, "");
    /* Who asks for less is told of less. */
    assert_moved ("", n, 0.05, "\"noise\":0.03");
  }
  assert_moved ("", 9, 0.05, "");
  assert_moved ("", 0, 0.05, "");
}

/* Of samples that became faster by a twentieth, or stayed, what telemetry makes
 * of it. */
static void
assert_explained (const char *want, double step, const char *telemetry)
{
  char *text = values (12, step);
  char *time = xasprintf (SETTLED ",\"values\":\"%s\"", text);

  assert_words_with (want, "ok", time, "", telemetry);
  assert_words_with ("", "wrong", time, "", telemetry);
  free (time);
  free (text);
}

#define REASON(word) "\"reasons\":[\"idle\",\"" word "\"]"
#define CLOCKS(now, most) ",\"clock_sm\":" now ",\"clock_sm_most\":" most

TEST (heat_and_power_throttle)
{
  assert_explained ("throttled", 0, REASON ("hw-slowdown"));
  assert_explained ("throttled", 0, REASON ("sw-thermal"));
  assert_explained ("throttled", 0, REASON ("hw-thermal"));
  assert_explained ("throttled", 0, REASON ("power-brake"));
  assert_explained ("throttled,unsettled", 0.05, REASON ("sw-thermal"));
  assert_explained ("", 0, REASON ("applications-clocks"));
  assert_explained ("", 0, REASON ("sync-boost"));
  assert_explained ("", 0, REASON ("display-clocks"));
  /* A cap that holds nothing down is none. */
  assert_explained ("throttled", 0,
                    REASON ("power-cap") CLOCKS ("1.5e9", "1.98e9"));
  assert_explained ("", 0, REASON ("power-cap") CLOCKS ("1.965e9", "1.98e9"));
  assert_explained ("throttled", 0, REASON ("power-cap"));
  assert_explained ("throttled", 0, "\"throttles\":1");
  assert_explained ("", 0, "\"throttles\":0");
}

#define ROSE "\"clock_sm_first\":1.5e9,\"clock_sm_last\":1.98e9"

TEST (a_clock_that_rises_ramps)
{
  assert_explained ("ramping,unsettled", -0.05, ROSE);
  assert_explained ("ramping,unsettled", -0.05,
                    "\"clock_before\":1e9,\"clock_after\":2e9");
  /* It explains no samples that stayed, or became slower. */
  assert_explained ("", 0, ROSE);
  assert_explained ("unsettled", 0.05, ROSE);
  assert_explained ("unsettled", -0.05,
                    "\"clock_sm_first\":1.95e9,\"clock_sm_last\":1.98e9");
  /* Who was held down before is not ramping. */
  assert_explained ("throttled,unsettled", -0.05,
                    ROSE "," REASON ("sw-thermal"));
}

TEST (others_share)
{
  assert_explained ("shared", 0, "\"others\":1");
  assert_explained ("", 0, "\"others\":0");
  assert_explained ("shared", 0, "\"load_others\":0.9,\"cores\":8");
  assert_explained ("", 0, "\"load_others\":0.7,\"cores\":8");
  assert_explained ("", 0, "\"load_others\":0.9");
  assert_explained ("shared,ramping,unsettled", -0.05, ROSE ",\"others\":2");
}

TEST (what_an_empty_launch_nearly_takes_is_at_the_floor)
{
  static const struct {
    const char *floor_s, *want;
  } cases[] = { { "0.34", "floor" },
                { "0.5", "floor" },
                { "0.33", "" },
                { "0", "" },
                { "null", "" } };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char *text = xasprintf ("{\"status\":\"ok\",\"time\":{\"median_s\":1,"
                            "\"spread\":0.1," SETTLED "},\"floor_s\":%s}",
                            cases[i].floor_s);

    assert_words_of (cases[i].want, text, NULL);
    free (text);
  }
}

static void
assert_moved_in (const char *want, const char *cache, int bytes,
                 const char *more, const struct device_record *device)
{
  char *text = xasprintf (
      "{\"status\":\"ok\",\"device\":\"cpu\",\"mode\":{\"cache\":\"%s\"},"
      "\"work\":{\"bytes\":%d%s},\"time\":{\"median_s\":1,\"spread\":0."
      "1," SETTLED "}}",
      cache, bytes, more);

  assert_words_of (want, text, device);
  free (text);
}

TEST (what_a_hot_cache_holds_is_cached)
{
  struct device_record device;

  fields_clear (&device_fields, &device);
  /* A cache that is not known holds nothing. */
  assert_moved_in ("", "hot", 1000, "", &device);
  device.l2 = 1000;
  assert_moved_in ("cached", "hot", 1000, "", &device);
  assert_moved_in ("", "hot", 1001, "", &device);
  assert_moved_in ("", "cold", 1000, "", &device);
  assert_moved_in ("", "hot", 1000, "", NULL);
  /* What is rated by its arithmetic tells of no memory. */
  assert_moved_in ("", "hot", 1000, ",\"ops\":5000,\"op_class\":\"f32\"",
                   &device);
}

/* A stranger may say anything. */
TEST (samples_that_cannot_be_read_say_nothing)
{
  static const char *const bad[] = { "A",
                                     "====",
                                     "AAAA*AAA",
                                     "AAAAA===",
                                     "AAAA",
                                     "//////////////////////////////"
                                     "//////////////////////////////" };

  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char *time = xasprintf (SETTLED ",\"values\":\"%s\"", bad[i]);

    assert_words ("", "ok", time, "");
    free (time);
  }
}

TEST (bytes_come_back)
{
  static const unsigned char byte[] = { 0, 255, 1, 128, 7, 64, 33 };

  for (size_t n = 0; n <= sizeof byte; n++) {
    char *text = base64_encode (byte, n);
    size_t bytes;
    void *back = base64_decode (text, &bytes);

    assert_int_equal (bytes, n);
    assert_memory_equal (back, byte, n);
    free (back);
    free (text);
  }
}

int
main (void)
{
  return unit_run (NULL, free_pool);
}
