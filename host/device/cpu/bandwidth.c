/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdint.h>
#include <string.h>

#include "device/cpu/cpu.h"

typedef uint64_t vector __attribute__ ((vector_size (16), may_alias));
enum { STEP = BANDWIDTH_STEP / 2 / sizeof (vector) };

void
bandwidth_read (char *memory, size_t bytes)
{
  const vector *p = (const vector *)(void *)memory;
  const vector *end = p + bytes / sizeof *p;
  vector a = { 0 }, b = { 0 };

  for (; p < end; p += STEP) {
    a += p[0] + p[1] + p[2] + p[3];
    b += p[4] + p[5] + p[6] + p[7];
  }
  a += b;
  /* Keeps the compiler from dropping the reads. */
  __asm__ volatile("" : : "r"(a[0] + a[1]));
}

#if defined __SSE2__
#include <emmintrin.h>

#include "device/cpu/cpu.h"

/* Non-temporal stores, which bypass the caches. */
void
bandwidth_write (char *memory, size_t bytes)
{
  __m128i *p = (__m128i *)(void *)memory, *end = p + bytes / sizeof *p;
  __m128i value = _mm_set1_epi8 (1);

  for (; p < end; p += STEP)
    for (int i = 0; i < STEP; i++)
      _mm_stream_si128 (p + i, value);
  _mm_sfence ();
}

void
bandwidth_copy (char *memory, size_t bytes)
{
  const __m128i *from = (const __m128i *)(void *)memory;
  const __m128i *end = from + bytes / 2 / sizeof *from;
  __m128i *to = (__m128i *)(void *)(memory + bytes / 2);

  for (; from < end; from += STEP, to += STEP)
    for (int i = 0; i < STEP; i++)
      _mm_stream_si128 (to + i, _mm_load_si128 (from + i));
  _mm_sfence ();
}

#else

/* Other processors detect stores of whole lines. */
void
bandwidth_write (char *memory, size_t bytes)
{
  memset (memory, 1, bytes);
  __asm__ volatile("" : : "r"(memory) : "memory");
}

void
bandwidth_copy (char *memory, size_t bytes)
{
  memcpy (memory + bytes / 2, memory, bytes / 2);
  __asm__ volatile("" : : "r"(memory) : "memory");
}

#endif
