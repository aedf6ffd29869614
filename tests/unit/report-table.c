/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The table, made from tests/sample-run.jsonl: invented figures that show each
 * thing a table can have.
 */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/printable.h"
#include "record/runs.h"
#include "report/report.h"
#include "sample-records.h"

static char *table;

static int
make_table (void **state)
{
  const char *top = getenv ("top_srcdir");
  struct runs runs;
  char path[4096];

  (void)state;
  snprintf (path, sizeof path, "%s/tests/sample-run.jsonl", top ? top : ".");
  assert_true (runs_read (&runs, path));
  table = report_text ("table", &runs.run[0]);
  runs_free (&runs);
  return 0;
}

/* The report of records that are written as an array; to be freed. */
static char *
report (const char *format, const char *text)
{
  json_t *json = json_loads (text, 0, NULL);
  struct records records = records_of (json);
  char *got = report_text (format, &records);

  assert_non_null (json);
  records_free (&records);
  json_decref (json);
  return got;
}

static int
free_table (void **state)
{
  (void)state;
  free (table);
  return 0;
}

static void
assert_has (const char *want)
{
  if (strstr (table, want) == NULL)
    fail_msg ("wanted:\n%s\nin:\n%s", want, table);
}

static void
names_run_and_devices (void **state)
{
  (void)state;
  assert_has ("gkhost 0.1.0, 2026-01-02 03:04:05 UTC, sample.ini\n"
              "cpu     Sample CPU, 2 cores\n"
              "cuda:0  Sample GPU, compute capability 9.0, 140 GiB, "
              "4810 GB/s\n");
}

/* The CPU's rows stand in the first block of their cache; failures say why
 * below their row and have no figures. */
static void
compares_within_a_block (void **state)
{
  (void)state;
  assert_has (
      "transpose-small (transpose): rows=1000 cols=3000 dtype=i32, cold "
      "cache\n"
      "variant         device      time  spread  GB/s  of limit      speed-up  "
      "verified\n"
      "cpu-naive       cpu     12.3 ms     0.3%  1.95      4.9%      baseline  "
      "yes\n"
      "direct          cuda:0  50.8 us     0.3%   472      9.8%      baseline  "
      "yes\n"
      "shared tile=32  cuda:0  17.8 us     0.3%  1347     28.0%  2.85x ± 0.02  "
      "yes\n"
      "shared tile=64  cuda:0  19.0 us     0.3%  1263     26.3%  2.67x ± 0.02  "
      "yes\n"
      "racy            cuda:0        -        -     -         -             -  "
      "WRONG\n"
      "    the element in row 17, column 4 is 0xdeadbeef and should be "
      "0x00000011\n"
      "    (poison: it was never written); 12 of 3000000 elements are wrong\n"
      "wild            cuda:0        -        -     -         -             -  "
      "CRASHED\n"
      "    the worker was killed by signal 11 (Segmentation fault)\n"
      "    it printed:\n"
      "      about to launch\n"
      "      with \\u001b[31mcolour\n"
      "cublas*         cuda:0  11.7 us<    0.3%  2060     42.8%  4.36x ± 0.02  "
      "yes\n"
      "unchecked       cuda:0  15.0 us     0.3%  1600     33.3%  3.39x ± 0.02  "
      "no\n"
      "best on cuda:0 (unchecked, 15.0 us, not verified) is 820x ± 5 as fast "
      "as best on\n"
      "    cpu (cpu-naive, 12.3 ms)\n");
}

static void
cache_speed_is_no_memory_speed (void **state)
{
  (void)state;
  assert_has ("direct         cuda:0 49.5 us    0.3%  485        -     "
              "baseline yes, cached\n");
  assert_has ("\ncached  fits in a cache");
}

static void
a_little_noise_is_no_word (void **state)
{
  (void)state;
  assert_has ("cold cache, graph,\n    on cuda:0\n"
              "variant             time  spread");
  assert_has ("shared tile=32  17.0 us<    5.2%  1412     29.4%  2.94x ± 0.02  "
              "yes\n");
}

static void
a_long_name_gets_a_line_of_its_own (void **state)
{
  (void)state;
  assert_has (
      "shared-rect tile=64 unroll=4 prefetch=next-tile\n"
      "           cuda:0  750 us<    0.3%     6.87     20.0%  baseline  "
      "yes\n");
}

/* Gaps become narrow, and the head of the limit brief, before a name gets a
 * line of its own. */
static void
names_have_room_before_gaps_do (void **state)
{
  char *text = report (
      "table",
      "[{\"type\":\"case\",\"status\":\"ok\",\"device\":\"cpu\","
      "\"variant\":\"a-name-of-many-words-for-a-variant\","
      "\"verdicts\":[\"noisy\"],\"of_limit\":0.5,\"verify\":{\"done\":"
      "true},\"rate\":{\"unit\":\"B/s\",\"value\":2e9},\"time\":{"
      "\"median_s\":2,\"spread\":0.01,\"samples\":9,\"settled\":true}}]");

  (void)state;
  assert_non_null (strstr (text, " GB/s limit speed-up verified\n"));
  assert_non_null (
      strstr (text, "\na-name-of-many-words-for-a-variant 2.00 s  "));
  free (text);
}

static void
ends_with_skips_and_totals (void **state)
{
  (void)state;
  assert_has (
      "skipped 1 CUDA case (cublas): cuBLAS multiplies no i32 matrices\n"
      "skipped 8 CUDA cases: there is no device cuda:1: this machine has "
      "cuda:0 only,\n"
      "    so name that one or auto\n"
      "24 cases: 13 ok, 1 wrong, 9 skipped, 1 crashed\n"
      "wrong: transpose-small/racy ");
}

static void
no_line_is_longer_than_the_page (void **state)
{
  (void)state;
  for (const char *line = table; *line != '\0';) {
    size_t n = strcspn (line, "\n");

    if (printable_columns (line, n) > 80 || (n > 0 && line[n - 1] == ' '))
      fail_msg ("too long, or blanks at its end: '%.*s'", (int)n, line);
    line += n + (line[n] == '\n');
  }
}

/* Whatever is absent must not bring a report down. */
static void
poor_records_are_shown (void **state)
{
  static const char *const formats[]
      = { "table", "markdown", "csv", "jsonl", "junit", "html", NULL };
  static const char records[]
      = "[{\"type\":\"case\"},{\"type\":\"case\",\"status\":\"ok\"}"
        ",{\"type\":\"case\",\"status\":\"skipped\"},{\"type\":\"later\"},{},"
        "{\"type\":\"case\",\"status\":\"ok\",\"time\":3,\"mode\":[],"
        "\"settings\":{\"seed\":\"x\"},\"log\":[7],\"params\":null}]";

  (void)state;
  for (size_t i = 0; formats[i] != NULL; i++)
    free (report (formats[i], records));
}

static void
a_baseline_without_a_time_is_told (void **state)
{
  char *text = report (
      "table",
      "[{\"type\":\"case\",\"status\":\"ok\",\"variant\":\"a\",\"baseline\":"
      "\"gone\",\"time\":{\"median_s\":2}},{\"type\":\"case\",\"case\":1,"
      "\"status\":\"ok\",\"variant\":\"b\",\"time\":{\"median_s\":1}}]");

  (void)state;
  assert_non_null (strstr (text, "2.00x"));
  assert_non_null (strstr (
      text, "speed-up over a (the named baseline, gone, has no time)"));
  free (text);
}

/* Of several rows of the baseline's name the first counts. */
static void
the_first_of_a_name_is_the_baseline (void **state)
{
  char *text = report (
      "table", "[{\"type\":\"case\",\"status\":\"ok\",\"variant\":\"a\","
               "\"baseline\":\"b\",\"time\":{\"median_s\":2}},"
               "{\"type\":\"case\",\"case\":1,\"status\":\"ok\",\"variant\":"
               "\"b\",\"time\":{\"median_s\":6}},"
               "{\"type\":\"case\",\"case\":2,\"status\":\"ok\",\"variant\":"
               "\"b\",\"time\":{\"median_s\":8}}]");

  (void)state;
  assert_non_null (strstr (text, "3.00x"));
  assert_non_null (strstr (text, "0.750x"));
  free (text);
}

#define TIMED(number, device, variant, seconds)                                \
  "{\"type\":\"case\",\"case\":" number ",\"device\":\"" device                \
  "\",\"variant\":\"" variant "\"," BASELINE "\"status\":\"ok\",\"verify\":"   \
  "{\"done\":true},\"time\":{\"median_s\":" seconds "}}"

/* Of a CPU and a GPU in one block. */
#define ON_TWO_DEVICES                                                         \
  "[" TIMED ("0", "cpu", "loop", "8") "," TIMED (                              \
      "1", "cpu", "wide",                                                      \
      "2") "," TIMED ("2", "cuda:0", "plain",                                  \
                      "0.5") "," TIMED ("3", "cuda:0", "tiled", "0.25") "]"

/* The speed-up of the row that begins so, behind a line end. */
static void
assert_speedup (const char *text, const char *row, const char *want)
{
  const char *line = strstr (text, row), *at;

  assert_non_null (line);
  line++;
  at = strstr (line, want);
  if (at == NULL || at > line + strcspn (line, "\n"))
    fail_msg ("wanted '%s' in the row '%.*s'", want, (int)strcspn (line, "\n"),
              line);
}

#define BASELINE
static void
each_device_has_a_baseline (void **state)
{
  char *text = report ("table", ON_TWO_DEVICES);

  (void)state;
  assert_speedup (text, "\nloop ", "baseline");
  assert_speedup (text, "\nwide ", "4.00x");
  assert_speedup (text, "\nplain ", "baseline");
  assert_speedup (text, "\ntiled ", "2.00x");
  assert_null (strstr (text, "named baseline"));
  free (text);
}
#undef BASELINE

#define BASELINE "\"baseline\":\"tiled\","
static void
a_baseline_holds_on_its_device (void **state)
{
  char *text = report ("table", ON_TWO_DEVICES);

  (void)state;
  assert_speedup (text, "\nloop ", "baseline");
  assert_speedup (text, "\nwide ", "4.00x");
  assert_speedup (text, "\nplain ", "0.500x");
  assert_speedup (text, "\ntiled ", "baseline");
  assert_null (strstr (text, "named baseline"));
  free (text);
}
#undef BASELINE

/* Of a list the first that a device has counts there. */
#define BASELINE "\"baseline\":\"gone, tiled, plain, wide\","
static void
a_list_of_baselines_is_for_several_devices (void **state)
{
  char *text = report ("table", ON_TWO_DEVICES);

  (void)state;
  assert_speedup (text, "\nloop ", "0.250x");
  assert_speedup (text, "\nwide ", "baseline");
  assert_speedup (text, "\nplain ", "0.500x");
  assert_speedup (text, "\ntiled ", "baseline");
  assert_null (strstr (text, "named baseline"));
  free (text);
}
#undef BASELINE

#define BASELINE "\"baseline\":\"gone\","
static void
both_devices_lack_the_baseline (void **state)
{
  char *text = report ("table", ON_TWO_DEVICES);

  (void)state;
  assert_non_null (strstr (text, "\nspeed-up over plain on cuda:0, loop on cpu "
                                 "(the named baseline, gone, has no"));
  free (text);
}
#undef BASELINE

/* The report says that the named one failed on the GPU, though the CPU has its own. */
#define BASELINE "\"baseline\":\"loop, tiled\","
static void
a_baseline_that_failed_is_told (void **state)
{
  char *text = report (
      "table",
      "[" TIMED ("0", "cpu", "loop", "8") "," TIMED (
          "1", "cuda:0", "plain",
          "2") ",{\"type\":\"case\","
               "\"case\":2,\"device\":\"cuda:0\",\"variant\":\"tiled\","
               "\"status\":\"wrong\"}]");

  (void)state;
  assert_speedup (text, "\nloop ", "baseline");
  assert_speedup (text, "\nplain ", "baseline");
  assert_non_null (strstr (text,
                           "\nspeed-up over plain on cuda:0 (the named "
                           "baseline, tiled, has no"));
  free (text);
}
#undef BASELINE

#define BASELINE
static void
the_best_of_two_devices_are_compared (void **state)
{
  static const char want[] = "best on cuda:0 (tiled, 250 ms) is 8.00x as fast "
                             "as best on cpu (wide, 2.00 s)";
  static const char *const formats[] = { "table", "markdown", "html" };

  (void)state;
  for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
    char *text = report (formats[i], ON_TWO_DEVICES);

    if (strstr (text, want) == NULL)
      fail_msg ("%s: wanted '%s' in:\n%s", formats[i], want, text);
    /* The picture has the GPU's. */
    if (strcmp (formats[i], "html") == 0)
      assert_non_null (strstr (text, "baseline: plain"));
    free (text);
  }
}

/* A peer and a suspect row are no best, one device has none, and the CPU may
 * lead. */
static void
the_best_of_a_device_is_a_kernel (void **state)
{
  static const char peer[]
      = "\"peer\":true,\"status\":\"ok\",\"time\":{\"median_s\":1}}";
  static const char suspect[]
      = "\"verdicts\":[\"suspect\"],\"status\":\"ok\",\"time\":{\"median_s\":"
        "0.1}}";
  char json[1024], *text;

  (void)state;
  snprintf (
      json, sizeof json,
      "[" TIMED ("0", "cpu", "loop", "2") "," TIMED (
          "1", "cuda:0", "plain",
          "4") ",{\"type\":\"case\",\"case\":2,"
               "\"device\":\"cuda:0\",\"variant\":\"library\",%s,{\"type\":"
               "\"case\",\"case\":3,\"device\":\"cuda:0\",\"variant\":\"liar\","
               "%s]",
      peer, suspect);
  text = report ("table", json);
  assert_non_null (strstr (text,
                           "\nbest on cpu (loop, 2.00 s) is 2.00x as fast "
                           "as best on cuda:0 (plain, 4.00 s)\n"));
  free (text);
  snprintf (json, sizeof json,
            "[" TIMED ("0", "cpu", "loop",
                       "2") ",{\"type\":\"case\",\"case\":2,"
                            "\"device\":\"cuda:0\",\"variant\":\"library\",%s]",
            peer);
  text = report ("table", json);
  assert_null (strstr (text, "best on"));
  free (text);
}
#undef BASELINE

/* Reports these records as a table, and looks for a text in it. */
static void
assert_table_of (const char *json, const char *want)
{
  char *text = report ("table", json);

  if (strstr (text, want) == NULL)
    fail_msg ("wanted '%s' in:\n%s", want, text);
  free (text);
}

static void
one_sample_has_no_spread (void **state)
{
  (void)state;
  assert_table_of ("[{\"type\":\"case\",\"status\":\"ok\",\"variant\":\"a\","
                   "\"device\":\"cpu\",\"time\":{\"median_s\":2,"
                   "\"spread\":0,\"samples\":1}}]",
                   "a        2.00 s       -     -  baseline");
  assert_table_of ("[{\"type\":\"case\",\"status\":\"ok\",\"time\":{"
                   "\"median_s\":2,\"spread\":0,\"samples\":1}}]",
                   "\n-  one sample: no spread");
}

#define UNSETTLED(samples, error, settings)                                    \
  "[{\"type\":\"case\",\"status\":\"ok\",\"settings\":{" settings "},"         \
  "\"time\":{\"median_s\":2,\"spread\":0.0004,\"settled\":false,"              \
  "\"samples\":" samples ",\"error\":" error "}}]"

/* What fell short is told: the noise, or no more than the samples. */
static void
too_few_samples_are_no_noise (void **state)
{
  static const char few[] = "  no, few\n";
  static const char noisy[] = "  no, noisy\n";

  (void)state;
  assert_table_of (UNSETTLED ("4", "0.001", "\"noise\":0.005"), few);
  assert_table_of (UNSETTLED ("4", "0.001", "\"noise\":0.005"),
                   "\nfew  too few samples: ");
  assert_table_of (UNSETTLED ("4", "0.1", "\"noise\":0.005"), noisy);
  assert_table_of (UNSETTLED ("4", "0.1", "\"noise\":0.005"),
                   "\nnoisy  error far over the key noise: ");
  assert_table_of (UNSETTLED ("40", "0.1", "\"noise\":0.005"), noisy);
  /* The first format did not tell how many were asked for. */
  assert_table_of (UNSETTLED ("4", "0.001", ""), "  no\n");
  assert_table_of (UNSETTLED ("4", "0.1", ""), noisy);
  /* One sample says nothing of noise. */
  assert_table_of (UNSETTLED ("1", "0.1", ""), "  no\n");
}

static void
a_busy_machine_is_told (void **state)
{
  (void)state;
  assert_table_of ("[{\"type\":\"run\",\"host\":{\"cores\":2,\"load\":3.58}}]",
                   "load 3.6 on 2 cores: CPU times may be disturbed\n");
}

#define RATE(rate)                                                             \
  "{\"type\":\"case\",\"status\":\"ok\",\"time\":{\"median_s\":1},"            \
  "\"rate\":{\"unit\":\"FLOP/s\",\"value\":" rate "}}"

/* One unit a block: the smaller one where no rate reaches the larger. */
static void
small_rates_have_a_small_unit (void **state)
{
  (void)state;
  assert_table_of ("[" RATE ("2.5e9") "," RATE ("3e11") "]", " GFLOP/s");
  assert_table_of ("[" RATE ("2.5e9") "," RATE ("3e11") "]", " 2.50 ");
  assert_table_of ("[" RATE ("2.5e9") "," RATE ("3e12") "]", " TFLOP/s");
  assert_table_of ("[" RATE ("2.5e9") "," RATE ("3e12") "]", " 0.00250 ");
}

#define RATE_IN(unit, rate)                                                    \
  "{\"type\":\"case\",\"status\":\"ok\",\"time\":{\"median_s\":1},"            \
  "\"work\":{\"bytes\":100,\"ops\":3000},"                                     \
  "\"rate\":{\"unit\":\"" unit "\",\"value\":" rate "}}"

/* Where the memory holds up one row, and the units another. */
static void
rates_of_a_block_are_in_one_unit (void **state)
{
  (void)state;
  assert_table_of ("[" RATE_IN ("B/s", "1e9") "," RATE_IN ("B/s", "2e9") "]",
                   " GB/s");
  assert_table_of ("[" RATE_IN ("B/s", "1e9") "," RATE_IN ("FLOP/s", "7e9") "]",
                   " GFLOP/s");
  assert_table_of ("[" RATE_IN ("B/s", "1e9") "," RATE_IN ("FLOP/s", "7e9") "]",
                   " 30.0 ");
  assert_table_of ("[" RATE_IN ("FLOP/s", "7e9") "," RATE_IN ("B/s", "1e9") "]",
                   " 30.0 ");
}

static void
a_run_of_skips_says_that_nothing_ran (void **state)
{
  (void)state;
  assert_table_of ("[{\"type\":\"case\",\"status\":\"skipped\"}]",
                   "1 case: 1 skipped; nothing ran\n");
}

/* Records come in the order in which workers end cases. */
static void
rows_are_in_the_order_of_the_suite (void **state)
{
  char *text = report (
      "table", "[{\"type\":\"case\",\"case\":2,\"problem\":1,\"job\":\"late\","
               "\"status\":\"ok\"},{\"type\":\"case\",\"case\":1,\"job\":"
               "\"early\",\"variant\":\"b\",\"status\":\"ok\"},{\"type\":"
               "\"case\",\"job\":\"early\",\"variant\":\"a\",\"status\":"
               "\"ok\"}]");

  (void)state;
  assert_true (strstr (text, "early") < strstr (text, "\na "));
  assert_true (strstr (text, "\na ") < strstr (text, "\nb "));
  assert_true (strstr (text, "\nb ") < strstr (text, "late"));
  free (text);
}

#define NOTED(note)                                                            \
  "[{\"type\":\"run\",\"jobs\":[{\"name\":\"gone\",\"note\":\"of none\"},"     \
  "{\"name\":\"b\",\"note\":\"" note "\"},{\"name\":\"a\"},{\"note\":\"?\"}]}" \
  "," PROBLEM ("0", "a") "," PROBLEM ("1", "b") "," PROBLEM (                  \
      "2", "a") "," PROBLEM ("3", "b") "]"
#define PROBLEM(number, job)                                                   \
  "{\"type\":\"case\",\"case\":" number ",\"problem\":" number                 \
  ",\"job\":\"" job "\",\"family\":\"f\",\"variant\":\"v\",\"status\":\"ok\"}"

/* Also where blocks of a job lie apart. */
static void
a_note_stands_above_the_first_block (void **state)
{
  char *text = report ("table", NOTED ("what it is"));
  const char *note = strstr (text, "\n\nwhat it is\n\nb (f): ");

  (void)state;
  assert_non_null (note);
  assert_null (strstr (note + 3, "what it is"));
  assert_ptr_equal (strstr (text, "\nb (f): "), strstr (note, "\nb (f): "));
  assert_null (strstr (text, "of none"));
  assert_null (strchr (text, '?'));
  free (text);
}

static void
assert_paragraph (const char *records, const char *want)
{
  char *text = report ("markdown", records);

  if (strstr (text, want) == NULL)
    fail_msg ("wanted:\n%s\nin:\n%s", want, text);
  free (text);
}

/* A list, a rule or a block of code would be what Markdown makes of these. */
static void
a_note_is_a_paragraph_of_markdown (void **state)
{
  (void)state;
  assert_paragraph (NOTED ("a *b* c"), "\n\na \\*b\\* c\n\n### b (f)");
  assert_paragraph (NOTED ("a\\n\\n# b"), "\n\na  \\# b\n\n### b (f)");
  assert_paragraph (NOTED ("- a - b"), "\n\n\\- a - b\n\n### b (f)");
  assert_paragraph (NOTED ("     + a"), "\n\n\\+ a\n\n### b (f)");
  assert_paragraph (NOTED ("12. a"), "\n\n12\\. a\n\n### b (f)");
  assert_paragraph (NOTED ("1) a"), "\n\n1\\) a\n\n### b (f)");
  assert_paragraph (NOTED ("16 x 16"), "\n\n16 x 16\n\n### b (f)");
  assert_paragraph (NOTED ("2 - 1"), "\n\n2 - 1\n\n### b (f)");
}

static void
formats_have_names (void **state)
{
  char *all = format_names ();

  (void)state;
  assert_null (format_find ("tables"));
  assert_non_null (strstr (all, "markdown"));
  free (all);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (names_run_and_devices),
    cmocka_unit_test (compares_within_a_block),
    cmocka_unit_test (cache_speed_is_no_memory_speed),
    cmocka_unit_test (a_little_noise_is_no_word),
    cmocka_unit_test (a_long_name_gets_a_line_of_its_own),
    cmocka_unit_test (ends_with_skips_and_totals),
    cmocka_unit_test (no_line_is_longer_than_the_page),
    cmocka_unit_test (poor_records_are_shown),
    cmocka_unit_test (a_baseline_without_a_time_is_told),
    cmocka_unit_test (the_first_of_a_name_is_the_baseline),
    cmocka_unit_test (each_device_has_a_baseline),
    cmocka_unit_test (a_baseline_holds_on_its_device),
    cmocka_unit_test (a_list_of_baselines_is_for_several_devices),
    cmocka_unit_test (both_devices_lack_the_baseline),
    cmocka_unit_test (a_baseline_that_failed_is_told),
    cmocka_unit_test (the_best_of_two_devices_are_compared),
    cmocka_unit_test (the_best_of_a_device_is_a_kernel),
    cmocka_unit_test (names_have_room_before_gaps_do),
    cmocka_unit_test (rows_are_in_the_order_of_the_suite),
    cmocka_unit_test (one_sample_has_no_spread),
    cmocka_unit_test (too_few_samples_are_no_noise),
    cmocka_unit_test (a_busy_machine_is_told),
    cmocka_unit_test (small_rates_have_a_small_unit),
    cmocka_unit_test (rates_of_a_block_are_in_one_unit),
    cmocka_unit_test (a_run_of_skips_says_that_nothing_ran),
    cmocka_unit_test (a_note_stands_above_the_first_block),
    cmocka_unit_test (a_note_is_a_paragraph_of_markdown),
    cmocka_unit_test (formats_have_names),
  };

  return cmocka_run_group_tests_name ("report-table", tests, make_table,
                                      free_table);
}
