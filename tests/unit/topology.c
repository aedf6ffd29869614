/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which processors share a NUMA node or a core, on machines whose files are
 * laid below a folder of the test's own.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/processors.h"
#include "laid.h"
#include "tests/unit/unit.h"

#define NODE "/sys/devices/system/node/"
#define SIBLINGS(cpu)                                                          \
  "/sys/devices/system/cpu/cpu" #cpu "/topology/thread_siblings_list"

static struct texts
siblings_of (const char *usable, struct pool *pool)
{
  cpu_set_t set;

  free (processors_parse (&set, usable));
  return topology_core_threads (laid_root, &set, pool);
}

FIXTURE_TEST (a_system_that_tells_nothing, laid_begin, laid_end)
{
  struct pool pool = { 0 };

  assert_int_equal (topology_nodes (laid_root, &pool).n, 0);
  assert_int_equal (siblings_of ("0-3", &pool).n, 0);
  lay (NODE "has_cpu", "nonsense\n");
  lay (SIBLINGS (0), "\n");
  assert_int_equal (topology_nodes (laid_root, &pool).n, 0);
  assert_int_equal (siblings_of ("0-3", &pool).n, 0);
  pool_free (&pool);
}

/* Two sockets, and a node of memory alone. */
FIXTURE_TEST (nodes_with_processors, laid_begin, laid_end)
{
  struct pool pool = { 0 };
  struct texts nodes;

  lay (NODE "has_cpu", "0,2\n");
  lay (NODE "online", "0-2\n");
  lay (NODE "node0/cpulist", "0-31,64-95\n");
  lay (NODE "node1/cpulist", "\n");
  lay (NODE "node2/cpulist", "32-63,96-127\n");
  nodes = topology_nodes (laid_root, &pool);
  assert_int_equal (nodes.n, 2);
  assert_string_equal (nodes.text[0], "0-31,64-95");
  assert_string_equal (nodes.text[1], "32-63,96-127");
  pool_free (&pool);
}

FIXTURE_TEST (cores_of_two_threads, laid_begin, laid_end)
{
  struct pool pool = { 0 };
  struct texts cores;

  lay (SIBLINGS (0), "0,2\n");
  lay (SIBLINGS (1), "1,3\n");
  lay (SIBLINGS (2), "0,2\n");
  lay (SIBLINGS (3), "1,3\n");
  cores = siblings_of ("0-3", &pool);
  assert_int_equal (cores.n, 2);
  assert_string_equal (cores.text[0], "0,2");
  assert_string_equal (cores.text[1], "1,3");
  /* A sibling that may not be used is none. */
  cores = siblings_of ("0,1,3", &pool);
  assert_int_equal (cores.n, 1);
  assert_string_equal (cores.text[0], "1,3");
  assert_int_equal (siblings_of ("2-3", &pool).n, 0);
  pool_free (&pool);
}

#define DEVICE "/sys/bus/pci/devices/0000:1b:00.0/"

/* What is near, and the node, of an address. */
static void
near_is (const char *address, const char *list, int node)
{
  cpu_set_t set;
  char *text;

  assert_int_equal (topology_near_device (laid_root, address, &set), node);
  text = processors_format (&set);
  assert_string_equal (text, list);
  free (text);
}

FIXTURE_TEST (what_is_near_a_device, laid_begin, laid_end)
{
  near_is ("0000:1b:00.0", "", -1);
  lay (DEVICE "local_cpulist", "0-3,8-11\n");
  near_is ("0000:1b:00.0", "0-3,8-11", -1);
  lay (DEVICE "numa_node", "1\n");
  near_is ("0000:1b:00.0", "0-3,8-11", 1);
  /* As drivers write them. */
  near_is ("0000:1B:00.0", "0-3,8-11", 1);
  near_is ("00000000:1B:00.0", "0-3,8-11", 1);
  near_is ("0000:1c:00.0", "", -1);
  near_is (NULL, "", -1);
}

/* An address and a file are a stranger's words. */
FIXTURE_TEST (what_is_no_address, laid_begin, laid_end)
{
  lay (DEVICE "local_cpulist", "0-3\n");
  lay (DEVICE "numa_node", "99999999999999999999\n");
  near_is ("0000:1b:00.0", "0-3", -1);
  lay (DEVICE "numa_node", "-1\n");
  near_is ("0000:1b:00.0", "0-3", -1);
  lay (DEVICE "numa_node", "0x\n");
  near_is ("0000:1b:00.0", "0-3", -1);
  near_is ("0000:1b:00.0/../0000:1b:00.0", "", -1);
  near_is ("../0000:1b:00.0", "", -1);
  near_is ("0000:1b:00", "", -1);
  near_is ("", "", -1);
  lay (DEVICE "local_cpulist", "0-999999\n");
  near_is ("0000:1b:00.0", "", -1);
}
