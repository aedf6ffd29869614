/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Repacks the operands whose layout a kernel can't read.
 */
#include "matmul/batch.h"
#include "operand.h"
#include "repacked.h"

/* Lists a matrix of rows x cols to be repacked, unless it has the layout, and
 * sets what it will have then.  Returns the bytes that it takes.  The matrices
 * of a batch or groups, one below the other, are transposed as one: so each is
 * in the same rows then, behind the one before it. */
static int64_t
add_matrix (struct repacked *r, gk_layout layout, int64_t rows, int64_t cols,
            int64_t batch, uint32_t element, const void *at, int64_t *pitch,
            int64_t *stride, gk_layout *from)
{
  const bool by_rows = layout == GK_ROW_MAJOR;
  const int64_t down = by_rows ? rows : cols, across = by_rows ? cols : rows;
  const int64_t to_pitch = repack_pitch (across * batch, element);

  if (*from == layout)
    return 0;
  r->matrices[r->n++]
      = { at, NULL, down, across * batch, to_pitch, *pitch, true };
  *pitch = to_pitch;
  *stride = across;
  *from = layout;
  return down * to_pitch * element;
}

/* Lists a matrix of elements of 4 or 8 bytes to be moved, unless its rows, or
 * columns, begin at multiples of 16 bytes.  Returns the bytes that it takes. */
static int64_t
add_rows (struct repacked *r, gk_layout layout, int64_t rows, int64_t cols,
          uint32_t element, const void *at, int64_t *pitch)
{
  const bool by_rows = layout == GK_ROW_MAJOR;
  const int64_t down = by_rows ? rows : cols, across = by_rows ? cols : rows;
  const int64_t to_pitch = repack_pitch (across, element);
  const int words = (int)element / 4; /* moved one by one */

  if (*pitch * element % 16 == 0)
    return 0;
  r->matrices[r->n++]
      = { at,   NULL, down, across * words, to_pitch * words, *pitch * words,
          false };
  *pitch = to_pitch;
  return down * to_pitch * element;
}

/* Whether so many matrices of such lines can be transposed so: they follow each
 * other without a gap, and begin at multiples of 16 bytes behind it. */
static bool
can_join (int64_t lines, int64_t pitch, int64_t stride, int64_t count,
          uint32_t element)
{
  return count == 1
         || (lines * element % 16 == 0 && stride == lines * pitch
             && (double)lines * (double)count < 0x1p30);
}

static int
check_batch (const gk_host *host, const gk_matmul *p, uint32_t element)
{
  const int64_t lines_a = p->layout_a == GK_ROW_MAJOR ? p->m : p->n;
  const int64_t lines_b = p->layout_b == GK_ROW_MAJOR ? p->n : p->k;

  if (can_join (lines_a, p->lda, p->stride_a, p->batch, element)
      && can_join (lines_b, p->ldb, p->stride_b, matmul_products (p), element))
    return GK_OK;
  host->error (host,
               "this layout is repacked here, and the matrices of a batch or "
               "of groups as one: make their rows, or columns, multiples of 16 "
               "bytes, or batch or groups smaller, or use layout = row");
  return GK_SKIP;
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
                   bool aligned, struct repacked *r)
{
  const uint32_t element = operand_bytes (p->dtype);
  const bool moves = aligned && element == 4 && matmul_products (p) == 1;
  int64_t of_a, of_b;

  *r = {};
  if (p->layout_a == a && p->layout_b == b
      && (!moves || (p->lda % 4 == 0 && p->ldb % 4 == 0)))
    return GK_OK;
  if (element > 4) {
    host->error (host, "operands of 8 bytes are not repacked; use dmma, or "
                       "layout = row or col");
    return GK_SKIP;
  }
  if (operand_check_limits (host, p) != GK_OK
      || check_batch (host, p, element) != GK_OK)
    return GK_SKIP;
  of_a = add_matrix (r, a, p->m, p->n, p->batch, element, p->a, &p->lda,
                     &p->stride_a, &p->layout_a);
  if (moves)
    of_a += add_rows (r, a, p->m, p->n, element, p->a, &p->lda);
  of_b = add_matrix (r, b, p->n, p->k, matmul_products (p), element, p->b,
                     &p->ldb, &p->stride_b, &p->layout_b);
  if (moves)
    of_b += add_rows (r, b, p->n, p->k, element, p->b, &p->ldb);
  return allocate_both (host, p, of_a, of_b, r);
}

int
repacked_align (const gk_host *host, gk_matmul *p, struct repacked *r)
{
  const int64_t of_a = add_rows (r, p->layout_a, p->m, p->n, 8, p->a, &p->lda);
  const int64_t of_b = add_rows (r, p->layout_b, p->n, p->k, 8, p->b, &p->ldb);

  return allocate_both (host, p, of_a, of_b, r);
}

int
repacked_make (const gk_host *host, const gk_matmul *p,
               const struct repacked *r, const unsigned *only_if, void **before)
{
  const uint32_t element = operand_bytes (p->dtype);

  return r->n == 0
             ? GK_OK
             : repack_make (host, r->matrices, r->n, element > 4 ? 4 : element,
                            false, only_if, before);
}
