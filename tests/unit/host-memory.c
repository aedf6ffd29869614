/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How much memory can be taken on machines, and in containers, of many kinds:
 * their files are laid below a folder of the test's own.
 */
#include <config.h>

#include <string.h>

#include "device/host-memory.h"
#include "laid.h"
#include "tests/unit/unit.h"

#define MIB(n) ((uint64_t)(n) << 20)

static const char meminfo[] = "MemTotal:  8388608 kB\n"
                              "MemFree:   1048576 kB\n"
                              "MemAvailable: 4194304 kB\n";

static void
is_available (uint64_t bytes)
{
  assert_int_equal (host_memory_available_below (laid_root), bytes);
}

FIXTURE_TEST (no_groups, laid_begin, laid_end)
{
  assert_true (host_memory_available_below (laid_root) == UINT64_MAX);
  lay ("/proc/meminfo", meminfo);
  is_available (MIB (4096));
  lay ("/proc/self/cgroup", "nonsense\n0::\n");
  lay ("/proc/self/mountinfo", "nonsense - \n\n");
  is_available (MIB (4096));
}

#define MOUNTS_2                                                               \
  "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n"                                      \
  "30 22 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n"

FIXTURE_TEST (second_version, laid_begin, laid_end)
{
  lay ("/proc/meminfo", meminfo);
  lay ("/proc/self/cgroup", "0::/batch/job/step\n");
  lay ("/proc/self/mountinfo", MOUNTS_2);
  lay ("/sys/fs/cgroup/batch/job/step/memory.max", "max\n");
  lay ("/sys/fs/cgroup/batch/job/step/memory.high", "max\n");
  lay ("/sys/fs/cgroup/batch/job/step/memory.current", "1048576\n");
  is_available (MIB (4096));

  /* A limit of a group above holds here, too; cache that can go is free. */
  lay ("/sys/fs/cgroup/batch/job/memory.max", "1073741824\n");
  lay ("/sys/fs/cgroup/batch/job/memory.current", "524288000\n");
  is_available (MIB (1024 - 500));
  lay ("/sys/fs/cgroup/batch/job/memory.stat",
       "anon 209715200\nactive_file 1\ninactive_file 314572800\n");
  is_available (MIB (1024 - 200));
  lay ("/sys/fs/cgroup/batch/memory.max", "2147483648\n");
  lay ("/sys/fs/cgroup/batch/memory.current", "1992294400\n");
  is_available (MIB (2048 - 1900));
  lay ("/sys/fs/cgroup/batch/job/step/memory.high", "4194304\n");
  is_available (MIB (4 - 1));
  lay ("/sys/fs/cgroup/batch/job/step/memory.current", "5242880\n");
  is_available (0);
}

FIXTURE_TEST (second_version_in_a_container, laid_begin, laid_end)
{
  lay ("/proc/meminfo", meminfo);
  lay ("/proc/self/mountinfo", MOUNTS_2);
  lay ("/sys/fs/cgroup/memory.max", "104857600\n");
  lay ("/sys/fs/cgroup/memory.current", "0\n");
  lay ("/proc/self/cgroup", "0::/\n");
  is_available (MIB (100));
  /* Entered from outside of its name space. */
  lay ("/proc/self/cgroup", "0::/../other\n");
  is_available (MIB (100));
}

FIXTURE_TEST (first_version, laid_begin, laid_end)
{
  lay ("/proc/meminfo", meminfo);
  lay ("/proc/self/cgroup", "5:cpu,cpuacct:/\n4:hugetlb,memory:/docker/12/in\n"
                            "1:name=systemd:/\n0::/\n");
  lay ("/proc/self/mountinfo",
       "31 23 0:28 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
       "32 23 0:29 /docker/12 /sys/fs/cgroup/memory rw - cgroup cgroup "
       "rw,hugetlb,memory\n");
  lay ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "314572800\n");
  lay ("/sys/fs/cgroup/memory/memory.usage_in_bytes", "209715200\n");
  is_available (MIB (100));
  lay ("/sys/fs/cgroup/memory/memory.stat",
       "inactive_file 7\ntotal_inactive_file 104857600\n");
  is_available (MIB (200));
  lay ("/sys/fs/cgroup/memory/in/memory.limit_in_bytes", "52428800\n");
  lay ("/sys/fs/cgroup/memory/in/memory.usage_in_bytes", "0\n");
  is_available (MIB (50));
  lay ("/sys/fs/cgroup/memory/in/memory.limit_in_bytes",
       "9223372036854771712\n");
  is_available (MIB (200));
}
