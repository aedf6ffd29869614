/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#define SOURCE double
#define ELEMENT double
#define PACKED(x) (x)
#define KERNEL cpu_threads_f64
#define AVX512_ROWS 14
#include "cpu-threads-widths.h"
