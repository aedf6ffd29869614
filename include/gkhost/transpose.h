/* gkhost/transpose.h: the problem of the family transpose.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * dst[j][i] = src[i][j] for i < rows and j < cols.  Both matrices are
 * row-major, and elements are moved bit for bit.
 */
#ifndef GKHOST_TRANSPOSE_H
#define GKHOST_TRANSPOSE_H

#include <gkhost/plugin.h>

typedef struct gk_transpose {
  uint32_t size;      /* sizeof (gk_transpose) where the family was compiled */
  gk_dtype dtype;
  uint32_t element;   /* bytes of an element: 1, 2, 4, 8 or 16 */
  const void *src;    /* device address, set by the host; 256-byte aligned */
  void *dst;          /* likewise; a variant writes every element, but not the
                         padding at the end of each row */
  int64_t rows, cols; /* of src, at least 1; dst is cols x rows */
  int64_t src_pitch;  /* elements from one row of src to the next, >= cols */
  int64_t dst_pitch;  /* elements from one row of dst to the next, >= rows */
} gk_transpose;

#endif /* GKHOST_TRANSPOSE_H */
