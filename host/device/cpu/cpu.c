/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/read-file.h"
#include "base/parallel.h"
#include "base/processors.h"
#include "base/xalloc.h"
#include "device/cpu/cpu.h"
#include "device/host-memory.h"

/* The CPU as a device: its memory is the host's, and its launches are plain
 * calls in the caller's thread, complete when they return. */
struct cpu {
  struct device d;
  double event[2];
  double turns_per_s; /* of clock_spin */
  struct displacer displacer;
};

enum { HUGE_PAGE = 2 << 20 };

static void
cpu_close (struct device *d)
{
  cache_displace_end (&((struct cpu *)d)->displacer);
  free (d);
}

static bool
cpu_available (struct device *d, enum memory kind, uint64_t *bytes)
{
  (void)d;
  (void)kind;
  *bytes = host_memory_available ();
  return true;
}

static bool
cpu_alloc (struct device *d, enum memory kind, size_t bytes, void **address)
{
  bool huge = d->pages == PAGES_HUGE && bytes >= 4 * HUGE_PAGE;
  size_t alignment = huge ? HUGE_PAGE : d->guard_bytes;

  (void)kind;
  *address = fenced_alloc (bytes, alignment);
  if (*address == NULL)
    return device_fail (d, "can't allocate %zu bytes of memory: %s", bytes,
                        strerror (errno));
  /* Huge pages give fewer TLB misses, and times that depend less on physical
   * addresses. */
  if (huge)
    madvise (*address, bytes, MADV_HUGEPAGE);
  return true;
}

static void
cpu_free (struct device *d, enum memory kind, void *address)
{
  (void)d;
  (void)kind;
  fenced_free (address);
}

static bool
cpu_alloc_host (struct device *d, size_t bytes, void **address)
{
  return cpu_alloc (d, MEMORY_DEVICE, bytes, address);
}

static void
cpu_free_host (struct device *d, void *address)
{
  (void)d;
  fenced_free (address);
}

static bool
cpu_copy (struct device *d, void *to, const void *from, size_t bytes)
{
  (void)d;
  memcpy (to, from, bytes);
  return true;
}

/* Uploads use one core: the first thread that writes to a page decides its NUMA
 * node. */
static bool
cpu_download (struct device *d, void *to, const void *from, size_t bytes)
{
  (void)d;
  parallel_copy (to, from, bytes);
  return true;
}

/* By one core: where both cores of a machine filled, copies that followed took
 * 2 to 3 % longer. */
static bool
cpu_fill (struct device *d, void *to, uint8_t byte, size_t bytes)
{
  (void)d;
  memset (to, byte, bytes);
  return true;
}

static bool
cpu_sync (struct device *d)
{
  (void)d;
  return true;
}

/* A launch may leave work to other threads, which continue after it returns. */
static bool
cpu_sync_all (struct device *d)
{
  (void)d;
  wait_until_idle ();
  return true;
}

static bool
cpu_evict (struct device *d, const struct range *range, size_t n)
{
  struct cpu *cpu = (struct cpu *)d;

  if (!cache_can_flush ())
    return cache_displace (&cpu->displacer)
           || device_fail (d,
                           "no memory to displace the caches' lines with: %s",
                           strerror (errno));
  for (size_t i = 0; i < n; i++)
    cache_flush (range[i].address, range[i].bytes);
  return true;
}

static bool
cpu_record (struct device *d, int event)
{
  ((struct cpu *)d)->event[event] = clock_now ();
  return true;
}

static bool
cpu_elapsed (struct device *d, double *seconds)
{
  struct cpu *cpu = (struct cpu *)d;

  *seconds = cpu->event[1] - cpu->event[0];
  return true;
}

static bool
cpu_launch_empty (struct device *d, double seconds)
{
  clock_spin ((uint64_t)(seconds * ((struct cpu *)d)->turns_per_s));
  return true;
}

static char *
find_no_alteration (struct device *d)
{
  (void)d;
  return NULL;
}

static bool
reject_graph (struct device *d)
{
  return device_fail (d, "the CPU has no graphs");
}

static bool
reject_graph_end (struct device *d, void **graph, size_t *nodes)
{
  *graph = NULL;
  *nodes = 0;
  return reject_graph (d);
}

static bool
reject_graph_launch (struct device *d, void *graph)
{
  (void)graph;
  return reject_graph (d);
}

static void
ignore_graph_free (struct device *d, void *graph)
{
  (void)d;
  (void)graph;
}

/* Counts usable processors: containers, taskset and the key cpus limit them. */
static void
set_processors (struct device_info *info)
{
  cpu_set_t processors;

  processors_get_usable (&processors);
  info->gk.units = (uint32_t)CPU_COUNT (&processors);
  info->gk.l2 = last_cache (&processors, &info->inner_caches);
}

/* The process may have been pinned to other processors since. */
static bool
cpu_enter (struct device *d)
{
  set_processors (&d->info);
  return true;
}

static bool
ignore_count (struct device *d, bool begin)
{
  (void)d, (void)begin;
  return true;
}

static const struct device_ops cpu_ops = {
  .close = cpu_close,
  .enter = cpu_enter,
  .available = cpu_available,
  .alloc = cpu_alloc,
  .free = cpu_free,
  .alloc_host = cpu_alloc_host,
  .free_host = cpu_free_host,
  .copy = cpu_copy,
  .upload = cpu_copy,
  .download = cpu_download,
  .fill = cpu_fill,
  .sync = cpu_sync,
  .sync_all = cpu_sync_all,
  .peek = cpu_copy,
  .evict = cpu_evict,
  .record = cpu_record,
  .elapsed = cpu_elapsed,
  .hold = cpu_sync,
  .let_go = cpu_sync,
  .launch_empty = cpu_launch_empty,
  .count = ignore_count,
  .capture_begin = reject_graph,
  .capture_end = reject_graph_end,
  .graph_launch = reject_graph_launch,
  .graph_free = ignore_graph_free,
  .altered = find_no_alteration,
  .restore = cpu_sync,
};

static void
fill_info (struct device_info *info)
{
  /* The field is followed by a tab, a colon and a blank. */
  char *model = file_line ("/proc/cpuinfo", "model name");

  *info = (struct device_info){
    .gk = { .size = sizeof (gk_device),
            .kind = GK_CPU,
            .memory = host_memory_total () },
    .name = "cpu",
  };
  set_processors (info);
  snprintf (info->description, sizeof info->description, "%s",
            model != NULL ? model + strspn (model, "\t: ") : "CPU");
  free (model);
}

static size_t
cpu_count (char **why)
{
  (void)why;
  return 1;
}

static bool
cpu_probe (int ordinal, struct device_info *info, char **why)
{
  (void)ordinal;
  (void)why;
  fill_info (info);
  return true;
}

static struct device *
cpu_open (int ordinal, bool alone, char **why)
{
  struct cpu *cpu = xcalloc (1, sizeof *cpu);

  (void)ordinal;
  (void)alone;
  (void)why;
  cpu->d.ops = &cpu_ops;
  cpu->d.in_host = true;
  cpu->turns_per_s = clock_measure_spin ();
  /* Whole pages, so that the fence directly follows the zone. */
  cpu->d.guard_bytes = (size_t)sysconf (_SC_PAGESIZE);
  fill_info (&cpu->d.info);
  return &cpu->d;
}

const struct device_backend cpu_backend = { .count = cpu_count,
                                            .probe = cpu_probe,
                                            .open = cpu_open,
                                            .measure = cpu_limits_measure };
