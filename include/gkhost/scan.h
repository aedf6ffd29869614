/* gkhost/scan.h: the problem of the family scan.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * dst[i] is the sum of src[0] to src[i] (inclusive), or to src[i - 1]
 * (exclusive: dst[0] is 0), for i < n.  Sums of integers are modulo 2^32 or
 * 2^64.  Floats may be added in any order.
 */
#ifndef GKHOST_SCAN_H
#define GKHOST_SCAN_H

#include <gkhost/plugin.h>

typedef uint32_t gk_scan_form;
enum {
  GK_SCAN_INCLUSIVE = 0,
  GK_SCAN_EXCLUSIVE = 1
};

typedef struct gk_scan {
  uint32_t size;     /* sizeof (gk_scan) where the family was compiled */
  gk_dtype dtype;    /* of src and dst: GK_I32, GK_I64 or GK_F32 */
  gk_scan_form form;
  uint32_t reserved; /* 0 */
  const void *src;   /* device address, set by the host; 256-byte aligned */
  void *dst;         /* likewise */
  int64_t n;         /* at least 1 */
} gk_scan;

#endif /* GKHOST_SCAN_H */
