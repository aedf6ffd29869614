/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#define SOURCE uint8_t
#define KERNEL cpu_threads_u8
/* Packed, B's bytes are signed, and too small by 128. */
#define DOT(sum, a, b) _mm512_dpbusd_epi32 (sum, a, b)
#define AWAY 128
#include "cpu-threads-bytes.h"
