/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A warp's fragments and sums in small's kernels, the multiplication, and how
 * sums are stored to shared memory.
 *
 * mma.sync sums over the inner dimension: any permutation of its elements is
 * right if A and B share it, and any permutation of an operand's lines is
 * right, too.  So a thread loads what is contiguous, and gives that to the
 * instruction.  With g = lane / 4 and t = lane % 4, of a chunk of 64 bytes
 * along the inner dimension:
 *
 * - a thread has the 16 bytes t of its lines, by fours: 4 g to 4 g + 3 of each
 *   32 (by twos if a tile has 16);
 * - of an MN-major operand, these are its lines' elements of 16 / size rows in
 *   memory, each as long as four lines, and are transposed in registers.
 */
#ifndef MATMUL_SMALL_FRAGMENT_CUH
#define MATMUL_SMALL_FRAGMENT_CUH

#include <stdint.h>
#include <string.h>

#include <type_traits>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "cuda/mma.cuh"
#include "transpose-bytes.cuh"

/* A warp's tile of C.  An instruction multiplies 16 lines of X by 8 of Y.  X is
 * A or, if the product is transposed, B: then C's transpose is computed.  If
 * only one operand is MN-major, it is X: the instruction needs four words of X
 * in consecutive registers, and a transposition can write them there. */
template <enum mma_type type_, bool mn_major_x_, bool mn_major_y_,
          bool transposed_, int high_, int wide_>
struct small_tile {
  static constexpr enum mma_type type = type_;
  static constexpr bool mn_major_x = mn_major_x_, mn_major_y = mn_major_y_,
                        transposed = transposed_;
  static constexpr bool is_byte
      = type == MMA_S8 || type == MMA_U8 || type == MMA_E4M3;
  static constexpr bool is_bf16_c = type == MMA_BF16 || type == MMA_E4M3;
  enum {
    high = high_, /* instructions of 16 lines of X */
    wide = wide_, /* of 8 lines of Y */
    lines_x = high * 16,
    lines_y = wide * 8,
    rows = transposed ? lines_y : lines_x,
    cols = transposed ? lines_x : lines_y,
    size = type == MMA_TF32 ? 4
           : is_byte        ? 1
                            : 2,
    size_c = is_bf16_c || type == MMA_F16 ? 2 : 4,
    fours = cols / 4, /* of a row */
    all_fours = high * wide * 32,
    plane
    = 32 * 16
      + (transposed ? 0 : 64),    /* bytes of shared memory: four sums of each
                                     lane; padded against bank conflicts */
    partial = high * wide * plane /* of a warp's sums */
  };
  static_assert (!transposed || high >= 2, "a thread has four columns of C");
};

template <enum mma_type type>
using small_sum
    = std::conditional_t<type == MMA_S8 || type == MMA_U8, uint32_t, float>;
template <class S> using small_sums = small_sum<S::type>[S::high][S::wide][4];

/* The number of neighbouring lines of a thread, for a tile of so many. */
static __host__ __device__ constexpr int
small_group (int lines)
{
  return lines < 4 ? lines : 4;
}

/* The l-th of a thread's lines in the tile. */
template <int lines>
static __device__ __forceinline__ int
small_line (int g, int l)
{
  const int group = small_group (lines);

  return l / group * 8 * group + g * group + l % group;
}

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800

/* A thread's part of an operand's chunk, as loaded: `lines` lines, 16 bytes
 * each. */
template <int lines> struct small_raw {
  uint32_t word[lines * 4];
};

/* at + row * pitch, in one instruction. */
static __device__ __forceinline__ const unsigned char *
small_row (const unsigned char *at, unsigned row, unsigned pitch)
{
  const unsigned char *there;

  asm("mad.wide.u32 %0, %1, %2, %3;"
      : "=l"(there)
      : "r"(row), "r"(pitch), "l"(at));
  return there;
}

/* Word q of line l, which is four bytes along the inner dimension. */
template <int size, bool mn_major, int lines>
static __device__ __forceinline__ void
small_transpose_words (const struct small_raw<lines> &raw,
                       uint32_t (&word)[lines][4])
{
  const int group = small_group (lines),
            n = lines * size / 4; /* words per row */

  if constexpr (!mn_major || size == 4) {
#pragma unroll
    for (int l = 0; l < lines; l++)
#pragma unroll
      for (int q = 0; q < 4; q++)
        word[l][q] = mn_major ? raw.word[q * lines + l] : raw.word[l * 4 + q];
  } else if constexpr (size == 2) {
#pragma unroll
    for (int l = 0; l < lines; l++)
#pragma unroll
      for (int q = 0; q < 4; q++)
        word[l][q] = __byte_perm (raw.word[q * 2 * n + l / 2],
                                  raw.word[(q * 2 + 1) * n + l / 2],
                                  l % 2 ? 0x7632 : 0x5410);
  } else {
    static_assert (size != 1 || group == 4, "a word of a row is four lines");
#pragma unroll
    for (int i = 0; i < lines / 4; i++)
#pragma unroll
      for (int q = 0; q < 4; q++) {
        uint32_t w[4]
            = { raw.word[(q * 4) * n + i], raw.word[(q * 4 + 1) * n + i],
                raw.word[(q * 4 + 2) * n + i], raw.word[(q * 4 + 3) * n + i] };

        transpose_bytes (w);
#pragma unroll
        for (int l = 0; l < 4; l++)
          word[i * 4 + l][q] = w[l];
      }
  }
}

/* Multiplies half a chunk: words w and w + 1 of two lines of X and one of Y. */
template <enum mma_type type>
static __device__ __forceinline__ void
small_mma (small_sum<type> (&sums)[4], const uint32_t (&low)[4],
           const uint32_t (&high)[4], const uint32_t (&y)[4], int w)
{
  const uint32_t a[4] = { low[w], high[w], low[w + 1], high[w + 1] };
  const uint32_t b[2] = { y[w], y[w + 1] };

  mma_of_32_bytes<type> (sums, a, b);
}

/* Adds a chunk's products. */
template <class S>
static __device__ __forceinline__ void
small_multiply (const struct small_raw<S::high * 2> &raw_x,
                const struct small_raw<S::wide> &raw_y, small_sums<S> &sums)
{
  uint32_t x[S::high * 2][4], y[S::wide][4];

  small_transpose_words<S::size, S::mn_major_x> (raw_x, x);
  small_transpose_words<S::size, S::mn_major_y> (raw_y, y);
#pragma unroll
  for (int w = 0; w < 4; w += 2)
#pragma unroll
    for (int i = 0; i < S::high; i++)
#pragma unroll
      for (int j = 0; j < S::wide; j++)
        small_mma<S::type> (sums[i][j], x[i * 2], x[i * 2 + 1], y[j], w);
}

/* The offset in shared memory of four sums of a thread that are neighbours in a
 * row of C: the n-th four of lane 4 g + t. */
template <class S>
static __device__ __forceinline__ unsigned
small_slot (unsigned n, unsigned g, unsigned t)
{
  return n * S::plane + (S::transposed ? t * 8 + (g ^ t * 2) : g * 4 + t) * 16;
}

/* The n-th four. */
template <class S>
static __device__ __forceinline__ void
small_four (const small_sums<S> &sums, int n, uint32_t (&v)[4])
{
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const int group = small_group (S::wide), per_line = S::wide / 2;

    if constexpr (S::transposed)
      memcpy (&v[i],
              &sums[n / 2 / S::wide * 2 + i / 2][n / 2 % S::wide]
                   [i % 2 * 2 + n % 2],
              4);
    else if constexpr (group == 4)
      memcpy (&v[i],
              &sums[n / per_line / 2][n % per_line / 2 * 4 + i]
                   [n / per_line % 2 * 2 + n % 2],
              4);
    else
      memcpy (&v[i], &sums[n / 2][i % 2][n % 2 * 2 + i / 2], 4);
  }
}

/* Stores a warp's sums to shared memory. */
template <class S>
static __device__ __forceinline__ void
small_stage_sums (uint32_t to, const small_sums<S> &sums)
{
#pragma unroll
  for (int n = 0; n < S::high * S::wide; n++) {
    uint32_t v[4];

    small_four<S> (sums, n, v);
    asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                 :
                 : "r"(to + n * S::plane), "r"(v[0]), "r"(v[1]), "r"(v[2]),
                   "r"(v[3])
                 : "memory");
  }
}

/* The offset in a warp's part of the p-th four of a row of the tile. */
template <class S>
static __device__ __forceinline__ unsigned
small_slot_of (unsigned row, unsigned p)
{
  if constexpr (S::transposed) {
    /* Lines of Y are rows: 4 (2 t + e) + j of each 32, or 2 (2 t + e) + j. */
    const unsigned gy = small_group (S::wide);
    const unsigned c = row % (8 * gy) / gy;
    const unsigned j = row / (8 * gy) * gy + row % gy;

    return small_slot<S> ((p / 8 * S::wide + j) * 2 + c % 2, p % 8, c / 2);
  } else {
    const unsigned group = small_group (S::wide),
                   lines = small_group (S::high * 2);
    const unsigned l = row / (8 * lines) * lines + row % lines;
    const unsigned g = row % (8 * lines) / lines;
    const unsigned u = p / (2 * group), t = p % (2 * group) / (group / 2);

    return small_slot<S> (l * (S::wide / 2) + u * (group / 2) + p % (group / 2),
                          g, t);
  }
}

template <class S>
static __device__ __forceinline__ void
small_store (unsigned char *to, const small_sum<S::type> (&v)[4])
{
  uint32_t word[4];

  if constexpr (S::size_c == 2) {
#pragma unroll
    for (int i = 0; i < 2; i++)
      if constexpr (S::is_bf16_c) {
        const __nv_bfloat162 p = __floats2bfloat162_rn (v[i * 2], v[i * 2 + 1]);

        memcpy (&word[i], &p, 4);
      } else {
        const __half2 p = __floats2half2_rn (v[i * 2], v[i * 2 + 1]);

        memcpy (&word[i], &p, 4);
      }
    asm volatile("st.global.v2.b32 [%0], {%1, %2};"
                 :
                 : "l"(to), "r"(word[0]), "r"(word[1])
                 : "memory");
  } else {
    memcpy (word, v, 16);
    asm volatile("st.global.v4.b32 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(to), "r"(word[0]), "r"(word[1]), "r"(word[2]),
                   "r"(word[3])
                 : "memory");
  }
}

/* Adds the sums of `warps` of `most` warps, in a fixed order. */
template <class S, int most>
static __device__ __forceinline__ void
small_add (uint32_t from, int warps, small_sum<S::type> (&v)[4])
{
  uint32_t word[most][4];

#pragma unroll
  for (int w = 0; w < most; w++)
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.gt.s32 p, %5, %6;\n"
                 "mov.b32 %0, 0;\n"
                 "mov.b32 %1, 0;\n"
                 "mov.b32 %2, 0;\n"
                 "mov.b32 %3, 0;\n"
                 "@p ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];\n"
                 "}"
                 : "=r"(word[w][0]), "=r"(word[w][1]), "=r"(word[w][2]),
                   "=r"(word[w][3])
                 : "r"(from + w * S::partial), "r"(warps), "r"(w)
                 : "memory");
#pragma unroll
  for (int i = 0; i < 4; i++) {
    memcpy (&v[i], &word[0][i], 4);
#pragma unroll
    for (int w = 1; w < most; w++) {
      small_sum<S::type> part;

      memcpy (&part, &word[w][i], 4);
      v[i] += part;
    }
  }
}

/* Stores four elements of C, of which `inside` are inside of the row; wide:
 * rows of C begin at multiples of four. */
template <class S>
static __device__ __forceinline__ void
small_put (unsigned char *to, int inside, bool wide,
           const small_sum<S::type> (&v)[4])
{
  if (wide && inside >= 4)
    small_store<S> (to, v);
  else
#pragma unroll
    for (int i = 0; i < 4; i++)
      if (i < inside)
        if constexpr (S::is_bf16_c)
          ((__nv_bfloat16 *)to)[i] = __float2bfloat16_rn (v[i]);
        else if constexpr (S::type == MMA_F16)
          ((__half *)to)[i] = __float2half_rn (v[i]);
        else
          ((small_sum<S::type> *)to)[i] = v[i];
}

#endif /* __CUDA_ARCH__ >= 800 */

#endif /* MATMUL_SMALL_FRAGMENT_CUH */
