/* SPDX-License-Identifier: BSD-3-Clause
 *
 * When a loop is worth threads.  Those of a judge sleep between loops, so that
 * they take no core from what is timed; to wake them takes tens of
 * microseconds, and milliseconds where a variant's own threads still spin.
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
