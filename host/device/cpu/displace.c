/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "base/parallel.h"
#include "base/processors.h"
#include "device/cpu/cpu.h"

/* If the size of the caches is not known. */
enum { UNKNOWN = 32 << 20 };

static size_t
choose_bytes (void)
{
  cpu_set_t processors;
  uint64_t held;

  processors_get_usable (&processors);
  held = last_cache (&processors);
  if (held == 0)
    held = UNKNOWN;
  return (size_t)(2 * held + BANDWIDTH_STEP - 1) / BANDWIDTH_STEP
         * BANDWIDTH_STEP;
}

static bool
map_displacer (struct displacer *d)
{
  size_t bytes = choose_bytes ();
  void *memory = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (memory == MAP_FAILED)
    return false;
  /* Pages that were never written are all the same zero page. */
  memset (memory, 1, bytes);
  *d = (struct displacer){ memory, bytes };
  return true;
}

/* Parts begin at cache lines, but steps are several lines: neighbours overlap.
 */
static void
read_part (void *memory, size_t from, size_t end)
{
  size_t first = from / BANDWIDTH_STEP * BANDWIDTH_STEP;
  size_t last = (end + BANDWIDTH_STEP - 1) / BANDWIDTH_STEP * BANDWIDTH_STEP;

  bandwidth_read ((char *)memory + first, last - first);
}

bool
cache_displace (struct displacer *d)
{
  if (d->memory == NULL && !map_displacer (d))
    return false;
  parallel_run (d->bytes, read_part, d->memory);
  return true;
}

void
cache_displace_end (struct displacer *d)
{
  if (d->memory != NULL)
    munmap (d->memory, d->bytes);
  *d = (struct displacer){ 0 };
}

/* Flushing of lines, by instructions of x86-64 and AArch64. */

#if defined __x86_64__ || defined __i386__
#include <cpuid.h>
#include <immintrin.h>

enum { LINE = 64 };

static bool
has_clflushopt (void)
{
  unsigned a, b = 0, c, d;

  return __get_cpuid_count (7, 0, &a, &b, &c, &d) && (b & (1u << 23)) != 0;
}

/* clflushopt lets flushes overlap; clflush, which all processors have, does
 * not.  Not in a build that counts lines: its atomic counters would serialise
 * the flushes, 400 ns each if the line was cached. */
__attribute__ ((no_profile_instrument_function)) static void
flush_fast (char *p, char *end)
{
  for (; p < end; p += LINE)
    __asm__ volatile("clflushopt %0" : "+m"(*p));
}

/* All 64-bit processors can. */
bool
cache_can_flush (void)
{
  unsigned a, b, c, d = 0;

  return __get_cpuid (1, &a, &b, &c, &d) && (d & (1u << 19)) != 0;
}

__attribute__ ((target ("sse2"))) void
cache_flush (void *address, size_t bytes)
{
  char *end = (char *)address + bytes;
  char *p = (char *)address - (uintptr_t)address % LINE;

  if (has_clflushopt ())
    flush_fast (p, end);
  else
    for (; p < end; p += LINE)
      _mm_clflush (p);
  _mm_mfence ();
}

#elif defined __aarch64__

bool
cache_can_flush (void)
{
  return true;
}

void
cache_flush (void *address, size_t bytes)
{
  uint64_t type;
  uintptr_t line, p, end = (uintptr_t)address + bytes;

  __asm__("mrs %0, ctr_el0" : "=r"(type));
  line = (uintptr_t)4 << (type >> 16 & 15);
  for (p = (uintptr_t)address / line * line; p < end; p += line)
    __asm__ volatile("dc civac, %0" : : "r"(p) : "memory");
  __asm__ volatile("dsb ish" : : : "memory");
}

#else

bool
cache_can_flush (void)
{
  return false;
}

void
cache_flush (void *address, size_t bytes)
{
  (void)address;
  (void)bytes;
}

#endif
