/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What cpu-threads.c knows of a dtype: how it is packed, and how a tile of C
 * comes of what is packed.
 */
#ifndef MATMUL_CPU_THREADS_H
#define MATMUL_CPU_THREADS_H

#include <stdbool.h>

#include <gkhost/matmul.h>

/* Steps along the inner dimension that are packed at a time: a panel of B takes
 * 32 KiB at most, and stays in the first or the second level cache. */
enum { INNER = 256 };

/* Whether the compiler makes functions for wider vectors than all CPUs of their
 * kind have. */
#if defined __x86_64__ && defined __GNUC__
#define CPU_THREADS_X86 1
#else
#define CPU_THREADS_X86 0
#endif

struct cpu_threads_kernel {
  int rows,
      cols;    /* of a tile of C; rows of a panel of A, columns of one of B */
  int element; /* bytes that an element takes packed */

  /* A panel: inner steps of A from row i and of B from column j on, from step l
   * on; what lies past the matrix is zeros.  out is aligned to 64 bytes. */
  void (*pack_a) (const gk_matmul *p, int64_t i, int64_t l, int inner,
                  void *out);
  void (*pack_b) (const gk_matmul *p, int64_t j, int64_t l, int inner,
                  void *out);

  /* The tile of C at row i and column j: the product of two panels, added to
   * what is there unless it is the first. */
  void (*multiply) (const gk_matmul *p, int64_t i, int64_t j, int inner,
                    const void *a, const void *b, bool first);
};

/* Widths of vectors that there is a tile for, the narrowest first. */
enum cpu_threads_width { WIDTH_ANY, WIDTH_AVX2, WIDTH_AVX512 };

/* The widest that this CPU has. */
enum cpu_threads_width cpu_threads_widest (void);

const struct cpu_threads_kernel *cpu_threads_i32 (enum cpu_threads_width width);
const struct cpu_threads_kernel *cpu_threads_f32 (enum cpu_threads_width width);
const struct cpu_threads_kernel *cpu_threads_f64 (enum cpu_threads_width width);

/* prepare of the variant, with a width that the CPU has, for so many cores. */
int cpu_threads_prepare (const gk_host *host, const gk_matmul *problem,
                         enum cpu_threads_width width, unsigned cores,
                         void **state);

#endif
