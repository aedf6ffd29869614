/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Peak arithmetic of one core: multiply-adds in registers, with the widest
 * units among AVX-512, AVX2 with FMA, and the baseline.  For bytes with 32-bit
 * sums, AVX-512 VNNI does the most work per instruction.
 */
#ifndef CPU_ARITHMETIC_H
#define CPU_ARITHMETIC_H

#include <stddef.h>

/* Each does `turns` turns and returns its number of operations; a multiply-add
 * counts as two. */
double arithmetic_i32 (size_t turns);
double arithmetic_f32 (size_t turns);
double arithmetic_f64 (size_t turns);
double arithmetic_i8 (size_t turns);

#endif
