/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>

#define ELEMENT float
#define BLOCK cpu_threads_block_f32
#include "cpu-threads-block.h"
