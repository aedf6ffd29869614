/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Multiply-adds in registers, with the widest units that the processor has and
 * this file knows: AVX-512, AVX2 with FMA, else those that every one has.  Of
 * bytes, with sums of 32 bits, AVX-512 VNNI does the most in an instruction.
 */
#ifndef CPU_ARITHMETIC_H
#define CPU_ARITHMETIC_H

#include <stddef.h>

/* Each does some and returns how many operations these were: a multiplication
 * and its addition are two. */
double arithmetic_i32 (size_t turns);
double arithmetic_f32 (size_t turns);
double arithmetic_f64 (size_t turns);
double arithmetic_i8 (size_t turns);

#endif
