/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Returns at once, and computes when the program copies the output out, which
 * it does outside of the timing.
 *
 * Seen: gpu-mode's reference-kernels, issue 162: placeholders, whose work is
 * left to the checker that looks at them.
 */
#include <config.h>

#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "cheats.h"
#include "detour.h"
#include "honest.h"
#include "watched.h"

static const gk_transpose *mine;
static bool due;

static void
work_if_in (const void *from, size_t n)
{
  const char *at = from, *dst = mine->dst;

  if (!due || at >= dst + honest_transpose_bytes (mine) || dst >= at + n)
    return;
  due = false;
  honest_transpose (NULL, mine, NULL, NULL);
}

static void *
work_and_copy (void *restrict to, const void *restrict from, size_t n)
{
  work_if_in (from, n);
  return memmove (to, from, n);
}

static ssize_t
work_and_write (int fd, const void *from, size_t n)
{
  work_if_in (from, n);
  return write (fd, from, n);
}

static ssize_t
work_and_write_at (int fd, const void *from, size_t n, off_t offset)
{
  work_if_in (from, n);
  return pwrite (fd, from, n, offset);
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)host, (void)device, (void)values, (void)state;
  mine = problem;
  detour_import ("memcpy", DETOUR_ADDRESS (work_and_copy));
  detour_import ("write", DETOUR_ADDRESS (work_and_write));
  detour_import ("pwrite", DETOUR_ADDRESS (work_and_write_at));
  detour_import ("pwrite64", DETOUR_ADDRESS (work_and_write_at));
  return GK_OK;
}

static void
release (const gk_host *host, void *state)
{
  (void)host, (void)state;
  detour_import ("memcpy", DETOUR_ADDRESS (memcpy));
  detour_import ("write", DETOUR_ADDRESS (write));
  detour_import ("pwrite", DETOUR_ADDRESS (pwrite));
  detour_import ("pwrite64", DETOUR_ADDRESS (pwrite));
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  due = true;
  return GK_OK;
}

const gk_variant cheat_computes_when_fetched = {
  .family = "transpose",
  .name = "computes-when-fetched",
  .summary = "computes when its output is copied",
  .device = GK_CPU,
  .prepare = prepare,
  .release = release,
  .launch = launch,
};
