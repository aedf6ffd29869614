/* gkhost/softmax.h: the problem of the family softmax.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * For each row of src, with cols elements x[j]:
 *
 *   GK_SOFTMAX_SOFTMAX    dst[j] = exp (x[j] - m) / the sum of exp (x[k] - m),
 *                         with m, the greatest element of the row
 *   GK_SOFTMAX_LAYERNORM  dst[j] = (x[j] - mean) / sqrt (variance + 1e-5), with
 *                         the variance that is divided by cols, and without
 *                         weights and biases
 *
 * A row with a NaN gives NaN.  Of a softmax, -infinity gives 0, unless the whole
 * row is -infinity, which gives NaN, as does a row with +infinity; results below
 * the least normal number of an f32 may be 0.  Of a layernorm, a row with an
 * infinity gives NaN.
 */
#ifndef GKHOST_SOFTMAX_H
#define GKHOST_SOFTMAX_H

#include <gkhost/plugin.h>

#define GK_SOFTMAX_EPSILON (1e-5)

typedef uint32_t gk_softmax_op;
enum {
  GK_SOFTMAX_SOFTMAX = 0,
  GK_SOFTMAX_LAYERNORM = 1
};

typedef struct gk_softmax {
  uint32_t size;      /* sizeof (gk_softmax) where the family was compiled */
  gk_dtype dtype;     /* of src and dst: GK_F32 or GK_BF16 */
  gk_softmax_op op;
  uint32_t reserved;  /* 0 */
  const void *src;    /* device address, set by the host; 256-byte aligned;
                         rows follow each other without padding */
  void *dst;          /* likewise */
  int64_t rows, cols; /* at least 1 and 3 */
} gk_softmax;

#endif /* GKHOST_SOFTMAX_H */
