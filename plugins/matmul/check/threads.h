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

/* In steps, each a product of a sum, of one or two tenths of a nanosecond: an
 * element that is read once, one that is made, and one in a cache line that
 * nothing else needs. */
enum { STEPS_READ = 2, STEPS_MADE = 8, STEPS_MISSED = 64 };

/* To wake fifteen threads takes some tenth of a millisecond. */
static inline bool
is_worth_threads (int64_t steps)
{
  return steps > INT64_C (1) << 20;
}

#endif
