/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdint.h>
#include <string.h>

#include "stream.h"

#if defined __SSE2__
#include <emmintrin.h>

#define LINE 64

/* A whole line at a time, so that the write-combining buffer is full when it is
 * written out. */
static void
stream_lines (unsigned char *dst, const unsigned char *src, size_t lines)
{
  for (; lines > 0; lines--, dst += LINE, src += LINE) {
    const __m128i a = _mm_loadu_si128 ((const __m128i *)(const void *)src);
    const __m128i b
        = _mm_loadu_si128 ((const __m128i *)(const void *)(src + 16));
    const __m128i c
        = _mm_loadu_si128 ((const __m128i *)(const void *)(src + 32));
    const __m128i d
        = _mm_loadu_si128 ((const __m128i *)(const void *)(src + 48));

    _mm_stream_si128 ((__m128i *)(void *)dst, a);
    _mm_stream_si128 ((__m128i *)(void *)(dst + 16), b);
    _mm_stream_si128 ((__m128i *)(void *)(dst + 32), c);
    _mm_stream_si128 ((__m128i *)(void *)(dst + 48), d);
  }
}

void
move_stream (void *dst, const void *src, size_t bytes)
{
  unsigned char *to = dst;
  const unsigned char *from = src;
  const size_t gap = -(uintptr_t)to % LINE;
  const size_t head = gap < bytes ? gap : bytes;
  const size_t body = (bytes - head) / LINE * LINE;

  if (head > 0)
    memcpy (to, from, head);
  stream_lines (to + head, from + head, body / LINE);
  if (head + body < bytes)
    memcpy (to + head + body, from + head + body, bytes - head - body);
}

void
move_stream_end (void)
{
  _mm_sfence ();
}

#else

void
move_stream (void *dst, const void *src, size_t bytes)
{
  memcpy (dst, src, bytes);
}

void
move_stream_end (void)
{
}

#endif
