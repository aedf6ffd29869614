/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the CPU variants have in common: a run of elements is scanned from 0 on,
 * and what came before it is added to each.  A float is then rounded once for
 * each element of its run, not for each of the problem.
 */
#ifndef SCAN_RUN_H
#define SCAN_RUN_H

#include <stdint.h>

#include <gkhost/scan.h>

/* A sum; integers are modulo 2^64, of which i32 uses the lower half. */
typedef union scan_sum {
  float f32;
  uint64_t integer;
} scan_sum;

static inline scan_sum
scan_join (const gk_scan *p, scan_sum a, scan_sum b)
{
  if (p->dtype == GK_F32)
    a.f32 += b.f32;
  else
    a.integer += b.integer;
  return a;
}

/* Scans n elements from `begin` on.  before: the sum of all before them.
 * Returns their own sum. */
scan_sum scan_run (const gk_scan *p, int64_t begin, int64_t n, scan_sum before);
/* Returns the sum of as many, by vectors. */
scan_sum scan_add_run (const gk_scan *p, int64_t begin, int64_t n);

int scan_cpu_loop_prepare (const gk_host *host, const gk_device *device,
                           const void *problem, const gk_value *values,
                           void **state);
int scan_cpu_loop (const gk_host *host, const void *problem, void *state,
                   void *stream);
int scan_cpu_threads (const gk_host *host, const void *problem, void *state,
                      void *stream);

#endif /* SCAN_RUN_H */
