/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#define SOURCE int8_t
#define KERNEL cpu_threads_i8
/* Packed, B's bytes are unsigned, and too large by 128. */
#define DOT(sum, a, b) _mm512_dpbusd_epi32 (sum, b, a)
#define AWAY (-128)
#include "cpu-threads-bytes.h"
