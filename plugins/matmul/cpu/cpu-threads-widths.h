/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The tiles for each width of vectors: the body of
 * cpu-threads-{i32,e4m3,e5m2,f16,bf16,f32,f64}.c, which define the type of an
 * element in memory and packed, the conversion between the two, the name of the
 * function, and the rows of AVX-512's tile.  (Included, as C has no templates.)
 *
 * A tile uses nearly all registers: the more sums, the fewer loads for each.
 * The rest hold a row of B and one element of A.
 */
#include <string.h>

#include "cpu-threads.h"

#define GROUP 1
#define WORD(from, step) ((void)(step), PACKED (*(from)))
#define MULTIPLY_ADD(sum, a, b) ((sum) += (a) * (b))
#define OFFSET 0
#define PANEL_A(words, steps, width) ((void)0)
#define PANEL_B(words, steps, width) ((void)0)

/* 16 registers of 16 bytes, which every supported CPU has. */
#define TARGET
#define FOR_WIDTH(name) name##_any
#define VECTOR_BYTES 16
#define ROWS 6
#define VECTORS 2
#include "cpu-threads-tile.h"

#if CPU_THREADS_X86
/* 16 registers of 32 bytes. */
#define TARGET __attribute__ ((target ("avx2,fma")))
#define FOR_WIDTH(name) name##_avx2
#define VECTOR_BYTES 32
#define ROWS 6
#define VECTORS 2
#include "cpu-threads-tile.h"

/* 32 registers of 64 bytes. */
#define TARGET __attribute__ ((target ("avx512f,fma")))
#define FOR_WIDTH(name) name##_avx512
#define VECTOR_BYTES 64
#define ROWS AVX512_ROWS
#define VECTORS 2
#include "cpu-threads-tile.h"
#endif

const struct cpu_threads_kernel *
KERNEL (enum cpu_threads_width width)
{
#if CPU_THREADS_X86
  if (width >= WIDTH_AVX512)
    return &kernel_avx512;
  if (width == WIDTH_AVX2)
    return &kernel_avx2;
#endif
  (void)width;
  return &kernel_any;
}
