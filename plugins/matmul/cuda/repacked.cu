/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Repacks the operands whose layout a kernel can't read.
 */
#include "operand.h"
#include "repacked.h"

/* Lists a matrix of rows x cols to be repacked, unless it has the layout, and
 * sets what it will have then.  Returns the bytes that it takes. */
static int64_t
add_matrix (struct repacked *r, gk_layout layout, int64_t rows, int64_t cols,
            uint32_t element, const void *at, int64_t *pitch, gk_layout *from)
{
  const bool by_rows = layout == GK_ROW_MAJOR;
  const int64_t down = by_rows ? rows : cols, across = by_rows ? cols : rows;
  const int64_t to_pitch = repack_pitch (across, element);

  if (*from == layout)
    return 0;
  r->matrices[r->n++] = { at, NULL, down, across, to_pitch, *pitch, true };
  *pitch = to_pitch;
  *from = layout;
  return down * to_pitch * element;
}

/* Both operands get one workspace, as a case has few. */
static int
allocate_both (const gk_host *host, gk_matmul *p, int64_t of_a, int64_t of_b,
               struct repacked *r)
{
  char *const to = (char *)host->workspace (host, (size_t)(of_a + of_b));

  if (!to)
    return GK_SKIP;
  for (int i = 0; i < r->n; i++)
    r->matrices[i].to = to + (i == 0 ? 0 : of_a);
  if (of_a > 0)
    p->a = to;
  if (of_b > 0)
    p->b = to + of_a;
  return GK_OK;
}

int
repacked_redirect (const gk_host *host, gk_matmul *p, gk_layout a, gk_layout b,
                   struct repacked *r)
{
  const uint32_t element = operand_bytes (p->dtype);
  int64_t of_a, of_b;

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
  of_a = add_matrix (r, a, p->m, p->n, element, p->a, &p->lda, &p->layout_a);
  of_b = add_matrix (r, b, p->n, p->k, element, p->b, &p->ldb, &p->layout_b);
  return allocate_both (host, p, of_a, of_b, r);
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
