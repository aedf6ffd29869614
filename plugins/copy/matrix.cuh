/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Describes a copy to move/by-tiles.cuh, which launches kernels over its tiles.
 */
#ifndef COPY_MATRIX_CUH
#define COPY_MATRIX_CUH

#include <gkhost/copy.h>

#include "move/by-tiles.cuh"

static inline struct move_matrix
copy_matrix (const gk_copy *p)
{
  return { p->src,       p->dst,       p->rows,    p->cols,
           p->src_pitch, p->dst_pitch, p->element, false };
}

#endif /* COPY_MATRIX_CUH */
