/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/parallel.h"
#include "base/processors.h"
#include "base/read-file.h"
#include "base/xalloc.h"
#include "device/cpu/cpu.h"

/* Returns a property of a processor's cache; to be freed, NULL: none. */
static char *
read_line (const char *root, int processor, int cache, const char *what)
{
  char *path = xasprintf ("%s/sys/devices/system/cpu/cpu%d/cache/index%d/%s",
                          root, processor, cache, what);
  char *line = file_line (path, "");

  free (path);
  return line;
}

/* Removes the processors that share this cache from a set. */
static void
remove_sharers (cpu_set_t *rest, const char *root, int processor, int cache)
{
  char *list = read_line (root, processor, cache, "shared_cpu_list");
  cpu_set_t same;

  CPU_ZERO (&same);
  if (list != NULL)
    free (processors_parse (&same, list));
  CPU_AND (&same, &same, rest);
  CPU_XOR (rest, rest, &same);
  free (list);
}

/* Returns the bytes of a processor's cache; 0: it has none of that number. */
static uint64_t
read_size (const char *root, int processor, int cache)
{
  char *size = read_line (root, processor, cache, "size"), unit = 'K';
  unsigned long long n = 0;

  if (size == NULL || sscanf (size, "%llu%c", &n, &unit) < 1)
    n = 0;
  free (size);
  return (uint64_t)n << (unit == 'M' ? 20 : 10);
}

/* Returns the bytes of a processor's last-level cache, removes the processors
 * that share it from the set, and adds the bytes of the caches before it to
 * *inner, as if each of them had those of this one. */
static uint64_t
read_last_cache (const char *root, int processor, cpu_set_t *rest,
                 uint64_t *inner)
{
  enum { MOST = 5 };
  const uint64_t before = (uint64_t)CPU_COUNT (rest);
  uint64_t bytes = 0;

  CPU_CLR ((size_t)processor, rest);
  for (int cache = MOST - 1; cache >= 0; cache--) {
    const uint64_t size = read_size (root, processor, cache);

    if (bytes > 0)
      *inner += size * (before - (uint64_t)CPU_COUNT (rest));
    else if (size > 0) {
      bytes = size;
      remove_sharers (rest, root, processor, cache);
    }
  }
  return bytes;
}

uint64_t
last_cache_below (const char *root, const cpu_set_t *processors,
                  uint64_t *inner)
{
  cpu_set_t rest = *processors;
  uint64_t bytes = 0;

  *inner = 0;
  /* Reads few files, since many processors share a cache; each start does this.
   */
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET ((size_t)i, &rest))
      bytes += read_last_cache (root, i, &rest, inner);
  return bytes;
}

/* The C library reports only one cache, and in a virtual machine sometimes all
 * of the physical processor's. */
uint64_t
last_cache (const cpu_set_t *processors, uint64_t *inner)
{
  uint64_t bytes = last_cache_below ("", processors, inner);
  long l3, l2;

  if (bytes > 0)
    return bytes;
  l3 = sysconf (_SC_LEVEL3_CACHE_SIZE);
  l2 = sysconf (_SC_LEVEL2_CACHE_SIZE);
  return (uint64_t)(l3 > 0 ? l3 : l2 > 0 ? l2 : 0);
}

/* If the size of the caches is not known. */
enum { UNKNOWN = 32 << 20 };

static size_t
choose_bytes (void)
{
  cpu_set_t processors;
  uint64_t held, inner;

  processors_get_usable (&processors);
  held = last_cache (&processors, &inner);
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

/* What the processor has.  A virtual machine traps CPUID, which then takes
 * longer than all flushes of a small problem: it is asked once. */
static struct {
  bool known, clflush, clflushopt;
} can;

static void
ask_processor (void)
{
  unsigned a, b, c, d;

  if (can.known)
    return;
  can.clflush = __get_cpuid (1, &a, &b, &c, &d) && (d & (1u << 19)) != 0;
  can.clflushopt
      = __get_cpuid_count (7, 0, &a, &b, &c, &d) && (b & (1u << 23)) != 0;
  can.known = true;
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
  ask_processor ();
  return can.clflush;
}

__attribute__ ((target ("sse2"))) void
cache_flush (void *address, size_t bytes)
{
  char *end = (char *)address + bytes;
  char *p = (char *)address - (uintptr_t)address % LINE;

  ask_processor ();
  if (can.clflushopt)
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
