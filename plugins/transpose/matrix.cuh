/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Describes a transpose to move/by-tiles.cuh, which launches kernels over its
 * tiles.
 */
#ifndef TRANSPOSE_MATRIX_CUH
#define TRANSPOSE_MATRIX_CUH

#include <gkhost/transpose.h>

#include "move/by-tiles.cuh"

static inline struct move_matrix
transpose_matrix (const gk_transpose *p)
{
  return { p->src,       p->dst,       p->rows,    p->cols,
           p->src_pitch, p->dst_pitch, p->element, true };
}

#endif /* TRANSPOSE_MATRIX_CUH */
