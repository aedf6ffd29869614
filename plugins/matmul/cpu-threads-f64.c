/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>

#define ELEMENT double
#define BLOCK cpu_threads_block_f64
#include "cpu-threads-block.h"
