/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The tiles for bytes, one for each kind of instructions that multiply them:
 * the body of cpu-threads-{i8,u8}.c, which define the type of an element, the
 * name of the function, and which operand of vpdpbusd is A.
 *
 * A lane of a vector has 32 bits, like a sum.  Where instructions allow, it
 * holds a word of several elements, contiguous along the inner dimension.  None
 * of these instructions saturates: the sums are exact modulo 2^32.
 *
 * - vpmaddwd (AVX2, AVX-512BW): two elements, each widened to 16 bits.
 * - vpdpbusd (AVX-512 VNNI): four elements; one operand is unsigned, the
 *   other signed.  So packing adds 128 to B's bytes, which turns signed ones
 *   into unsigned ones and the reverse: a (b + 128) is a b + 128 a, and 128
 *   times the sum of a row of A, stored behind its panel, is subtracted again.
 *   (For u8 it is added.)
 * - Otherwise the compiler's own vectors of 32-bit integers.
 */
#include <string.h>

#include "cpu-threads.h"

#if CPU_THREADS_X86
#include <immintrin.h>
#endif

#define ELEMENT uint32_t

/* 16 registers of 16 bytes. */
#define GROUP 1
#define WORD(from, step) ((void)(step), (uint32_t)(*(from)))
#define MULTIPLY_ADD(sum, a, b) ((sum) += (a) * (b))
#define OFFSET 0
#define PANEL_A(words, steps, width) ((void)0)
#define PANEL_B(words, steps, width) ((void)0)
#define TARGET
#define FOR_WIDTH(name) name##_any
#define VECTOR_BYTES 16
#define ROWS 6
#define VECTORS 2
#include "cpu-threads-tile.h"

#if CPU_THREADS_X86
/* Two elements widened to 16 bits. */
static inline uint32_t
pair (const SOURCE *from, int64_t step)
{
  return (uint16_t)from[0] | (uint32_t)(uint16_t)from[step] << 16;
}

#undef GROUP
#undef WORD
#undef MULTIPLY_ADD
#define GROUP 2
#define WORD(from, step) pair (from, step)
#define MULTIPLY_ADD(sum, a, b)                                                \
  ((sum) += (vector_avx2)_mm256_madd_epi16 (_mm256_set1_epi32 ((int)(a)),      \
                                            (__m256i)(b)))
/* 16 registers of 32 bytes; a product needs one of its own. */
#define TARGET __attribute__ ((target ("avx2,fma")))
#define FOR_WIDTH(name) name##_avx2
#define VECTOR_BYTES 32
#define ROWS 6
#define VECTORS 2
#include "cpu-threads-tile.h"

#undef MULTIPLY_ADD
#define MULTIPLY_ADD(sum, a, b)                                                \
  ((sum) += (vector_avx512)_mm512_madd_epi16 (_mm512_set1_epi32 ((int)(a)),    \
                                              (__m512i)(b)))
/* 32 of 64 bytes. */
#define TARGET __attribute__ ((target ("avx512f,avx512bw,fma")))
#define FOR_WIDTH(name) name##_avx512
#define VECTOR_BYTES 64
#define ROWS 12
#define VECTORS 2
#include "cpu-threads-tile.h"

/* Four elements in a word. */
static inline uint32_t
quad (const SOURCE *from, int64_t step)
{
  return (uint8_t)from[0] | (uint32_t)(uint8_t)from[step] << 8
         | (uint32_t)(uint8_t)from[2 * step] << 16
         | (uint32_t)(uint8_t)from[3 * step] << 24;
}

/* Computes for each row the correction of products with shifted bytes of B. */
static inline __attribute__ ((always_inline)) void
add_rows (uint32_t *words, int steps, int rows)
{
  uint32_t *offset = words + steps * rows;

  memset (offset, 0, (size_t)rows * sizeof *offset);
  for (int s = 0; s < steps; s++)
#pragma omp simd
    for (int r = 0; r < rows; r++) {
      const uint32_t word = words[s * rows + r];

      offset[r] += (uint32_t)AWAY
                   * ((uint32_t)(SOURCE)word + (uint32_t)(SOURCE)(word >> 8)
                      + (uint32_t)(SOURCE)(word >> 16)
                      + (uint32_t)(SOURCE)(word >> 24));
    }
}

static inline __attribute__ ((always_inline)) void
move_by_128 (uint32_t *words, int steps, int cols)
{
#pragma omp simd
  for (int i = 0; i < steps * cols; i++)
    words[i] ^= UINT32_C (0x80808080);
}

#undef GROUP
#undef WORD
#undef MULTIPLY_ADD
#undef OFFSET
#undef PANEL_A
#undef PANEL_B
#define GROUP 4
#define WORD(from, step) quad (from, step)
#define MULTIPLY_ADD(sum, a, b)                                                \
  ((sum) = (vector_vnni)DOT ((__m512i)(sum), _mm512_set1_epi32 ((int)(a)),     \
                             (__m512i)(b)))
#define OFFSET AWAY
#define PANEL_A(words, steps, width) add_rows (words, steps, width)
#define PANEL_B(words, steps, width) move_by_128 (words, steps, width)
/* 32 of 64 bytes. */
#define TARGET __attribute__ ((target ("avx512f,avx512bw,avx512vnni,fma")))
#define FOR_WIDTH(name) name##_vnni
#define VECTOR_BYTES 64
#define ROWS 14
#define VECTORS 2
#include "cpu-threads-tile.h"
#endif

const struct cpu_threads_kernel *
KERNEL (enum cpu_threads_width width)
{
#if CPU_THREADS_X86
  if (width == WIDTH_VNNI)
    return &kernel_vnni;
  if (width == WIDTH_AVX512)
    return &kernel_avx512;
  if (width == WIDTH_AVX2)
    return &kernel_avx2;
#endif
  (void)width;
  return &kernel_any;
}
