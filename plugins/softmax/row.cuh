/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A row as words of 16 bytes and the single elements before and after them:
 * rows follow each other without padding, so that one begins anywhere.  src and
 * dst begin at multiples of 256 bytes, so that words of one are words of the
 * other.
 */
#ifndef SOFTMAX_ROW_CUH
#define SOFTMAX_ROW_CUH

#include "number.cuh"

/* Threads that have a single element each: up to 7 before the words, 7 after.
 */
enum { EDGE_HALF = 8, EDGES = 2 * EDGE_HALF };

template <typename T> struct row_span {
  static const int each = 16 / (int)sizeof (T); /* elements of a word */
  const T *src;
  T *dst;
  int64_t cols, before, words; /* before: single elements */

  __device__ __forceinline__
  row_span (const softmax_task &s, int64_t row)
      : src ((const T *)s.src + row * s.cols), dst ((T *)s.dst + row * s.cols),
        cols (s.cols)
  {
    const int skew = (int)((uintptr_t)src % 16 / sizeof (T));

    before = min (cols, (int64_t)((each - skew) % each));
    words = (cols - before) / each;
  }

  __device__ __forceinline__ const uint4 *
  from (void) const
  {
    return (const uint4 *)(src + before);
  }

  __device__ __forceinline__ uint4 *
  to (void) const
  {
    return (uint4 *)(dst + before);
  }

  /* The single element of thread `index`; -1: it has none. */
  __device__ __forceinline__ int64_t
  edge (int index) const
  {
    const int64_t behind = before + words * each + index - EDGE_HALF;

    if (index < EDGE_HALF)
      return index < before ? index : -1;
    return index < EDGES && behind < cols ? behind : -1;
  }
};

/* ---- A word ---- */

static __device__ __forceinline__ void
elements_of_word (uint4 word, float (&x)[4])
{
  x[0] = __uint_as_float (word.x);
  x[1] = __uint_as_float (word.y);
  x[2] = __uint_as_float (word.z);
  x[3] = __uint_as_float (word.w);
}

/* A bf16 is the upper half of a float; the compiler takes two instructions for
 * a second one of a pair. */
static __device__ __forceinline__ void
elements_of_word (uint4 word, float (&x)[8])
{
  const unsigned pair[4] = { word.x, word.y, word.z, word.w };

#pragma unroll
  for (int i = 0; i < 4; i++) {
    x[2 * i] = __uint_as_float (pair[i] << 16);
    x[2 * i + 1] = __uint_as_float (pair[i] & 0xffff0000U);
  }
}

template <int op, typename T>
static __device__ __forceinline__ float
first_of_word (uint4 word)
{
  float x[row_span<T>::each];

  elements_of_word (word, x);
#pragma unroll
  for (int half = row_span<T>::each / 2; half > 0; half /= 2)
#pragma unroll
    for (int i = 0; i < half; i++)
      x[i] = first_join<op> (x[i], x[i + half]);
  return x[0];
}

/* Returns what a word adds to the sum, and its terms.  Two chains of additions
 * go on at a time. */
template <int op, typename T>
static __device__ __forceinline__ float
terms_of_word (uint4 word, float shift, float (&term)[row_span<T>::each])
{
  float x[row_span<T>::each], sum[2] = { 0, 0 };

  elements_of_word (word, x);
#pragma unroll
  for (int i = 0; i < row_span<T>::each; i++) {
    term[i] = term_of<op> (x[i], shift);
    sum[i % 2] += addend_of<op> (term[i]);
  }
  return sum[0] + sum[1];
}

template <int op, typename T>
static __device__ __forceinline__ float
second_of_word (uint4 word, float shift)
{
  float term[row_span<T>::each];

  return terms_of_word<op, T> (word, shift, term);
}

template <typename T>
static __device__ __forceinline__ uint4
multiply_terms (const float (&term)[row_span<T>::each], float factor)
{
  uint4 result;
  T *y = (T *)&result;

#pragma unroll
  for (int i = 0; i < row_span<T>::each; i++)
    y[i] = from_float<T> (term[i] * factor);
  return result;
}

template <int op, typename T>
static __device__ __forceinline__ uint4
result_of_word (uint4 word, float shift, float factor)
{
  float term[row_span<T>::each];

  terms_of_word<op, T> (word, shift, term);
  return multiply_terms<T> (term, factor);
}

/* Stores the result of a single element. */
template <int op, typename T>
static __device__ __forceinline__ void
store_edge (const row_span<T> &r, int64_t at, float x, float shift,
            float factor)
{
  if (at >= 0)
    r.dst[at] = from_float<T> (result_of<op> (x, shift, factor));
}

#endif /* SOFTMAX_ROW_CUH */
