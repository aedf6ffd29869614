/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Jobs: a suite checked against a catalog.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "suite/job.h"
#include "suite/settings.h"
#include "sample-catalog.h"
#include "said.h"
#include "suite-text.h"
#include "tests/unit/unit.h"

/* Makes the jobs of a text, with a -s argument unless it is NULL. */
static bool
make (struct suite *suite, struct jobs *jobs, const char *text,
      const char *setting)
{
  assert_true (suite_from_text (suite, text));
  if (setting != NULL)
    assert_true (suite_set (suite, setting));
  return jobs_make (jobs, suite, &sample_catalog, &(struct job_presets){ 0 });
}

static void
unmake (struct suite *suite, struct jobs *jobs)
{
  jobs_free (jobs);
  suite_free (suite);
}

static void
refused_with (const char *text, const char *setting, const char *want)
{
  struct suite suite;
  struct jobs jobs;

  said_start ();
  assert_false (make (&suite, &jobs, text, setting));
  said_these (want, NULL);
  suite_free (&suite);
}

static void
refused (const char *text, const char *want)
{
  refused_with (text, NULL, want);
}

TEST (what_a_job_has_by_default)
{
  struct suite suite;
  struct jobs jobs;
  const struct job *job;

  assert_true (make (&suite, &jobs, "[moves]\n", NULL));
  assert_int_equal (jobs.n, 1);
  job = &jobs.job[0];
  assert_string_equal (job->family->name, "moves");
  assert_int_equal (job->n_variants, 5);
  assert_int_equal (job->option[0].n, 1);
  assert_int_equal (job->option[0].value[0].i, 16);
  assert_int_equal (job->devices.n, 1);
  assert_int_equal (job->devices.item[0].type, SELECT_AUTO);
  assert_int_equal (job->n_modes, 1);
  assert_int_equal (job->mode[0].cache, CACHE_COLD);
  assert_int_equal (job->mode[0].scope, SCOPE_KERNEL);
  assert_int_equal (job->settings.sampling.warmup, 1);
  assert_int_equal (job->settings.sampling.min_samples, 10);
  assert_int_equal (job->settings.sampling.max_samples, 1000);
  assert_true (job->settings.sampling.min_time == 0.004);
  assert_true (job->settings.sampling.max_time == 0.5);
  assert_true (job->settings.sampling.noise == 0.005);
  assert_true (job->settings.sampling.timeout == 60);
  assert_int_equal (job->settings.data, GK_DATA_RANDOM);
  assert_int_equal (job->settings.seed, 0);
  assert_true (job->settings.verify);
  assert_null (job->baseline);
  unmake (&suite, &jobs);
}

TEST (what_a_job_says)
{
  struct suite suite;
  struct jobs jobs;
  const struct job *job;

  assert_true (make (&suite, &jobs,
                     "[suite]\n"
                     "rows = 7\n"
                     "cache = hot\n"
                     "[a]\n"
                     "family = moves\n"
                     "variant = t*, plain\n"
                     "baseline = plain\n"
                     "cols = 1..4*2\n"
                     "cache = cold, hot\n"
                     "memory = mapped, device\n"
                     "device = cpu, cuda:3\n"
                     "timeout = 500ms\n"
                     "data = exact\n"
                     "verify = no\n"
                     "tile = 8, 16\n"
                     "[sums]\n"
                     "n = 3\n",
                     NULL));
  job = &jobs.job[0];
  assert_int_equal (job->n_variants, 2);
  assert_string_equal (job->variant[0].variant->name, "plain");
  assert_string_equal (job->variant[1].variant->name, "tiled");
  assert_string_equal (job->baseline, "plain");
  assert_int_equal (job->option[0].value[0].i, 7);
  assert_int_equal (job->option[1].n, 3);
  assert_int_equal (job->n_modes, 4);
  assert_int_equal (job->mode[0].memory, MEMORY_MAPPED);
  assert_int_equal (job->mode[1].memory, MEMORY_DEVICE);
  assert_int_equal (job->mode[2].cache, CACHE_HOT);
  assert_int_equal (job->devices.n, 2);
  assert_true (job->settings.sampling.timeout == 0.5);
  assert_int_equal (job->settings.data, GK_DATA_EXACT);
  assert_false (job->settings.verify);
  assert_true (job->variant[1].tuned[0]);
  assert_int_equal (job->variant[1].tunable[0].n, 2);
  assert_int_equal (job->variant[1].tunable[0].value[1].i, 16);
  assert_int_equal (jobs.job[1].mode[0].cache, CACHE_HOT);
  unmake (&suite, &jobs);
}

TEST (foreign_variants_come_last)
{
  struct suite suite;
  struct jobs jobs;

  assert_true (make (&suite, &jobs, "[moves]\nvariant = extra, plain\n", NULL));
  assert_string_equal (jobs.job[0].variant[0].variant->name, "plain");
  assert_string_equal (jobs.job[0].variant[1].variant->name, "extra");
  unmake (&suite, &jobs);
}

/* A text that is kept as it is, but for what would end its line. */
TEST (notes)
{
  struct suite suite;
  struct jobs jobs;

  assert_true (make (&suite, &jobs,
                     "[suite]\nnote = of all, *\n[moves]\n[sums]\n"
                     "note = a, b =\n  c..d\n",
                     NULL));
  assert_string_equal (jobs.job[0].note, "of all, *");
  assert_string_equal (jobs.job[1].note, "a, b = c..d");
  unmake (&suite, &jobs);
  assert_true (make (&suite, &jobs, "[moves]\n", "moves.note=a\n\tb"));
  assert_string_equal (jobs.job[0].note, "a  b");
  unmake (&suite, &jobs);
  assert_true (make (&suite, &jobs, "[moves]\n", NULL));
  assert_null (jobs.job[0].note);
  unmake (&suite, &jobs);
}

TEST (unknown_names)
{
  refused ("[mvoes]\n", ":1: unknown family 'mvoes': did you mean 'moves'?");
  refused ("[a]\nfamily = mvoes\n",
           ":2: unknown family 'mvoes': did you mean 'moves'?");
  refused ("[a]\nfamily = fft\n",
           ":2: unknown family 'fft': there is moves, sums");
  refused ("[moves]\nrwos = 3\n",
           ":2: unknown key 'rwos': did you mean 'rows'?");
  refused ("[moves]\ntimeot = 3\n", "did you mean 'timeout'?");
  refused ("[moves]\ntlie = 3\n", "did you mean 'tile'?");
  refused ("[moves]\nxyzzy = 3\n",
           ":2: unknown key 'xyzzy': family moves takes rows, cols, dtype");
  refused ("[moves]\nvariant = plain\ntile = 3\n",
           ":3: 'tile' is a key of variant tiled, which this job doesn't");
  refused ("[moves]\nvariant = plani\n",
           ":2: variant: family moves has no variant 'plani': did you mean "
           "'plain'?");
  refused ("[moves]\nvariant = plain, x*\n",
           "no variant that matches 'x*': there is plain, tiled");
  refused ("[moves]\nbaseline = plian\n",
           ":2: baseline: family moves has no variant 'plian': did you mean");
  refused ("[moves]\nvariant = tiled\nbaseline = plain\n",
           ":3: baseline: variant 'plain' is not among those this job runs");
  refused ("[moves]\nbaseline = plain, tield\n",
           ":2: baseline: family moves has no variant 'tield': did you mean");
  refused ("[moves]\nvariant = tiled\nbaseline = tiled, plain\n",
           ":3: baseline: variant 'plain' is not among those this job runs");
  refused ("[moves]\nbaseline = plain tiled\n",
           "'plain tiled': separate values with commas");
  refused ("[moves]\nbaseline = plain,\n",
           ":2: baseline: empty name in the list");
  refused ("[moves]\ndevice = cdua\n",
           ":2: device: no such device 'cdua': write auto, cpu, cuda, cuda:N");
  refused ("[moves]\ndevice = cuda:01\n", "write auto, cpu, cuda, cuda:N");
  refused ("[moves]\ndevice = gpu\n", "'gpu': write auto, cpu, cuda, cuda:N");
  refused ("[moves]\ndevice = cpu cuda\n", "separate values with commas");
  refused ("[moves]\nvariant = plain tiled\n", "separate values with commas");
  refused ("[moves]\nrows = 5;a\n", "; a comment after a value begins with");
  refused ("[moves]\ndevice = tpu:0\n", "write auto, cpu, cuda, cuda:N");
}

TEST (wrong_values)
{
  refused ("[moves]\nrows = 0\n",
           ":2: rows: 0 is out of range: write 1 to 65536");
  refused ("[moves]\nrows = many\n", ":2: rows: 'many' is not a whole number");
  refused ("[moves]\ntile = 65\n",
           ":2: tile (of variant tiled): 65 is out of range: write 1 to 64");
  refused ("[moves]\nwarmup = 1, 2\n", ":2: warmup: takes one value");
  refused ("[moves]\nwarmup = 0\n", ":2: warmup: 0 is out of range");
  refused ("[moves]\ntimeout = 0\n",
           ":2: timeout: 0 is out of range: write 0.1 to 86400");
  refused ("[moves]\ncache = clod\n", "cache: no such value 'clod': did you");
  refused ("[moves]\nvariant = plain,\n", "remove a comma");
  refused ("[moves]\nmin_samples = 9\nmax_samples = 3\n",
           ":3: min_samples is more than max_samples");
  refused ("[suite]\nmax_time = 1\n[moves]\nmin_time = 3\n",
           ":4: min_time is more than max_time");
}

TEST (one_limit_alone_moves_the_other)
{
  struct suite suite;
  struct jobs jobs;

  assert_true (make (&suite, &jobs,
                     "[moves]\nmax_samples = 3\n"
                     "[sums]\nmin_samples = 2000\nmin_time = 1\n",
                     NULL));
  assert_int_equal (jobs.job[0].settings.sampling.min_samples, 3);
  assert_int_equal (jobs.job[1].settings.sampling.max_samples, 2000);
  assert_true (jobs.job[1].settings.sampling.max_time == 1);
  unmake (&suite, &jobs);
}

TEST (defaults_are_checked_as_well)
{
  refused ("[suite]\nrwos = 1\n[moves]\n",
           ":2: unknown key 'rwos': did you mean 'rows'?");
  refused ("[suite]\nn = 1000\n[moves]\n[sums]\n", ":2: n: 1000 is out of");
  refused ("[suite]\nwarmup = 0\n[moves]\nwarmup = 1\n", ":2: warmup: 0 is");
  refused ("[suite]\nvariant = plain, quik\n[moves]\n",
           ":2: variant: no job has a variant 'quik'");
  refused ("[suite]\nvariant = tiled\n[moves]\n[sums]\n",
           ":4: no variant of family sums is selected by tiled");
  refused ("[suite]\nbaseline = tield\n[moves]\n",
           ":2: baseline: no job has a variant 'tield': did you mean 'tiled'?");
  refused ("[suite]\nbaseline = plain, tield\n[moves]\n",
           ":2: baseline: no job has a variant 'tield': did you mean 'tiled'?");
  refused ("[suite]\nbaseline = plain,\n[moves]\n",
           ":2: baseline: empty name in the list");
  /* There are none.  Of the sanitizers only clang's tells that from the end of
   * some, when suites are fuzzed. */
  refused ("[suite]\n[moves]\nrows = 0\n", ":3: rows: 0 is out of range");
}

TEST (defaults_hold_where_they_can)
{
  struct suite suite;
  struct jobs jobs;

  assert_true (make (&suite, &jobs,
                     "[suite]\nbaseline = tiled\nrows = 3\ntile = 4\n"
                     "[sums]\n[moves]\n[b]\nfamily = moves\n"
                     "variant = plain, tiled\nbaseline = tiled,plain\n",
                     NULL));
  assert_null (jobs.job[0].baseline);
  assert_string_equal (jobs.job[1].baseline, "tiled");
  assert_string_equal (jobs.job[2].baseline, "tiled, plain");
  assert_true (jobs.job[1].variant[1].tuned[0]);
  assert_int_equal (jobs.job[1].variant[1].tunable[0].value[0].i, 4);
  unmake (&suite, &jobs);
}

static size_t
count (const char *text, const char *what)
{
  size_t n = 0;

  while ((text = strstr (text, what)) != NULL) {
    n++;
    text += strlen (what);
  }
  return n;
}

TEST (a_default_is_told_once)
{
  struct suite suite;
  struct jobs jobs;
  char *said;

  said_start ();
  assert_false (make (&suite, &jobs,
                      "[suite]\nrows = 0\n[a]\nfamily = moves\n[moves]\n",
                      NULL));
  said = said_stop ();
  assert_int_equal (count (said, "out of range"), 1);
  free (said);
  suite_free (&suite);
}

TEST (the_command_line_is_named)
{
  refused_with ("[moves]\n", "moves.rows=0",
                "gkhost: -s moves.rows: rows: 0 is out of range");
  refused_with ("[moves]\n", "suite.rows=0",
                "gkhost: -s suite.rows: rows: 0 is out of range");
  refused_with ("[moves]\n", "moves.rwos=1",
                "gkhost: -s moves.rwos: unknown key 'rwos'");
}

/* What may only follow from a wrong variant is not told as well. */
TEST (a_wrong_variant_is_told_alone)
{
  struct suite suite;
  struct jobs jobs;
  char *said;

  said_start ();
  assert_false (make (&suite, &jobs,
                      "[suite]\nbaseline = plain\n[moves]\nvariant = tield\n"
                      "baseline = tiled\ntile = 3\n",
                      NULL));
  said = said_stop ();
  assert_int_equal (count (said, "\n"), 1);
  assert_int_equal (count (said, "did you mean 'tiled'?"), 1);
  free (said);
  suite_free (&suite);
}

TEST (all_errors_are_reported)
{
  struct suite suite;
  struct jobs jobs;

  said_start ();
  assert_false (make (&suite, &jobs,
                      "[moves]\nrows = 0\nclos = 1\n[fft]\nwarmup = x\n"
                      "[sums]\nn = 101\n",
                      NULL));
  said_these (":2: ", ":3: ", ":4: ", ":5: ", ":7: ", NULL);
  suite_free (&suite);
}

TEST (the_table_of_keys_is_sound)
{
  for (size_t i = 0; i < settings_count (); i++) {
    const struct setting *setting = setting_at (i);
    struct settings settings = settings_default ();
    gk_value value, again;
    json_t *json;

    assert_int_equal (setting_find (setting->option.name), i);
    assert_non_null (setting->option.help);
    if (setting->names)
      continue;
    /* A value of its own goes to its member and back, alone. */
    assert_true (setting_is_usual (setting, &settings, NULL));
    value = setting->option.value;
    if (setting->option.type == GK_REAL)
      value.f += 0.25;
    else
      value.i = setting->option.type == GK_BOOL ? !value.i : value.i + 1;
    setting_set (setting, &settings, value);
    for (size_t k = 0; k < settings_count (); k++)
      assert_true (setting_at (k)->names
                   || setting_is_usual (setting_at (k), &settings, NULL)
                          == (k != i));
    json = settings_to_json (&settings, SETTINGS_ALL);
    settings = settings_default ();
    assert_true (settings_from_json (&settings, SETTINGS_ALL, json)
                 == settings_held ());
    again = setting_get (setting, &settings);
    assert_memory_equal (&again, &value, sizeof value);
    json_decref (json);
  }
  assert_int_equal (setting_find ("rows"), -1);
}
