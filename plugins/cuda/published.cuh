/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What blocks publish to each other in global memory, in the middle of a
 * launch: a sum, and with it which launch it is of and what it is a sum of.
 *
 * Both are in one word, which is written and read at once.  So no fence has to
 * order one before the other, and a reader that finds the mark has the sum.  A
 * sum of 32 bits and its mark of 32 fill a word of 64.  A sum of 64 bits is two
 * such words, each with a half and the mark; a reader that finds two marks goes
 * on waiting.
 *
 * A mark has the launch's number, so that what the last launch left counts as
 * nothing: no launch has to clear it.
 */
#ifndef CUDA_PUBLISHED_CUH
#define CUDA_PUBLISHED_CUH

#include <stdint.h>
#include <string.h>

/* What a mark says of its sum: nothing yet; it is the block's own; it is of all
 * up to this one. */
enum { NONE, OWN, ALL };

/* The words of a sum.  All bits 0: nothing is published. */
template <typename T> struct alignas (2 * sizeof (T)) published {
  uint64_t word[sizeof (T) / 4];
};

static __device__ __forceinline__ uint64_t
make_word (unsigned launch, unsigned what, uint32_t half)
{
  return (uint64_t)(launch * 4 + what) << 32 | half;
}

static __device__ __forceinline__ void
write_words (published<uint32_t> *to, const published<uint32_t> &is)
{
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;"
               :
               : "l"(to), "l"(is.word[0])
               : "memory");
}

static __device__ __forceinline__ void
write_words (published<uint64_t> *to, const published<uint64_t> &is)
{
  asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};"
               :
               : "l"(to), "l"(is.word[0]), "l"(is.word[1])
               : "memory");
}

static __device__ __forceinline__ void
read_words (const published<uint32_t> *from, published<uint32_t> *is)
{
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
               : "=l"(is->word[0])
               : "l"(from)
               : "memory");
}

static __device__ __forceinline__ void
read_words (const published<uint64_t> *from, published<uint64_t> *is)
{
  asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
               : "=l"(is->word[0]), "=l"(is->word[1])
               : "l"(from)
               : "memory");
}

/* Bits of a sum: an integer as wide as it. */
template <typename T> struct bits_type {
  typedef T type;
};
template <> struct bits_type<float> {
  typedef uint32_t type;
};
template <> struct bits_type<int32_t> {
  typedef uint32_t type;
};
template <> struct bits_type<int64_t> {
  typedef uint64_t type;
};
template <> struct bits_type<double> {
  typedef uint64_t type;
};
template <typename T> using bits_of = typename bits_type<T>::type;

template <typename T>
static __device__ __forceinline__ void
publish_sum (published<bits_of<T>> *to, unsigned launch, unsigned what, T sum)
{
  published<bits_of<T>> is;
  bits_of<T> bits;

  memcpy (&bits, &sum, sizeof bits);
#pragma unroll
  for (int i = 0; i < (int)sizeof (T) / 4; i++)
    is.word[i]
        = make_word (launch, what, (uint32_t)((uint64_t)bits >> (32 * i)));
  write_words (to, is);
}

/* Returns what the sum is of, and sets it; NONE: there is none of this launch
 * yet. */
template <typename T>
static __device__ __forceinline__ unsigned
read_sum (const published<bits_of<T>> *from, unsigned launch, T *sum)
{
  published<bits_of<T>> is;
  uint64_t bits = 0;
  bits_of<T> whole;
  unsigned mark;
  bool same = true;

  read_words (from, &is);
  mark = (unsigned)(is.word[0] >> 32);
#pragma unroll
  for (int i = 0; i < (int)sizeof (T) / 4; i++) {
    same = same && (unsigned)(is.word[i] >> 32) == mark;
    bits |= (is.word[i] & 0xffffffff) << (32 * i);
  }
  whole = (bits_of<T>)bits;
  memcpy (sum, &whole, sizeof whole);
  return same && mark / 4 == launch % (1U << 30) ? mark % 4 : NONE;
}

#endif /* CUDA_PUBLISHED_CUH */
