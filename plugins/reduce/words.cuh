/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reads a row by words of 16 bytes, of which a thread has several in flight.
 */
#ifndef REDUCE_WORDS_CUH
#define REDUCE_WORDS_CUH

#include "number.cuh"

/* Words that a thread reads before it adds them. */
enum { WORDS = 4 };

template <int op, typename T>
static __device__ __forceinline__ sum_of<T>
combine_word (uint4 word)
{
  const T *element = (const T *)&word;
  sum_of<T> x = as_sum (element[0]);

#pragma unroll
  for (int i = 1; i < 16 / (int)sizeof (T); i++)
    x = combine_two<op> (x, as_sum (element[i]));
  return x;
}

/* Returns what thread `index` of `threads` has of a row, which may begin
 * anywhere. */
template <int op, typename T>
static __device__ __forceinline__ sum_of<T>
combine_row (const T *row, int64_t cols, int64_t index, int64_t threads)
{
  typedef sum_of<T> S;
  const int each = 16 / (int)sizeof (T);
  const int skew = (int)((uintptr_t)row % 16 / sizeof (T));
  const int64_t before = min (cols, (int64_t)((each - skew) % each));
  const int64_t words = (cols - before) / each;
  const int64_t behind = before + words * each;
  const uint4 *word = (const uint4 *)(row + before);
  S x = neutral_number<op, S> ();
  int64_t at = index;

  for (; at + (WORDS - 1) * threads < words; at += WORDS * threads) {
    uint4 held[WORDS];

#pragma unroll
    for (int i = 0; i < WORDS; i++)
      held[i] = word[at + i * threads];
#pragma unroll
    for (int i = 0; i < WORDS; i++)
      x = combine_two<op> (x, combine_word<op, T> (held[i]));
  }
  for (; at < words; at += threads)
    x = combine_two<op> (x, combine_word<op, T> (word[at]));
  /* Single elements of both ends. */
  if (index < before)
    x = combine_two<op> (x, as_sum (row[index]));
  if (index < cols - behind)
    x = combine_two<op> (x, as_sum (row[behind + index]));
  return x;
}

#endif /* REDUCE_WORDS_CUH */
