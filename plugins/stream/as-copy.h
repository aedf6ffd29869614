/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A copy of the family stream as one of the family copy, whose kernels compute
 * it.
 */
#ifndef STREAM_AS_COPY_H
#define STREAM_AS_COPY_H

#include <gkhost/copy.h>
#include <gkhost/stream.h>

#ifdef __cplusplus
extern "C" {
#endif

gk_variant copy_best_variant (void);
gk_variant copy_bulk_variant (void);
gk_variant copy_memcpy_variant (void);

#ifdef __cplusplus
}
#endif

static inline gk_copy
stream_as_copy (const gk_stream *p)
{
  gk_copy c = { 0 };

  c.size = sizeof c;
  c.dtype = p->dtype;
  c.element = p->dtype == GK_BF16 ? 2 : p->dtype == GK_F64 ? 8 : 4;
  c.src = p->x;
  c.dst = p->dst;
  c.rows = 1;
  c.cols = c.src_pitch = c.dst_pitch = p->n;
  return c;
}

#endif /* STREAM_AS_COPY_H */
