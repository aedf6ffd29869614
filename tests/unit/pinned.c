/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Host memory is pinned once, in whole pages, and let go of when it is
 * forgotten.
 */
#include <config.h>

#include "device/cuda/cuda.h"
#include "tests/unit/unit.h"

enum { MIB = 1 << 20, REFUSED = 712 };

static struct {
  void *memory[PINNED_MOST];
  size_t bytes;
  unsigned flags;
  int n, calls;
  cu_result answer;
} pins;

static cu_result
pin (void *memory, size_t bytes, unsigned flags)
{
  pins.calls++;
  pins.bytes = bytes;
  pins.flags = flags;
  if (pins.answer == 0)
    pins.memory[pins.n++] = memory;
  return pins.answer;
}

static cu_result
let_go (void *memory)
{
  for (int i = 0; i < pins.n; i++)
    if (pins.memory[i] == memory) {
      pins.memory[i] = pins.memory[--pins.n];
      return 0;
    }
  fail ();
  return REFUSED;
}

static const struct cuda_driver driver
    = { .mem_host_register = pin, .mem_host_unregister = let_go };

static const void *
page (uintptr_t n)
{
  return (const void *)(n << 12);
}

TEST (pins_once)
{
  struct cuda_pinned p = { 0 };

  pinned_add (&p, &driver, page (1), MIB + 1, true);
  pinned_add (&p, &driver, page (1), MIB + 1, true);
  assert_int_equal (pins.calls, 1);
  assert_int_equal (pins.bytes, MIB + 4096);
  assert_int_equal (pins.flags, CU_HOST_PORTABLE | CU_HOST_MAPPED);
  pinned_add (&p, &driver, page (1000), MIB, false);
  assert_int_equal (pins.flags, CU_HOST_PORTABLE | CU_HOST_MAPPED
                                    | CU_HOST_REGISTER_READ_ONLY);
  assert_int_equal (pins.n, 2);
  pinned_forget (&p, &driver);
  assert_int_equal (pins.n, 0);
  pinned_add (&p, &driver, page (1), MIB, true);
  assert_int_equal (pins.calls, 3);
}

/* The memory that the judge keeps has other buffers in the next problem. */
TEST (what_overlaps_is_joined)
{
  struct cuda_pinned p = { 0 };

  pins.calls = pins.n = 0;
  pinned_add (&p, &driver, page (1), 2 * MIB, false);
  pinned_add (&p, &driver, page (2), MIB, false);
  assert_int_equal (pins.calls, 1);
  pinned_add (&p, &driver, page (5000), MIB, false);
  pinned_add (&p, &driver, page (257), 2 * MIB, false);
  assert_int_equal (pins.calls, 3);
  assert_int_equal (pins.bytes, 3 * MIB);
  assert_int_equal (pins.n, 2);
  pinned_add (&p, &driver, page (300), MIB, false);
  assert_int_equal (pins.calls, 3);
  pinned_forget (&p, &driver);
  assert_int_equal (pins.n, 0);
}

TEST (little_is_not_pinned)
{
  struct cuda_pinned p = { 0 };

  pins.calls = 0;
  pinned_add (&p, &driver, page (1), MIB - 1, true);
  pinned_add (&p, &driver, (const char *)page (1) + 8, MIB, true);
  assert_int_equal (pins.calls, 0);
}

TEST (more_than_there_is_room_for)
{
  struct cuda_pinned p = { 0 };

  pins.calls = pins.n = 0;
  for (uintptr_t i = 1; i < PINNED_MOST + 2; i++)
    pinned_add (&p, &driver, page (1000 * i), MIB, true);
  assert_int_equal (pins.calls, PINNED_MOST);
  pinned_forget (&p, &driver);
  assert_int_equal (pins.n, 0);
}

TEST (what_is_refused_is_not_tried_again)
{
  struct cuda_pinned p = { 0 };

  pins.answer = REFUSED;
  pins.calls = pins.n = 0;
  pinned_add (&p, &driver, page (1), MIB, true);
  pinned_add (&p, &driver, page (1), MIB, true);
  assert_int_equal (pins.calls, 1);
  pinned_forget (&p, &driver);
}
