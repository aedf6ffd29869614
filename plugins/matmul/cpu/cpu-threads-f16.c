/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "matmul/half.h"

#define SOURCE uint16_t
#define ELEMENT float
#define PACKED(x) half_f16 (x)
#define KERNEL cpu_threads_f16
#define AVX512_ROWS 14
#include "cpu-threads-widths.h"
