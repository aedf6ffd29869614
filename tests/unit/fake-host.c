/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "fake-host.h"
#include "base/random.h"
#include "tests/unit/unit.h"

/* The services get a const host, which is the first member of one that a test
 * made and may change. */
static struct fake_host *
fake_of (const gk_host *host)
{
  return (struct fake_host *)(uintptr_t)host;
}

static void __attribute__ ((format (printf, 2, 3)))
error (const gk_host *host, const char *format, ...)
{
  struct fake_host *fake = fake_of (host);
  va_list args;

  va_start (args, format);
  vsnprintf (fake->said, sizeof fake->said, format, args);
  va_end (args);
}

static void __attribute__ ((format (printf, 2, 3)))
ignore (const gk_host *host, const char *format, ...)
{
  (void)host, (void)format;
}

void *
fake_host_memory (size_t bytes)
{
  void *memory = aligned_alloc (64, (bytes + 63) / 64 * 64);

  assert_non_null (memory);
  return memory;
}

static void *
alloc (const gk_host *host, size_t bytes)
{
  fake_of (host)->live++;
  return fake_host_memory (bytes);
}

static void
give_back (const gk_host *host, void *memory)
{
  if (memory != NULL)
    fake_of (host)->live--;
  free (memory);
}

static void
fill_random (const gk_host *host, void *memory, size_t bytes, uint64_t seed)
{
  (void)host;
  random_fill (memory, bytes, seed);
}

void
fake_host_init (struct fake_host *fake)
{
  *fake = (struct fake_host){
    .host = { .size = sizeof (gk_host),
              .abi = GK_ABI,
              .version = PACKAGE_VERSION,
              .error = error,
              .log = ignore,
              .alloc = alloc,
              .free = give_back,
              .random = fill_random },
  };
}
