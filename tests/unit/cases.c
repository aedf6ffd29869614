/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Expansion: which cases a suite makes, in which order, and which are skipped.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "plan/cases.h"
#include "plan/schedule.h"
#include "base/names.h"
#include "sample-catalog.h"
#include "said.h"
#include "suite-text.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "tests/unit/unit.h"

#define NO_CUDA "no CUDA device: there is no driver"

static struct device_list
one_cpu (void)
{
  struct device_list list = { .n = 1, .absent[GK_CUDA] = (char *)NO_CUDA };

  list.device = xcalloc (1, sizeof *list.device);
  list.device[0].name = (char *)"cpu";
  return list;
}

static struct device_list
two_gpus (void)
{
  struct device_list list = { .n = 3 };

  list.device = xcalloc (3, sizeof *list.device);
  list.device[0].name = (char *)"cpu";
  list.device[1].name = (char *)"cuda:0";
  list.device[1].capability = 90;
  list.device[2].name = (char *)"cuda:1";
  list.device[2].capability = 75;
  return list;
}

/* A suite all the way to its cases. */
struct made {
  struct suite suite;
  struct jobs jobs;
  struct cases cases;
};

static bool
make (struct made *made, const char *text, struct device_list list,
      const char *only)
{
  bool good;

  assert_true (suite_from_text (&made->suite, text));
  assert_true (jobs_make (&made->jobs, &made->suite, &sample_catalog,
                          &(struct job_presets){ 0 }));
  good = cases_make (&made->cases, &made->jobs, &list, only);
  free (list.device);
  return good;
}

static void
unmake (struct made *made)
{
  cases_free (&made->cases);
  jobs_free (&made->jobs);
  suite_free (&made->suite);
}

/* One word a case: the job, the first two options, the variant, its first
 * tunable, the cache, and the device. */
static char *
summary (const struct cases *cases)
{
  struct text text = { 0 };

  for (size_t i = 0; i < cases->n; i++) {
    const struct case_ *c = &cases->case_[i];

    assert_int_equal (c->index, i);
    text_add (&text, "%s/%d", c->problem->job->name,
              (int)c->problem->value[0].i);
    if (c->problem->job->family->options.n > 1)
      text_add (&text, "x%d", (int)c->problem->value[1].i);
    text_add (&text, "/%s", c->variant->name);
    if (c->tunable != NULL)
      text_add (&text, ":%d", (int)c->tunable[0].i);
    text_add (&text, "%s@%s ", c->mode.cache == CACHE_HOT ? "/hot" : "",
              c->device);
  }
  return text.data;
}

static void
cases_are (const char *text, struct device_list list, const char *only,
           const char *want)
{
  struct made made;
  char *got;

  assert_true (make (&made, text, list, only));
  got = summary (&made.cases);
  assert_string_equal (got, want);
  free (got);
  unmake (&made);
}

TEST (order)
{
  cases_are ("[a]\nfamily = moves\nvariant = plain, tiled\n"
             "rows = 1, 2\ncols = 3, 4\n"
             "[sums]\n",
             one_cpu (), NULL,
             "a/1x3/plain@cpu a/1x3/tiled:32@cpu "
             "a/1x4/plain@cpu a/1x4/tiled:32@cpu "
             "a/2x3/plain@cpu a/2x3/tiled:32@cpu "
             "a/2x4/plain@cpu a/2x4/tiled:32@cpu "
             "sums/8/plain@cpu ");
}

TEST (tunables_and_modes)
{
  cases_are ("[moves]\nvariant = tiled, extra\ntile = 8, 16\n"
             "cache = cold, hot\n",
             one_cpu (), NULL,
             "moves/16x16/tiled:8@cpu moves/16x16/tiled:8/hot@cpu "
             "moves/16x16/tiled:16@cpu moves/16x16/tiled:16/hot@cpu "
             "moves/16x16/extra@cpu moves/16x16/extra/hot@cpu ");
}

TEST (a_cpu_knows_one_mode_but_for_the_cache)
{
  struct made made;

  assert_true (make (&made,
                     "[moves]\nvariant = plain, fast\nlaunch = graph, stream\n"
                     "memory = mapped, managed\nscope = transfer\n",
                     two_gpus (), NULL));
  assert_int_equal (made.cases.n, 1 + 4);
  assert_int_equal (made.cases.case_[0].mode.launch, LAUNCH_STREAM);
  assert_int_equal (made.cases.case_[0].mode.memory, MEMORY_DEVICE);
  assert_int_equal (made.cases.case_[0].mode.scope, SCOPE_KERNEL);
  assert_int_equal (made.cases.case_[1].mode.launch, LAUNCH_GRAPH);
  assert_int_equal (made.cases.case_[1].mode.memory, MEMORY_MAPPED);
  assert_int_equal (made.cases.case_[1].mode.scope, SCOPE_TRANSFER);
  unmake (&made);
}

TEST (devices)
{
  cases_are ("[moves]\nvariant = plain, fast\n", two_gpus (), NULL,
             "moves/16x16/plain@cpu moves/16x16/fast@cuda:0 ");
  cases_are ("[moves]\nvariant = plain, fast\ndevice = cpu, cuda\n",
             two_gpus (), NULL,
             "moves/16x16/plain@cpu moves/16x16/fast@cuda:0 ");
  cases_are ("[moves]\nvariant = fast\ndevice = cuda:*, auto\n", two_gpus (),
             NULL, "moves/16x16/fast@cuda:0 moves/16x16/fast@cuda:1 ");
  cases_are ("[moves]\nvariant = fast\ndevice = cuda:1, cuda:0\n", two_gpus (),
             NULL, "moves/16x16/fast@cuda:1 moves/16x16/fast@cuda:0 ");
}

/* The one case of a suite can't run for this reason (NULL: it can), which is a
 * failure where it is absent. */
static void
reason_is (const char *text, struct device_list list, const char *device,
           const char *want, bool absent)
{
  struct made made;

  assert_true (make (&made, text, list, NULL));
  assert_int_equal (made.cases.n, 1);
  assert_string_equal (made.cases.case_[0].device, device);
  if (want == NULL)
    assert_null (made.cases.case_[0].skip);
  else
    assert_string_equal (made.cases.case_[0].skip, want);
  assert_int_equal (made.cases.case_[0].absent, absent);
  unmake (&made);
}

static void
skip_is (const char *text, struct device_list list, const char *device,
         const char *want)
{
  reason_is (text, list, device, want, false);
}

TEST (skips_for_the_device)
{
  skip_is ("[moves]\nvariant = fast\n", two_gpus (), "cuda:0", NULL);
  skip_is ("[moves]\nvariant = fast\n", one_cpu (), "cuda:0", NO_CUDA);
  skip_is ("[moves]\nvariant = fast\ndevice = cpu\n", two_gpus (), "cuda",
           "the job names device cpu; this variant runs on cuda");
  skip_is ("[moves]\nvariant = plain\ndevice = cuda:0, cuda:1\n", two_gpus (),
           "cpu",
           "the job names device cuda:0, cuda:1; this variant runs on cpu");
  skip_is ("[moves]\nvariant = fast\ndevice = cuda:1\n", two_gpus (), "cuda:1",
           "needs compute capability 9.0; cuda:1 has 7.5");
  skip_is ("[pairs]\nvariant = hopper\ndevice = cuda:1\n", two_gpus (),
           "cuda:1", NULL);
  skip_is ("[pairs]\nvariant = hopper\ndevice = cuda:0\n", two_gpus (),
           "cuda:0", "runs up to compute capability 7.5; cuda:0 has 9.0");
}

TEST (skips_for_a_later_header)
{
  skip_is ("[pairs]\nvariant = later\n", two_gpus (), "auto",
           "it is for a later kind");
  skip_is ("[pairs]\nvariant = gone\n", two_gpus (), "?",
           "no plugin here brings it");
  skip_is ("[newer]\n", two_gpus (), "cpu",
           "family newer: option 'x' is of a later header");
}

TEST (a_device_that_is_named_must_be_there)
{
  reason_is ("[moves]\nvariant = fast\ndevice = cuda:7\n", two_gpus (),
             "cuda:7", "no device cuda:7: there is cpu, cuda:0, cuda:1", true);
  reason_is ("[moves]\nvariant = fast\ndevice = cuda\n", one_cpu (), "cuda:0",
             "the job names cuda:0: " NO_CUDA, true);
  reason_is ("[moves]\nvariant = fast\ndevice = cuda:*\n", one_cpu (), "cuda:*",
             "the job names cuda:*: " NO_CUDA, true);
  reason_is ("[moves]\nvariant = fast\ndevice = auto, cuda:0\n", one_cpu (),
             "cuda:0", NO_CUDA, true);
  /* No plugin may bring a variant that could run there. */
  reason_is ("[moves]\nvariant = plain\ndevice = cuda:0\n", one_cpu (), "cpu",
             "the job names cuda:0: " NO_CUDA, true);
  reason_is ("[moves]\nvariant = plain\ndevice = cuda:0, cpu\n", one_cpu (),
             "cpu", NULL, false);
}

TEST (skips_for_the_problem)
{
  skip_is ("[moves]\nvariant = narrow\ndtype = f32\n", two_gpus (), "cuda:0",
           NULL);
  skip_is ("[moves]\nvariant = narrow\ndtype = i32\n", two_gpus (), "cuda:0",
           "takes f32; the problem is i32: set dtype = f32");
  skip_is ("[moves]\nvariant = narrow\ndtype = f32\nlayout = col\n",
           two_gpus (), "cuda:0", "takes row; the problem is col");
  skip_is ("[moves]\nvariant = narrow\ndtype = i32\n", one_cpu (), "cuda:0",
           NO_CUDA);
}

/* All options of a type count, and must agree where a variant does not say that
 * they need not. */
TEST (skips_for_mixed_problems)
{
  skip_is ("[pairs]\nvariant = alike\n", one_cpu (), "cpu", NULL);
  skip_is ("[pairs]\nvariant = alike\nlayout_out = col\n", one_cpu (), "cpu",
           "takes one layout for all; the problem's layout_in is row and its "
           "layout_out col");
  skip_is ("[pairs]\nvariant = alike\ndtype_in = f64\n", one_cpu (), "cpu",
           "takes one element type for all; the problem's dtype_in is f64 and "
           "its dtype_out f32");
  skip_is ("[pairs]\nvariant = alike\ndtype_out = i32\n", one_cpu (), "cpu",
           "takes f32, f64; the problem is i32");
  skip_is ("[pairs]\nvariant = mixed\ndtype_in = f64\nlayout_out = col\n",
           one_cpu (), "cpu", NULL);
  skip_is ("[pairs]\nvariant = mixed\ndtype_out = i32\n", one_cpu (), "cpu",
           "takes f32, f64; the problem is i32");
}

TEST (only)
{
  static const char text[] = "[a]\nfamily = moves\nvariant = plain, tiled\n"
                             "[b]\nfamily = sums\n";

  cases_are (text, one_cpu (), "a", "a/16x16/plain@cpu a/16x16/tiled:32@cpu ");
  cases_are (text, one_cpu (), "plain", "a/16x16/plain@cpu b/8/plain@cpu ");
  cases_are (text, one_cpu (), "t*", "a/16x16/tiled:32@cpu ");
  cases_are (text, one_cpu (), "*/plain", "a/16x16/plain@cpu b/8/plain@cpu ");
  cases_are (text, one_cpu (), "b/plain", "b/8/plain@cpu ");
}

static void
refused (const char *text, const char *glob, const char *want)
{
  struct made made;

  said_start ();
  assert_false (make (&made, text, one_cpu (), glob));
  said_these (want, NULL);
  unmake (&made);
}

TEST (too_few_and_too_many)
{
  refused ("[moves]\n", "b/*", "--only b/* selects no case: it is matched");
  refused ("[moves]\n", "moves/plian",
           "--only moves/plian selects no case: did you mean 'moves/plain'?");
  refused ("[moves]\n", "mvoes",
           "--only mvoes selects no case: did you mean 'moves'?");
  refused ("[moves]\nrows = 1..65536\ncols = 1..65536\n", NULL,
           "job 'moves' brings the suite over 1000000 cases");
  refused ("[a]\nfamily = moves\nvariant = plain\n"
           "rows = 1..1000\ncols = 1..1000\n"
           "[sums]\n",
           NULL, "job 'sums' brings the suite over 1000000 cases");
}

/* Those of a lane: their rows and devices. */
static void
indices_are (const struct cases *cases, const struct indices *of,
             const char *want)
{
  struct text text = { 0 };

  text_add (&text, "%s", "");
  for (size_t i = 0; i < of->n; i++)
    text_add (&text, "%d@%s ",
              (int)cases->case_[of->index[i]].problem->value[0].i,
              cases->case_[of->index[i]].device);
  assert_string_equal (text.data, want);
  free (text.data);
}

/* Each device's in the order in which they are; what the CPU has, and what does
 * not run, is alone. */
TEST (lanes)
{
  struct device_list list = two_gpus ();
  size_t order[8];
  struct lanes apart;
  struct made made;

  list.device[2].capability = 90;
  assert_true (make (&made,
                     "[moves]\nvariant = plain, fast\nrows = 1, 2\n"
                     "device = cpu, cuda:*, cuda:7\n",
                     list, NULL));
  assert_int_equal (made.cases.n, 8);
  for (size_t i = 0; i < 8; i++)
    order[i] = 7 - i;
  lanes_make (&apart, &made.cases, order, 8);
  assert_int_equal (apart.n, 2);
  assert_string_equal (apart.device[0], "cuda:1");
  indices_are (&made.cases, &apart.of[0], "2@cuda:1 1@cuda:1 ");
  assert_string_equal (apart.device[1], "cuda:0");
  indices_are (&made.cases, &apart.of[1], "2@cuda:0 1@cuda:0 ");
  indices_are (&made.cases, &apart.alone, "2@cuda:7 2@cpu 1@cuda:7 1@cpu ");
  lanes_free (&apart);
  lanes_make (&apart, &made.cases, order, 0);
  assert_int_equal (apart.n, 0);
  lanes_free (&apart);
  unmake (&made);
}
