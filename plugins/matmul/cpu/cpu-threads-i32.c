/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#define SOURCE uint32_t
#define ELEMENT uint32_t
#define PACKED(x) (x)
#define KERNEL cpu_threads_i32
#define AVX512_ROWS 12 /* a product needs a register of its own */
#include "cpu-threads-widths.h"
