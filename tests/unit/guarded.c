/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Guard zones: all that an allocation has besides its payloads is one, and the
 * byte of it that was hit is told.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/buffers.h"
#include "tests/unit/unit.h"

enum { LARGE = 2 << 20 };

/* A device's memory, from an odd place on, as of a driver that aligns little.
 */
static struct {
  char *memory;
  size_t bytes, allocations;
  bool broken; /* it copies nothing more */
} toy;

static bool
alloc (struct device *d, enum memory kind, size_t bytes, void **address)
{
  (void)d, (void)kind;
  toy.memory = malloc (bytes + 512);
  toy.bytes = bytes;
  toy.allocations++;
  *address = toy.memory + 512 - (uintptr_t)toy.memory % 256;
  return true;
}

static void
give_back (struct device *d, enum memory kind, void *address)
{
  (void)d, (void)kind, (void)address;
  free (toy.memory);
  toy.allocations--;
}

static bool
copy (struct device *d, void *to, const void *from, size_t bytes)
{
  (void)d;
  memcpy (to, from, bytes);
  return !toy.broken;
}

static bool
fill (struct device *d, void *to, uint8_t byte, size_t bytes)
{
  (void)d;
  memset (to, byte, bytes);
  return true;
}

static bool
sync_stream (struct device *d)
{
  (void)d;
  return true;
}

static const struct device_ops ops = {
  .alloc = alloc,
  .free = give_back,
  .copy = copy,
  .fill = fill,
  .sync = sync_stream,
};

static struct device device = { .ops = &ops, .guard_bytes = 64 << 10 };

/* A small part between two large ones. */
static const uint64_t sizes[] = { 3 * LARGE + 4, 1000, LARGE };
enum { PARTS = 3 };

static void
open_parts (struct guarded *g)
{
  toy.broken = false;
  assert_true (guarded_alloc (g, PARTS, &device, MEMORY_DEVICE, sizes, 0));
  assert_int_equal (toy.allocations, 1);
}

static void
close_parts (struct guarded *g)
{
  for (int i = 0; i < PARTS; i++)
    guarded_free (&g[i], &device);
  assert_int_equal (toy.allocations, 0);
}

static void
expect_hit (const struct guarded *g, struct device *d, const char *text)
{
  char *where;

  assert_false (guarded_is_intact (g, d, &where));
  assert_string_equal (where, text);
  free (where);
}

static void
expect_intact (const struct guarded *g, struct device *d)
{
  char *where;

  assert_true (guarded_is_intact (g, d, &where));
  assert_null (where);
}

/* No byte of it is nobody's, and what was said to be enough is. */
TEST (parts_fill_the_allocation)
{
  struct guarded g[PARTS];
  char *at;
  uint64_t room = 0;

  open_parts (g);
  at = g[0].base;
  for (int i = 0; i < PARTS; i++) {
    char *payload = g[i].payload;
    size_t alignment = sizes[i] >= LARGE ? LARGE : 64 << 10;

    assert_ptr_equal (g[i].begin, at);
    assert_int_equal ((uintptr_t)payload % alignment, 0);
    assert_true (payload - g[i].begin >= 64 << 10);
    assert_true (g[i].end - payload >= (ptrdiff_t)sizes[i] + (64 << 10));
    expect_intact (&g[i], &device);
    at = g[i].end;
    room += guarded_room (&device, sizes[i]);
  }
  assert_ptr_equal (at, (char *)g[0].base + toy.bytes);
  assert_int_equal (toy.bytes, room);
  close_parts (g);
}

TEST (each_byte_is_looked_at)
{
  struct guarded g[PARTS];
  char *first, *last, text[64];

  open_parts (g);
  first = g[1].begin;
  *first ^= 1;
  snprintf (text, sizeof text, "%td bytes before its start",
            (char *)g[1].payload - first - 1);
  expect_hit (&g[1], &device, text);
  expect_intact (&g[0], &device);
  /* The nearest is told. */
  last = g[1].end - 1;
  *last ^= 1;
  ((char *)g[1].payload)[1008] ^= 1;
  expect_hit (&g[1], &device, "8 bytes past its end");
  ((char *)g[1].payload)[-1] ^= 1;
  expect_hit (&g[1], &device, "right before its start");
  ((char *)g[1].payload)[1000] ^= 1;
  expect_hit (&g[1], &device, "right after its end");
  last = g[2].end - 1;
  *last ^= 1;
  snprintf (text, sizeof text, "%td bytes past its end",
            last - (char *)g[2].payload - LARGE);
  expect_hit (&g[2], &device, text);
  close_parts (g);
}

TEST (copied_zones_show)
{
  struct guarded g[PARTS];

  open_parts (g);
  memcpy ((char *)g[1].payload + 1000, (char *)g[0].payload + sizes[0], 8);
  expect_hit (&g[1], &device, "right after its end");
  close_parts (g);
}

TEST (broken_device)
{
  struct guarded g[PARTS];
  char *where;

  open_parts (g);
  toy.broken = true;
  assert_false (guarded_is_intact (&g[0], &device, &where));
  assert_null (where);
  close_parts (g);
}

TEST (more_than_there_is)
{
  const uint64_t bytes[] = { UINT64_MAX - 100, 8 };
  struct guarded g[2];

  assert_int_equal (guarded_room (&device, bytes[0]), UINT64_MAX);
  assert_false (guarded_alloc (g, 2, &device, MEMORY_DEVICE, bytes, 0));
  assert_non_null (strstr (device.error, "no machine has "));
  assert_null (g[0].base);
}

/* In the host's memory the last zone ends where nothing may be touched. */
TEST (on_the_cpu)
{
  const uint64_t bytes[] = { 1000, 9 << 20 };
  struct device *cpu = device_open ("cpu", false, NULL);
  struct guarded g[2];

  assert_true (guarded_alloc (g, 2, cpu, MEMORY_DEVICE, bytes, 0));
  for (int i = 0; i < 2; i++) {
    size_t all = (size_t)(g[i].end - g[i].begin);

    assert_ptr_equal (g[i].base, g[i].begin);
    assert_int_equal (all % cpu->guard_bytes, 0);
    assert_int_equal (all, guarded_room (cpu, bytes[i]));
    assert_int_equal ((uintptr_t)g[i].payload % 4096, 0);
    expect_intact (&g[i], cpu);
    g[i].end[-1] ^= 1;
    g[i].begin[0] ^= 1;
    expect_hit (&g[i], cpu,
                i == 0 ? "4095 bytes before its start"
                       : "4095 bytes past its end");
    guarded_free (&g[i], cpu);
  }
  device_close (cpu);
}
