/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the processes of devices compute that run side by side, on machines
 * whose files are laid below a folder of the test's own.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/processors.h"
#include "laid.h"
#include "run/cpu-affinity.h"
#include "tests/unit/unit.h"

static void
lay_device (int bus, const char *cpus, const char *node)
{
  char path[64];

  snprintf (path, sizeof path, "/sys/bus/pci/devices/0000:%02x:00.0/%s", bus,
            "local_cpulist");
  lay (path, cpus);
  snprintf (path, sizeof path, "/sys/bus/pci/devices/0000:%02x:00.0/%s", bus,
            "numa_node");
  lay (path, node);
}

static void
make (struct cpu_affinity *place, const char *const *address, size_t n,
      const char *usable)
{
  cpu_set_t set;

  free (processors_parse (&set, usable));
  cpu_affinities_make (place, laid_root, address, n, &set);
}

static void
text_is (const char *text, const char *want)
{
  if (want == NULL)
    assert_null (text);
  else {
    assert_non_null (text);
    assert_string_equal (text, want);
  }
}

/* And frees it. */
static void
place_is (struct cpu_affinity *place, const char *worker, const char *judge,
          int node)
{
  text_is (place->worker, worker);
  text_is (place->judge, judge);
  assert_int_equal (place->node, node);
  cpu_affinity_free (place);
}

static const char *const two[] = { "0000:01:00.0", "0000:02:00.0" };

FIXTURE_TEST (each_has_cores_near_it, laid_begin, laid_end)
{
  struct cpu_affinity place[2];

  lay_device (1, "0-7\n", "0\n");
  lay_device (2, "8-15\n", "1\n");
  make (place, two, 2, "0-15");
  place_is (&place[0], "6-7", "0-5", 0);
  place_is (&place[1], "14-15", "8-13", 1);
  /* Of what may be used. */
  make (place, two, 2, "0-3,8-11");
  place_is (&place[0], "2-3", "0-1", 0);
  place_is (&place[1], "10-11", "8-9", 1);
}

FIXTURE_TEST (cores_near_several_are_shared_out, laid_begin, laid_end)
{
  struct cpu_affinity place[2];

  lay_device (1, "0-7\n", "0\n");
  lay_device (2, "0-7\n", "0\n");
  make (place, two, 2, "0-7");
  place_is (&place[0], "5,7", "2-3", 0);
  place_is (&place[1], "4,6", "0-1", 0);
}

/* Who has a core has all of its threads. */
FIXTURE_TEST (a_core_is_not_halved, laid_begin, laid_end)
{
  struct cpu_affinity place[2];
  char path[80], text[16];

  for (int i = 0; i < 16; i++) {
    snprintf (path, sizeof path,
              "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", i);
    snprintf (text, sizeof text, "%d,%d\n", i % 8, i % 8 + 8);
    lay (path, text);
  }
  lay_device (1, "0-3,8-11\n", "0\n");
  lay_device (2, "4-7,12-15\n", "1\n");
  make (place, two, 2, "0-15");
  place_is (&place[0], "2-3,10-11", "0-1,8-9", 0);
  place_is (&place[1], "6-7,14-15", "4-5,12-13", 1);
}

/* Fewer for each, and at last none. */
FIXTURE_TEST (where_there_are_few_cores, laid_begin, laid_end)
{
  struct cpu_affinity place[2];

  lay_device (1, "0-1\n", "0\n");
  lay_device (2, "2-3\n", "1\n");
  make (place, two, 2, "0-3");
  place_is (&place[0], "1", "0", 0);
  place_is (&place[1], "3", "2", 1);
  make (place, two, 2, "1-3");
  place_is (&place[0], "1", "1", 0);
  place_is (&place[1], "2-3", "2-3", 1);
  make (place, two, 2, "2-3");
  place_is (&place[0], NULL, "3", 0);
  place_is (&place[1], NULL, "2", 1);
  make (place, two, 2, "2");
  place_is (&place[0], NULL, NULL, 0);
  place_is (&place[1], NULL, NULL, 1);
}

FIXTURE_TEST (what_is_not_known_is_anywhere, laid_begin, laid_end)
{
  static const char *const address[] = { NULL, "0000:02:00.0", "nonsense" };
  struct cpu_affinity place[3];

  make (place, address, 3, "0-15");
  place_is (&place[0], NULL, "11-15", -1);
  place_is (&place[1], NULL, "6-10", -1);
  place_is (&place[2], NULL, "0-5", -1);
  /* But off the cores that others time on. */
  lay_device (2, "8-15\n", "1\n");
  make (place, address, 3, "0-15");
  place_is (&place[0], "0-13", "10-13", -1);
  place_is (&place[1], "14-15", "5-9", 1);
  place_is (&place[2], "0-13", "0-4", -1);
}

FIXTURE_TEST (what_a_job_says_comes_first, laid_begin, laid_end)
{
  const struct cpu_affinity place = { (char *)"2-3", (char *)"0-1", .node = 1 };
  const struct job pinned = { .cpus = (char *)"7" }, free_job = { 0 };
  json_t *request = json_object ();

  assert_string_equal (cpu_affinity_cpus (&place, &pinned), "7");
  assert_string_equal (cpu_affinity_cpus (&place, &free_job), "2-3");
  assert_string_equal (cpu_affinity_cpus (NULL, &pinned), "7");
  assert_null (cpu_affinity_cpus (NULL, &free_job));
  cpu_affinity_set_timing (NULL, &free_job, request);
  cpu_affinity_set_judge (NULL, request);
  assert_int_equal (json_object_size (request), 0);
  cpu_affinity_set_timing (&place, &pinned, request);
  assert_string_equal (json_string_value (json_object_get (request, "cpus")),
                       "7");
  assert_null (json_object_get (request, "node"));
  cpu_affinity_set_timing (&place, &free_job, request);
  assert_string_equal (json_string_value (json_object_get (request, "cpus")),
                       "2-3");
  assert_int_equal (json_integer_value (json_object_get (request, "node")), 1);
  cpu_affinity_set_judge (&place, request);
  assert_string_equal (json_string_value (json_object_get (request, "cpus")),
                       "0-1");
  json_decref (request);
}
