/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>

#define ELEMENT uint32_t
#define BLOCK cpu_threads_block_i32
#include "cpu-threads-block.h"
