/* gkhost/transpose.h: the problem of the family transpose.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * dst[j][i] = src[i][j] for i < rows, j < cols, both row-major; elements are
 * moved as they are, bit for bit.
 */
#ifndef GKHOST_TRANSPOSE_H
#define GKHOST_TRANSPOSE_H

#include <gkhost/plugin.h>

typedef struct gk_transpose {
  uint32_t size;      /* sizeof (gk_transpose) as the family knows it */
  gk_dtype dtype;
  uint32_t element;   /* bytes of an element: 1, 2, 4, 8 or 16 */
  const void *src;    /* device address, set by the host; 256-byte aligned */
  void *dst;          /* likewise; every element is to be written, the padding
                         at the end of each row is not */
  int64_t rows, cols; /* of src, at least 1; dst has cols rows of rows elements */
  int64_t src_pitch;  /* elements from one row of src to the next, >= cols */
  int64_t dst_pitch;  /* elements from one row of dst to the next, >= rows */
} gk_transpose;

#endif /* GKHOST_TRANSPOSE_H */
