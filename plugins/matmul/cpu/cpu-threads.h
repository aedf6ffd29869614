/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The interface between cpu-threads.c and its tiles: how each dtype is packed,
 * and how a tile of C is computed from packed panels.
 */
#ifndef MATMUL_CPU_THREADS_H
#define MATMUL_CPU_THREADS_H

#include <stdbool.h>

#include <gkhost/matmul.h>

/* Steps along the inner dimension that are packed at a time: a panel of B is
 * then 64 KiB at most, which the second-level cache delivers as fast as tiles
 * read it.  The more steps, the less often C is loaded and stored.  A step is a
 * word of each row of A and of each column of B: one element, or some that are
 * contiguous along the inner dimension. */
enum { INNER = 512 };

/* 1 where the compiler can make functions for wider vectors than the baseline
 * of the architecture has. */
#if defined __x86_64__ && defined __GNUC__
#define CPU_THREADS_X86 1
#else
#define CPU_THREADS_X86 0
#endif

/* The lines of a panel: rows of A, or columns of B. */
struct cpu_threads_lines {
  const void *from;   /* the first line's first element */
  int64_t line, step; /* elements from one line to the next, and from one
                         element of a line to the next: one of these is 1 */
  int lines;          /* fewer than a panel's at the matrix's edge; the panel's
                         remaining lines are zeros */
  int inner;          /* elements of each */
};

/* A tile of C, or the part of it within C. */
struct cpu_threads_tile {
  void *c;
  int64_t ldc;
  int rows, cols;
  bool first; /* store the products instead of adding them */
};

struct cpu_threads_kernel {
  int rows,
      cols;   /* of a tile of C; rows of a panel of A, columns of one of B */
  int word;   /* bytes of a word, and of a sum */
  int vector; /* bytes of a vector */
  int group;  /* elements of a word */
  int more;   /* extra words of a panel of A, behind its steps */

  /* Packs a panel. out is aligned to 64 bytes. */
  void (*pack_a) (const struct cpu_threads_lines *lines, void *out);
  void (*pack_b) (const struct cpu_threads_lines *lines, void *out);

  /* Computes a tile from two panels. */
  void (*multiply) (int steps, const void *a, const void *b,
                    const struct cpu_threads_tile *tile);
};

/* The widths of vectors, from the narrowest on.  The last is as wide as the one
 * before, and has dot products of bytes. */
enum cpu_threads_width { WIDTH_ANY, WIDTH_AVX2, WIDTH_AVX512, WIDTH_VNNI };

/* Returns the widest that this CPU supports. */
enum cpu_threads_width cpu_threads_widest (void);

const struct cpu_threads_kernel *cpu_threads_i8 (enum cpu_threads_width width);
const struct cpu_threads_kernel *cpu_threads_u8 (enum cpu_threads_width width);
const struct cpu_threads_kernel *cpu_threads_i32 (enum cpu_threads_width width);
const struct cpu_threads_kernel *cpu_threads_f16 (enum cpu_threads_width width);
const struct cpu_threads_kernel *
cpu_threads_bf16 (enum cpu_threads_width width);
const struct cpu_threads_kernel *
cpu_threads_e4m3 (enum cpu_threads_width width);
const struct cpu_threads_kernel *
cpu_threads_e5m2 (enum cpu_threads_width width);
const struct cpu_threads_kernel *cpu_threads_f32 (enum cpu_threads_width width);
const struct cpu_threads_kernel *cpu_threads_f64 (enum cpu_threads_width width);

/* The variant's prepare, for a width that the CPU supports and so many
 * cores. */
int cpu_threads_prepare (const gk_host *host, const gk_matmul *problem,
                         enum cpu_threads_width width, unsigned cores,
                         void **state);

#endif
