/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "matmul/half.h"

#define SOURCE uint8_t
#define ELEMENT float
#define PACKED(x) half_e5m2 (x)
#define KERNEL cpu_threads_e5m2
#define AVX512_ROWS 14
#include "cpu-threads-widths.h"
