/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A product's operands for TMA and wgmma.
 */
#include "operand.h"

uint32_t
operand_bytes (gk_dtype dtype)
{
  switch (dtype) {
  case GK_F64:
    return 8;
  case GK_F32:
  case GK_I32:
  case GK_TF32:
    return 4;
  case GK_I8:
  case GK_U8:
  case GK_F8_E4M3:
  case GK_F8_E5M2:
    return 1;
  default:
    return 2;
  }
}

struct operand
operand_a (const gk_matmul *p)
{
  return { p->a,
           p->m,
           p->n,
           p->lda,
           operand_bytes (p->dtype),
           p->layout_a != GK_ROW_MAJOR,
           p->batch > 1 ? p->batch : 0,
           p->stride_a };
}

struct operand
operand_b (const gk_matmul *p)
{
  return { p->b,
           p->k,
           p->n,
           p->ldb,
           operand_bytes (p->dtype),
           p->layout_b == GK_ROW_MAJOR,
           p->groups > 0  ? p->groups
           : p->batch > 1 ? p->batch
                          : 0,
           p->stride_b };
}

int
operand_check_limits (const gk_host *host, const gk_matmul *p)
{
  const int64_t most = INT64_C (1) << 30;

  if (p->m < most && p->n < most && p->k < most)
    return GK_OK;
  host->error (host, "sizes of 2^30 and more are too large; make them smaller");
  return GK_SKIP;
}

bool
operand_is_aligned (const struct operand *o)
{
  const uint64_t stride = o->batch > 0 ? (uint64_t)o->stride : 0;

  return ((uint64_t)o->pitch | stride) * o->element % 16 == 0;
}

bool
operand_is_ready (const struct operand *o)
{
  return operand_is_aligned (o) && (!o->mn_major || o->element == 2);
}

int
operand_map (const gk_host *host, CUtensorMap *map, const struct operand *o,
             int lines, int blocks)
{
  /* Elements of 4 bytes are multiplied as TF32, to which wgmma would truncate;
   * TMA rounds. */
  const struct tensor_map_matrix matrix = { o->at,
                                            o->element,
                                            o->mn_major ? o->inner : o->lines,
                                            o->mn_major ? o->lines : o->inner,
                                            o->pitch,
                                            o->element == 4,
                                            true,
                                            o->batch,
                                            o->stride };

  /* For bytes, boxes are as wide as a consumer has rows. */
  const int side = o->element == 1 ? 64 : 128 / (int)o->element;

  if (o->mn_major && lines % side != 0) {
    host->error (host,
                 "a tile of %d lines would load parts of boxes of %d; use a "
                 "larger one",
                 lines, side);
    return GK_SKIP;
  }
  if (o->mn_major && o->element == 1)
    return tensor_map_make_half (host, map, &matrix, 128U / (uint32_t)blocks);
  return tensor_map_make (host, map, &matrix,
                          (uint32_t)(o->mn_major ? side / blocks : lines));
}
