/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The file that keeps what was measured of machines: which line is this one's,
 * what is none, and where the file is.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/optional.h"
#include "base/xalloc.h"
#include "record/kept-limits.h"

#include "laid.h"
#include "said.h"
#include "tests/unit/unit.h"

static struct pool pool;
static char *path;

static int
start (void **state)
{
  if (laid_begin (state) != 0)
    return -1;
  path = xasprintf ("%s/a/b/limits.jsonl", laid_root);
  return 0;
}

static int
end (void **state)
{
  free (path);
  pool_free (&pool);
  return laid_end (state);
}

static struct device_record
machine (void)
{
  struct device_record device;

  fields_clear (&device_fields, &device);
  device.name = "cpu";
  device.description = "A CPU";
  device.cores = 4;
  device.memory = (int64_t)1 << 32;
  device.l2 = 1 << 20;
  return device;
}

/* Keeps a figure of a machine. */
static void
keep (struct device_record device, double read)
{
  device.measured.when = "2026-01-02T03:04:05Z";
  for (int i = 0; i < N_MEASURES; i++)
    device.measured.best.all[i] = read + i;
  assert_true (kept_limits_add (path, &device));
}

/* 0: nothing is kept of it. */
static void
is_kept (struct device_record device, double read)
{
  bool found = kept_limits_find (path, &device, &pool);

  assert_true (found == (read > 0));
  assert_true (found == device_record_is_measured (&device));
  if (!found)
    return;
  assert_true (device.measured.best.all[MEASURE_READ] == read);
  assert_true (device.memory_bandwidth == read + MEASURE_COPY);
  assert_true (device.ops[GK_OPS_F64] == read + MEASURE_F64);
  assert_string_equal (device.measured.when, "2026-01-02T03:04:05Z");
}

FIXTURE_TEST (a_line_is_a_machines, start, end)
{
  struct device_record other = machine ();

  said_start ();
  is_kept (machine (), 0);
  keep (machine (), 100);
  is_kept (machine (), 100);
  other.cores = 3;
  is_kept (other, 0);
  keep (other, 200);
  is_kept (other, 200);
  is_kept (machine (), 100);
  keep (machine (), 300);
  is_kept (machine (), 300);
  said_nothing ();
}

/* What an older gkhost kept has no figures of bytes. */
FIXTURE_TEST (a_line_may_lack_figures, start, end)
{
  struct device_record device = machine ();

  for (int i = 0; i < N_MEASURES; i++)
    device.measured.best.one[i] = 1 + i;
  keep (device, 100);
  assert_true (kept_limits_find (path, &device, &pool));
  assert_true (device_record_is_all_measured (&device));
  assert_true (device.ops[GK_OPS_TENSOR_I8] == 100 + MEASURE_I8);
  device.measured.best.one[MEASURE_I8] = (double)NAN;
  keep (device, 200);
  said_start ();
  assert_true (kept_limits_find (path, &device, &pool));
  assert_true (device_record_is_measured (&device));
  assert_false (device_record_is_all_measured (&device));
  said_nothing ();
}

/* Of a GPU but the cache is measured: what its driver tells stays. */
FIXTURE_TEST (a_gpus_line_has_its_cache_alone, start, end)
{
  struct device_record device = machine (), kept;

  device.name = "cuda:0";
  device.cores = INTEGER_ABSENT;
  device.units = 132;
  device.memory_bandwidth = 4e12;
  device.ops[GK_OPS_F32] = 6e13;
  kept = device;
  assert_false (device_record_is_all_measured (&device));
  kept.measured.best.all[MEASURE_CACHE] = 9e12;
  assert_true (kept_limits_add (path, &kept));
  said_start ();
  assert_true (kept_limits_find (path, &device, &pool));
  said_nothing ();
  assert_true (device.cache_bandwidth == 9e12);
  assert_true (device.memory_bandwidth == 4e12);
  assert_true (device.ops[GK_OPS_F32] == 6e13);
  assert_true (device_record_has_measures (&device));
  assert_true (device_record_is_all_measured (&device));
  assert_false (device_record_is_measured (&device));
}

/* All figures, well measured. */
static struct device_record
measured (double read, const char *kernel)
{
  struct device_record device = machine ();

  for (int i = 0; i < N_MEASURES; i++)
    device.measured.best.all[i] = device.measured.best.one[i] = read;
  device.measured.kernel = kernel;
  device.measured.gap = 0.02;
  device.measured.load = 0.5;
  return device;
}

TEST (what_is_measured_well_is_not_measured_again)
{
  struct device_record kept = measured (100, "6.1");

  assert_true (kept_limits_suffice (&kept, "6.1", 0));
  assert_false (kept_limits_suffice (&kept, "6.2", 0));
  kept.measured.gap = 0.06;
  assert_false (kept_limits_suffice (&kept, "6.1", 0));
  /* Of four cores three are busy: no time to measure. */
  assert_true (kept_limits_suffice (&kept, "6.2", 3));
  kept.measured.load = 3;
  assert_false (kept_limits_suffice (&kept, "6.1", 3));
  kept = measured (100, "6.1");
  kept.measured.best.one[MEASURE_I8] = (double)NAN;
  assert_false (kept_limits_suffice (&kept, "6.1", 3));
  /* What an older gkhost measured in one round. */
  kept = measured (100, NULL);
  kept.measured.gap = (double)NAN;
  assert_false (kept_limits_suffice (&kept, "6.1", 0));
}

TEST (the_larger_limit_is_kept)
{
  struct device_record device = measured (100, "6.1"),
                       old = measured (90, "6.1");

  old.measured.best.all[MEASURE_COPY] = 300;
  old.measured.best.one[MEASURE_I8] = (double)NAN;
  kept_limits_merge (&device, &old);
  assert_true (device.measured.best.all[MEASURE_READ] == 100);
  assert_true (device.measured.best.all[MEASURE_COPY] == 300);
  assert_true (device.measured.best.one[MEASURE_I8] == 100);
  assert_true (device.memory_bandwidth == 300);
  device = measured (100, "6.2");
  kept_limits_merge (&device, &old);
  assert_true (device.measured.best.all[MEASURE_COPY] == 100);
}

FIXTURE_TEST (a_machine_is_told_by_its_parts, start, end)
{
  struct device_record other = machine ();

  keep (machine (), 100);
  other.description = "Another CPU";
  is_kept (other, 0);
  other = machine ();
  other.l2 *= 2;
  is_kept (other, 0);
  other = machine ();
  other.memory *= 2;
  is_kept (other, 0);
  /* What an update of the system takes of it. */
  other.memory = machine ().memory - (1 << 20);
  is_kept (other, 100);
}

FIXTURE_TEST (what_is_no_line_is_passed_over, start, end)
{
  static const char *const bad[]
      = { "{", "5", "{\"host\":\"x\"}", "{\"devices\":[{\"name\":\"cpu\"}]}",
          "{\"devices\":[{\"measured\":{\"read\":-1}}]}" };

  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    lay ("/a/b/limits.jsonl", bad[i]);
    /* Behind a line that was cut off begins another. */
    keep (machine (), 100);
    said_start ();
    is_kept (machine (), 100);
    said_these ("limits.jsonl:1: this line has no measurement",
                "delete the file", NULL);
  }
  lay ("/a/b/limits.jsonl", "\n\n");
  said_start ();
  is_kept (machine (), 0);
  said_nothing ();
}

FIXTURE_TEST (what_can_not_be_written_is_told, start, end)
{
  struct device_record device = machine ();

  lay ("/a", "a file");
  said_start ();
  is_kept (device, 0);
  assert_false (kept_limits_add (path, &device));
  assert_false (kept_limits_add (laid_root, &device));
  said_these ("limits.jsonl: the measurement can't be stored: ",
              "; set XDG_CACHE_HOME to a folder that can be written", NULL);
  said_start ();
  assert_false (kept_limits_find (laid_root, &device, &pool));
  said_these ("it is no regular file of yours", NULL);
}

static void
is_path (const char *cache, const char *home, const char *want)
{
  char *got;

  if (cache == NULL)
    unsetenv ("XDG_CACHE_HOME");
  else
    setenv ("XDG_CACHE_HOME", cache, 1);
  if (home == NULL)
    unsetenv ("HOME");
  else
    setenv ("HOME", home, 1);
  got = kept_limits_path ();
  if (want == NULL)
    assert_null (got);
  else
    assert_string_equal (got, want);
  free (got);
}

TEST (the_file_is_in_the_users_cache)
{
  is_path ("/c", "/h", "/c/gkhost/limits.jsonl");
  is_path ("/c", NULL, "/c/gkhost/limits.jsonl");
  is_path (NULL, "/h", "/h/.cache/gkhost/limits.jsonl");
  is_path ("", "/h", "/h/.cache/gkhost/limits.jsonl");
  is_path ("c", "/h", "/h/.cache/gkhost/limits.jsonl");
  is_path ("c", "h", NULL);
  is_path (NULL, "", NULL);
  is_path (NULL, NULL, NULL);
}
