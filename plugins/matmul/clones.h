/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Function multiversioning: compiles a hot function several times, also for
 * wider vectors, and lets the loader choose, because a distribution's build
 * must start on any x86-64.  Only for leaf functions: the function that OpenMP
 * makes of a loop is not cloned.
 */
#ifndef MATMUL_CLONES_H
#define MATMUL_CLONES_H

/* For __GLIBC__. */
#include <limits.h>

#if defined __x86_64__ && defined __GLIBC__ && defined __GNUC__                \
    && !defined __clang__
#if __GNUC__ >= 12
#define MATMUL_CLONES                                                          \
  __attribute__ ((                                                             \
      target_clones ("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
/* Older compilers don't accept levels here, and so no fused multiply-add beside
 * AVX2. */
#define MATMUL_CLONES                                                          \
  __attribute__ ((target_clones ("avx512f", "avx2", "default")))
#endif
#else
#define MATMUL_CLONES
#endif

#endif
