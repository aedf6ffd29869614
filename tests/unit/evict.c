/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Before a cold sample, what leaves the caches: the buffers and the workspaces
 * of the case, whole.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "tests/unit/unit.h"

/* A device that takes notes. */
static struct {
  struct range evicted[16];
  size_t n_evicted, evictions;
} note;

static bool
fine (struct device *d)
{
  (void)d;
  return true;
}

static bool
alloc (struct device *d, enum memory kind, size_t bytes, void **address)
{
  (void)d, (void)kind;
  *address = malloc (bytes);
  return true;
}

static void
give_back (struct device *d, enum memory kind, void *address)
{
  (void)d, (void)kind;
  free (address);
}

static bool
fill (struct device *d, void *to, uint8_t byte, size_t bytes)
{
  (void)d;
  memset (to, byte, bytes);
  return true;
}

static bool
evict (struct device *d, const struct range *range, size_t n)
{
  (void)d;
  assert_true (n <= sizeof note.evicted / sizeof note.evicted[0]);
  memcpy (note.evicted, range, n * sizeof *range);
  note.n_evicted = n;
  note.evictions++;
  return true;
}

static bool
record (struct device *d, int event)
{
  (void)d, (void)event;
  return true;
}

static bool
launch_empty (struct device *d, double seconds)
{
  (void)d;
  assert_true (seconds == 0);
  return true;
}

static bool
elapsed (struct device *d, double *seconds)
{
  (void)d;
  *seconds = 1e-6;
  return true;
}

static const struct device_ops ops = {
  .alloc = alloc,
  .free = give_back,
  .fill = fill,
  .sync = fine,
  .evict = evict,
  .record = record,
  .launch_empty = launch_empty,
  .elapsed = elapsed,
  .hold = fine,
  .let_go = fine,
};

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  return GK_OK;
}

static const gk_variant variant = { .name = "some", .launch = launch };

/* Takes three samples of a case that took two workspaces; returns them. */
static void
sample_three (enum cache cache, void *workspace[2])
{
  static char data[64];
  struct device device = { .ops = &ops, .guard_bytes = 512 };
  struct bench bench = { .device = &device,
                         .variant = &variant,
                         .problem.setup = { .n_buffers = 1 } };
  const struct order order
      = { .kind = ORDER_SAMPLE,
          .launches = 1,
          .before = cache == CACHE_COLD ? BEFORE_EVICTED : BEFORE_NOTHING };
  struct claim claim;

  bench.buffers
      = (struct buffers){ .device = &device, .problem = &bench.problem };
  bench.buffers.on_device[0]
      = (struct guarded){ .payload = data, .bytes = sizeof data };
  bench.launcher = (struct launcher){ .device = &device,
                                      .services = &bench.services,
                                      .workspaces = &bench.workspaces,
                                      .buffers = &bench.buffers,
                                      .variant = &variant,
                                      .mode = { .cache = cache } };
  memset (&note, 0, sizeof note);
  services_init (&bench.services);
  workspaces_open (&bench.workspaces, &device, MEMORY_DEVICE);
  services_begin_prepare (&bench.services, workspaces_alloc, &bench.workspaces,
                          NULL);
  workspace[0] = bench.services.host.workspace (&bench.services.host, 1000);
  workspace[1] = bench.services.host.workspace (&bench.services.host, 20);
  assert_non_null (workspace[0]);
  assert_non_null (workspace[1]);
  services_end_prepare (&bench.services);
  bench_begin_own_work (&bench);
  for (int i = 0; i < 3; i++)
    assert_true (sample_take (&bench, &order, &claim));
  bench_end_own_work (&bench);
  if (note.n_evicted > 0) {
    assert_ptr_equal (note.evicted[0].address, data);
    assert_int_equal (note.evicted[0].bytes, sizeof data);
  }
  workspaces_close (&bench.workspaces);
  services_free (&bench.services);
}

TEST (cold_evicts_workspaces_too)
{
  void *workspace[2];

  sample_three (CACHE_COLD, workspace);
  assert_int_equal (note.evictions, 3);
  assert_int_equal (note.n_evicted, 3);
  assert_ptr_equal (note.evicted[1].address, workspace[0]);
  assert_int_equal (note.evicted[1].bytes, 1000);
  assert_ptr_equal (note.evicted[2].address, workspace[1]);
  assert_int_equal (note.evicted[2].bytes, 20);
}

TEST (hot_evicts_nothing)
{
  void *workspace[2];

  sample_three (CACHE_HOT, workspace);
  assert_int_equal (note.evictions, 0);
}
