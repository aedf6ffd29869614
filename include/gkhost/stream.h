/* gkhost/stream.h: the problem of the family stream.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * For i < n, with the constant factor 3:
 *
 *   GK_STREAM_COPY   dst[i] = x[i], bit for bit
 *   GK_STREAM_SCALE  dst[i] = 3 x[i]
 *   GK_STREAM_ADD    dst[i] = x[i] + y[i]
 *   GK_STREAM_TRIAD  dst[i] = x[i] + 3 y[i]
 *   GK_STREAM_DOT    dst[0] = the sum of x[i] y[i]
 *
 * Integers are modulo 2^32.  Elements of bf16 are computed with as f32 and
 * rounded once to bf16; their GK_STREAM_DOT gives an f32.  The product of a
 * triad may be rounded or not (a fused multiply-add), and the products of a dot
 * may be added in any order.
 */
#ifndef GKHOST_STREAM_H
#define GKHOST_STREAM_H

#include <gkhost/plugin.h>

#define GK_STREAM_FACTOR 3

typedef uint32_t gk_stream_op;
enum {
  GK_STREAM_COPY = 0,
  GK_STREAM_SCALE = 1,
  GK_STREAM_ADD = 2,
  GK_STREAM_TRIAD = 3,
  GK_STREAM_DOT = 4
};

typedef struct gk_stream {
  uint32_t size;   /* sizeof (gk_stream) where the family was compiled */
  gk_dtype dtype;  /* of x and y: GK_I32, GK_F32, GK_F64 or GK_BF16 */
  gk_dtype result; /* of dst: the same, but GK_F32 for a dot of GK_BF16 */
  gk_stream_op op;
  const void *x;   /* device address, set by the host; 256-byte aligned */
  const void *y;   /* likewise; NULL for GK_STREAM_COPY and GK_STREAM_SCALE */
  void *dst;       /* likewise; n elements, or one for GK_STREAM_DOT */
  int64_t n;       /* at least 1 */
} gk_stream;

#endif /* GKHOST_STREAM_H */
