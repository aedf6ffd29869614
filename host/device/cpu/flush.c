/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdint.h>

#include "device/cpu/flush.h"

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

/* clflushopt lets flushes overlap; clflush, which all have, does not.  Nor do
 * the locks of a build that counts lines: each waits for the flush before it,
 * 400 ns where the line was in a cache. */
__attribute__ ((no_profile_instrument_function)) static void
flush_fast (char *p, char *end)
{
  for (; p < end; p += LINE)
    __asm__ volatile("clflushopt %0" : "+m"(*p));
}

/* All 64-bit ones can. */
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
