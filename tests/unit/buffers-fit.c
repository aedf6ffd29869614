/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether a problem fits in memory: on the device, and on the host with its
 * copies and with what transfers go to and from.  Nothing is allocated that was
 * not to be.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "bench/buffers.h"
#include "device/host-memory.h"
#include "tests/unit/unit.h"

/* A device with memory without end, of which it hands out none. */
static size_t allocated, looks;

static bool
available (struct device *d, enum memory kind, uint64_t *bytes)
{
  (void)d;
  looks++;
  *bytes = kind == MEMORY_MAPPED ? host_memory_available () : UINT64_MAX;
  return true;
}

static bool
alloc (struct device *d, enum memory kind, size_t bytes, void **address)
{
  (void)d, (void)kind, (void)bytes;
  allocated++;
  *address = &allocated;
  return true;
}

static void
give_back (struct device *d, enum memory kind, void *address)
{
  (void)d, (void)kind, (void)address;
}

static bool
fill (struct device *d, void *to, uint8_t byte, size_t bytes)
{
  (void)d, (void)to, (void)byte, (void)bytes;
  return true;
}

static const struct device_ops ops = {
  .available = available,
  .alloc = alloc,
  .free = give_back,
  .fill = fill,
};

static struct device device
    = { .ops = &ops, .guard_bytes = 512, .info.name = "toy:0" };

struct problem {
  void *in, *out;
};

static struct problem problem;

/* An input and an output that take share of the host's free memory each. */
static struct problem_copy
handed_of (double share)
{
  uint64_t bytes = (uint64_t)(share * (double)host_memory_available ());

  return (
      struct problem_copy){ .bytes = &problem,
                            .setup = {
                                .problem = &problem,
                                .problem_bytes = sizeof problem,
                                .n_buffers = 2,
                                .buffers
                                = { { .name = "in",
                                      .role = GK_INPUT,
                                      .bytes = bytes,
                                      .slot = offsetof (struct problem, in) },
                                    { .name = "out",
                                      .role = GK_OUTPUT,
                                      .bytes = bytes,
                                      .slot
                                      = offsetof (struct problem, out) } },
                                .verify_data = GK_BIT (GK_DATA_RANDOM),
                            } };
}

static int
open_result (double share, enum memory memory, enum scope scope)
{
  struct problem_copy handed = handed_of (share);
  struct mode mode = { .memory = memory, .scope = scope };
  struct buffers buffers;
  int result;
  char *why;

  allocated = 0;
  result = buffers_open (&buffers, &device, &handed, mode, 0, &why);
  assert_int_equal (allocated, result == GK_OK ? 1 : 0);
  if (result == GK_OK)
    buffers_close (&buffers);
  else {
    assert_non_null (strstr (why, "the problem needs "));
    free (why);
  }
  return result;
}

TEST (copies_count)
{
  assert_int_equal (open_result (0.3, MEMORY_DEVICE, SCOPE_KERNEL), GK_OK);
  assert_int_equal (open_result (0.7, MEMORY_DEVICE, SCOPE_KERNEL), GK_SKIP);
  /* Mapped memory is the host's. */
  assert_int_equal (open_result (0.3, MEMORY_MAPPED, SCOPE_KERNEL), GK_SKIP);
  assert_int_equal (open_result (0.15, MEMORY_MAPPED, SCOPE_KERNEL), GK_OK);
}

TEST (staging_counts)
{
  assert_int_equal (open_result (0.3, MEMORY_DEVICE, SCOPE_TRANSFER), GK_SKIP);
  assert_int_equal (open_result (0.15, MEMORY_DEVICE, SCOPE_TRANSFER), GK_OK);
}

/* Buffers that another case of the problem left. */
TEST (staging_counts_later)
{
  struct problem_copy handed = handed_of (0.3);
  struct buffers buffers;
  char *why;

  assert_int_equal (buffers_open (&buffers, &device, &handed,
                                  (struct mode){ .scope = SCOPE_KERNEL }, 0,
                                  &why),
                    GK_OK);
  assert_int_equal (buffers_fit (&buffers, SCOPE_KERNEL, 0, &why), GK_OK);
  assert_int_equal (buffers_fit (&buffers, SCOPE_TRANSFER, 0, &why), GK_SKIP);
  assert_non_null (strstr (why, "and the host has "));
  free (why);
  buffers_close (&buffers);
}

TEST (a_trifle_fits_without_a_look)
{
  looks = 0;
  assert_int_equal (open_result (0, MEMORY_MAPPED, SCOPE_KERNEL), GK_OK);
  assert_int_equal (looks, 0);
  /* A device may have less than the host. */
  assert_int_equal (open_result (0, MEMORY_DEVICE, SCOPE_KERNEL), GK_OK);
  assert_int_equal (looks, 1);
}
