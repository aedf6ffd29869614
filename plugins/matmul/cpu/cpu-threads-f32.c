/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#define SOURCE float
#define ELEMENT float
#define PACKED(x) (x)
#define KERNEL cpu_threads_f32
#define AVX512_ROWS 14
#include "cpu-threads-widths.h"
