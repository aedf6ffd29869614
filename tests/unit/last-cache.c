/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The last cache of machines of many kinds, by what their files tell.
 */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"

#include "device/cpu/cpu.h"
#include "laid.h"
#include "tests/unit/unit.h"

static void
lay_cache (int core, int cache, const char *size, const char *shared)
{
  static const char folder[] = "/sys/devices/system/cpu";
  char *path = xasprintf ("%s/cpu%d/cache/index%d/size", folder, core, cache);

  lay (path, size);
  free (path);
  path = xasprintf ("%s/cpu%d/cache/index%d/shared_cpu_list", folder, core,
                    cache);
  lay (path, shared);
  free (path);
}

/* Of the cores from the first to the last. */
static void
is_last (int first, int last, uint64_t kib)
{
  cpu_set_t cores;
  uint64_t inner;

  CPU_ZERO (&cores);
  for (int i = first; i <= last; i++)
    CPU_SET (i, &cores);
  assert_int_equal (last_cache_below (laid_root, &cores, &inner), kib << 10);
}

FIXTURE_TEST (each_cache_counts_once, laid_begin, laid_end)
{
  for (int i = 0; i < 8; i++) {
    lay_cache (i, 0, "32K\n", "0\n");
    lay_cache (i, 3, "32768K\n", i % 4 < 2 ? "0-1,4-5\n" : "2-3,6-7\n");
  }
  is_last (0, 7, 65536);
  is_last (0, 0, 32768);
  is_last (0, 1, 32768);
  is_last (1, 2, 65536);
  is_last (4, 5, 32768);
}

FIXTURE_TEST (those_before_it_count_for_each_core, laid_begin, laid_end)
{
  cpu_set_t cores;
  uint64_t inner;

  CPU_ZERO (&cores);
  for (int i = 0; i < 4; i++) {
    lay_cache (i, 0, "32K\n", "0\n");
    lay_cache (i, 2, "1M\n", "0\n");
    lay_cache (i, 3, "4M\n", i < 2 ? "0-1\n" : "2-3\n");
    CPU_SET (i, &cores);
  }
  assert_int_equal (last_cache_below (laid_root, &cores, &inner), 8 << 20);
  assert_int_equal (inner, 4 * (1024 + 32) << 10);
}

FIXTURE_TEST (some_have_less, laid_begin, laid_end)
{
  lay_cache (0, 2, "1M\n", "0\n");
  lay_cache (1, 2, "512K\n", "nonsense\n");
  lay_cache (2, 2, "nonsense\n", "2\n");
  is_last (0, 1, 1024 + 512);
  is_last (0, 3, 1024 + 512);
  is_last (3, 9, 0);
}
