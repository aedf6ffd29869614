/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Requests for a case: all that each side needs comes there, and what would
 * help to cheat does not come to the one that times.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "plan/cases.h"
#include "run/request.h"
#include "sample-catalog.h"
#include "suite-text.h"
#include "tests/unit/unit.h"

static const char family_path[] = "/plugins/of/family.so";
static const char variant_path[] = "/plugins/of/variant.so";

static void
set_path (const char *plugin, const char *path)
{
  for (size_t i = 0; i < sample_catalog.n_plugins; i++)
    if (strcmp (sample_catalog.plugin[i]->name, plugin) == 0) {
      sample_catalog.plugin[i]->path = path;
      sample_catalog.plugin[i]->identity = path;
    }
}

/* A case of a variant that another plugin than the family's brings. */
struct made {
  struct suite suite;
  struct jobs jobs;
  struct cases cases;
  const struct case_ *c;
};

static void
make (struct made *made, const char *key)
{
  char text[200] = "[moves]\nvariant = extra\nrows = 4321\nseed = 987654321\n";
  struct device_list list = { .n = 1 };

  strncat (text, key, sizeof text - strlen (text) - 1);
  list.device = xcalloc (1, sizeof *list.device);
  list.device[0].name = (char *)"cpu";
  assert_true (suite_from_text (&made->suite, text));
  assert_true (jobs_make (&made->jobs, &made->suite, &sample_catalog,
                          &(struct job_presets){ 0 }));
  assert_true (cases_make (&made->cases, &made->jobs, &list, NULL));
  assert_int_equal (made->cases.n, 1);
  free (list.device);
  made->c = &made->cases.case_[0];
  set_path ("moves", family_path);
  set_path ("third", variant_path);
}

static void
unmake (struct made *made)
{
  set_path ("moves", NULL);
  set_path ("third", NULL);
  cases_free (&made->cases);
  jobs_free (&made->jobs);
  suite_free (&made->suite);
}

static void
expect_without (const char *text, const char *what)
{
  if (strstr (text, what) != NULL)
    fail_msg ("'%s' is in %s", what, text);
}

TEST (the_timer_gets_nothing_about_inputs)
{
  json_t *problem = json_pack ("{s:s}", "bytes", "00"), *request;
  struct made made;
  char *text;

  make (&made, "");
  request = request_run (made.c, problem);
  text = json_dumps (request, 0);
  assert_non_null (strstr (text, variant_path));
  expect_without (text, "seed");
  expect_without (text, "987654321");
  expect_without (text, family_path);
  /* Nor how it is judged, or how many samples there will be; the options are in
   * the problem, too. */
  expect_without (text, "verify");
  expect_without (text, "audit");
  expect_without (text, "samples");
  free (text);
  json_decref (request);
  json_decref (problem);
  unmake (&made);
}

TEST (the_timer_gets_the_mode)
{
  json_t *problem = json_pack ("{s:s}", "bytes", "00"), *request;
  struct run_request read;
  const json_t *same;
  struct made made;

  make (&made, "cache = hot\n");
  request = request_run (made.c, problem);
  assert_true (request_read_run (&read, &same, request));
  assert_string_equal (read.plugin, variant_path);
  assert_string_equal (read.device, "cpu");
  assert_string_equal (read.family, "moves");
  assert_string_equal (read.variant, "extra");
  assert_int_equal (read.problem, made.c->problem->index);
  assert_int_equal (read.mode.cache, CACHE_HOT);
  assert_string_equal (
      json_string_value (json_array_get (json_array_get (read.options, 0), 0)),
      "rows");
  assert_ptr_equal (same, problem);
  json_object_del (request, "mode");
  assert_false (request_read_run (&read, &same, request));
  json_decref (request);
  json_decref (problem);
  unmake (&made);
}

TEST (the_judge_gets_the_family_alone)
{
  struct set_up_request read;
  struct made made;
  json_t *request;
  char *text;

  make (&made, "");
  request = request_set_up (made.c, 77, false);
  text = json_dumps (request, 0);
  expect_without (text, variant_path);
  expect_without (text, "extra");
  assert_true (request_read_set_up (&read, request));
  assert_string_equal (read.family_plugin, family_path);
  assert_int_equal (read.seed, 77);
  assert_int_equal (json_integer_value (json_object_get (read.values, "rows")),
                    4321);
  free (text);
  json_decref (request);
  unmake (&made);
}

TEST (the_judge_gets_how_to_measure)
{
  struct judge_request asked;
  struct made made;
  json_t *request;
  char *text;

  make (&made, "audit = no\nmin_samples = 55\ncache = hot\n");
  request = request_judge (made.c, 4711, NULL);
  text = json_dumps (request, 0);
  expect_without (text, variant_path);
  assert_true (request_read_judge (&asked, request));
  assert_int_equal (asked.worker, 4711);
  assert_true (asked.at_once);
  assert_false (asked.settings.audit);
  assert_true (asked.settings.verify);
  assert_int_equal (asked.settings.sampling.min_samples, 55);
  assert_int_equal (asked.settings.mode.cache, CACHE_HOT);
  assert_true (fabs (asked.precision) < 1e-30);
  free (text);
  json_decref (request);
  unmake (&made);
}

TEST (metrics_of_a_variant_replace_none_of_its_family)
{
  json_t *answer = json_pack ("{s:{s:f}}", "metrics", "a", 1.0);
  json_t *reply
      = json_pack ("{s:{s:f, s:f}, s:{s:s, s:s}}", "metrics", "a", 2.0, "a/b",
                   3.0, "metric_units", "a", "s", "", "s");
  char *text;

  metrics_append (answer, NULL);
  metrics_append (answer, reply);
  text = json_dumps (answer, JSON_REAL_PRECISION (15));
  assert_string_equal (text, "{\"metrics\": {\"a\": 1.0, \"variant/a\": 2.0}, "
                             "\"metric_units\": {\"variant/a\": \"s\"}}");
  free (text);
  json_decref (answer);
  json_decref (reply);
}
