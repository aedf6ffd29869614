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
 * 64 KiB at most, which the second level cache gives as fast as tiles take it.
 * The more steps, the less often C comes and goes.  A step is a word of each
 * row of A and of each column of B, which has one element or some that lie
 * behind one another along the inner dimension. */
enum { INNER = 512 };

/* Whether the compiler makes functions for wider vectors than all CPUs of their
 * kind have. */
#if defined __x86_64__ && defined __GNUC__
#define CPU_THREADS_X86 1
#else
#define CPU_THREADS_X86 0
#endif

/* Lines that a panel is made of: rows of A, or columns of B. */
struct cpu_threads_lines {
  const void *from;   /* the first one's first element */
  int64_t line, step; /* elements from one line to the next, and from one
                         element of a line to the next: one of these is 1 */
  int lines;          /* fewer than a panel has at the matrix's edge; what the
                         panel has more is zeros */
  int inner;          /* elements of each */
};

/* A tile of C, or the part of it that C has. */
struct cpu_threads_tile {
  void *c;
  int64_t ldc;
  int rows, cols;
  bool first; /* nothing is there yet that products would be added to */
};

struct cpu_threads_kernel {
  int rows,
      cols;   /* of a tile of C; rows of a panel of A, columns of one of B */
  int word;   /* bytes of a word, and of a sum */
  int vector; /* bytes of a vector */
  int group;  /* elements of a word */
  int more;   /* words of a panel of A behind those of its steps */

  /* Makes a panel.  out is aligned to 64 bytes. */
  void (*pack_a) (const struct cpu_threads_lines *lines, void *out);
  void (*pack_b) (const struct cpu_threads_lines *lines, void *out);

  /* The product of two panels. */
  void (*multiply) (int steps, const void *a, const void *b,
                    const struct cpu_threads_tile *tile);
};

/* Widths of vectors that there is a tile for, the narrowest first.  The last is
 * as wide as the one before, and multiplies bytes. */
enum cpu_threads_width { WIDTH_ANY, WIDTH_AVX2, WIDTH_AVX512, WIDTH_VNNI };

/* The widest that this CPU has. */
enum cpu_threads_width cpu_threads_widest (void);

const struct cpu_threads_kernel *cpu_threads_i8 (enum cpu_threads_width width);
const struct cpu_threads_kernel *cpu_threads_u8 (enum cpu_threads_width width);
const struct cpu_threads_kernel *cpu_threads_i32 (enum cpu_threads_width width);
const struct cpu_threads_kernel *cpu_threads_f16 (enum cpu_threads_width width);
const struct cpu_threads_kernel *
cpu_threads_bf16 (enum cpu_threads_width width);
const struct cpu_threads_kernel *cpu_threads_f32 (enum cpu_threads_width width);
const struct cpu_threads_kernel *cpu_threads_f64 (enum cpu_threads_width width);

/* prepare of the variant, with a width that the CPU has, for so many cores. */
int cpu_threads_prepare (const gk_host *host, const gk_matmul *problem,
                         enum cpu_threads_width width, unsigned cores,
                         void **state);

#endif
