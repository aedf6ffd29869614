/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Repacks the operands whose layout a kernel can't read.
 */
#include "operand.h"
#include "repacked.h"

/* Redirects a matrix of rows x cols, unless it has the layout. */
static int
redirect (const gk_host *host, struct repacked *r, gk_layout layout,
          int64_t rows, int64_t cols, uint32_t element, const void **at,
          int64_t *pitch, gk_layout *from)
{
  const bool by_rows = layout == GK_ROW_MAJOR;
  const int64_t down = by_rows ? rows : cols, across = by_rows ? cols : rows;
  const int64_t to_pitch = repack_pitch (across, element);
  void *to;

  if (*from == layout)
    return GK_OK;
  to = host->workspace (host, (size_t)down * (size_t)to_pitch * element);
  if (!to)
    return GK_SKIP;
  r->matrices[r->n++] = { *at, to, down, across, to_pitch, *pitch, true };
  *at = to;
  *pitch = to_pitch;
  *from = layout;
  return GK_OK;
}

int
repacked_redirect (const gk_host *host, gk_matmul *p, gk_layout a, gk_layout b,
                   struct repacked *r)
{
  const uint32_t element = operand_bytes (p->dtype);
  int status;

  *r = {};
  if (p->layout_a == a && p->layout_b == b)
    return GK_OK;
  if (element > 4) {
    host->error (host, "operands of 8 bytes are not repacked; use dmma, or "
                       "layout = row or col");
    return GK_SKIP;
  }
  if (operand_check_limits (host, p) != GK_OK)
    return GK_SKIP;
  status = redirect (host, r, a, p->m, p->n, element, &p->a, &p->lda,
                     &p->layout_a);
  return status == GK_OK ? redirect (host, r, b, p->n, p->k, element, &p->b,
                                     &p->ldb, &p->layout_b)
                         : status;
}

int
repacked_make (const gk_host *host, const gk_matmul *p,
               const struct repacked *r, const unsigned *only_if, void **before)
{
  return r->n == 0
             ? GK_OK
             : repack_make (host, r->matrices, r->n, operand_bytes (p->dtype),
                            false, only_if, before);
}
