/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The types of the kernels of scan.  Integers are unsigned there: their sums
 * are modulo 2^bits, and the overflow of signed ones is undefined.
 */
#ifndef SCAN_TYPE_CUH
#define SCAN_TYPE_CUH

#include <stdint.h>

#include <cuda_runtime.h>

#include <gkhost/scan.h>

/* Calls f (an element) for the type of a problem. */
template <typename F>
static inline int
scan_by_type (const gk_scan *p, const F &f)
{
  switch (p->dtype) {
  case GK_I32:
    return f (uint32_t ());
  case GK_I64:
    return f (uint64_t ());
  default:
    return f (float ());
  }
}

/* What a kernel that scans an array gets. */
struct scan_task {
  const void *src;
  void *dst;
  int64_t n;
  bool exclusive;
};

static inline scan_task
scan_task_of (const gk_scan *p)
{
  return scan_task{ p->src, p->dst, p->n, p->form == GK_SCAN_EXCLUSIVE };
}

#endif /* SCAN_TYPE_CUH */
