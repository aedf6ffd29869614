/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A product's operands as TMA and wgmma need them.
 */
#ifndef MATMUL_OPERAND_H
#define MATMUL_OPERAND_H

#include <gkhost/matmul.h>

#include "cuda/tensor-map.h"

/* Its lines, rows of A or columns of B, have `inner` elements each. */
struct operand {
  const void *at;
  int64_t lines, inner, pitch; /* pitch: of rows in memory, elements */
  uint32_t element;            /* bytes */
  bool mn_major; /* a row in memory goes over all lines, not along one (K-major)
                  */
  int64_t batch, stride; /* matrices, if there are several, else 0; elements
                            from one to the next */
};

/* Bytes of an element. */
uint32_t operand_bytes (gk_dtype dtype);

/* Whether C has 32 bits where 16 are usual. */
static inline bool
operand_is_summed_wide (const gk_matmul *p)
{
  return p->dtype_c == GK_F32 && p->dtype != GK_F32 && p->dtype != GK_TF32;
}

/* Of a problem whose C is row-major (row-major.h). */
struct operand operand_a (const gk_matmul *row_major);
struct operand operand_b (const gk_matmul *row_major);

/* GK_OK, or GK_SKIP after a message, if sizes exceed TMA's limits,
 * and those of kernels that count in 32 bits. */
int operand_check_limits (const gk_host *host, const gk_matmul *problem);

/* Whether TMA can read rows of this pitch. */
bool operand_is_aligned (const struct operand *o);

/* Whether, besides, wgmma can read this layout from shared memory. */
bool operand_is_ready (const struct operand *o);

/* For prepare: the tensor map that loads boxes of so many lines, 128 bytes
 * along the inner dimension; of an MN-major operand, boxes of 128 bytes of
 * lines and as many steps, of which each of so many blocks loads a part, and
 * lines must be a multiple of that. */
int operand_map (const gk_host *host, CUtensorMap *map, const struct operand *o,
                 int lines, int blocks);

#endif /* MATMUL_OPERAND_H */
