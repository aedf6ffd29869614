/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The operands of a product as TMA and wgmma see them.
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
  bool mn_major; /* a row in memory is not a line, but goes over all lines */
};

/* Bytes of an element of these types: 1, 2 or 4. */
uint32_t operand_bytes (gk_dtype dtype);

/* Of a problem whose C is row-major (row-major.h). */
struct operand operand_a (const gk_matmul *row_major);
struct operand operand_b (const gk_matmul *row_major);

/* GK_OK, or GK_SKIP with the reason told, where sizes are beyond what TMA
 * counts. */
int operand_check_limits (const gk_host *host, const gk_matmul *problem);

/* Whether TMA reads rows that lie so far apart. */
bool operand_is_aligned (const struct operand *o);

/* Whether it is, and wgmma takes it from shared memory in that order. */
bool operand_is_ready (const struct operand *o);

/* For prepare: the tensor map by which boxes of so many lines are loaded, 128
 * bytes along the inner dimension; where rows lie across it, boxes of 128 bytes
 * of lines and as many steps, and lines must be a multiple of that. */
int operand_map (const gk_host *host, CUtensorMap *map, const struct operand *o,
                 int lines);

#endif /* MATMUL_OPERAND_H */
