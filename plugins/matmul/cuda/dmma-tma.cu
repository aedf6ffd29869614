/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The list of dmma's kernels that load by TMA, and their launch.
 */
#include "cuda/prepared.cuh"
#include "dmma-tma.cuh"
#include "operand.h"

template <class S>
static struct dmma_kernel
kernel_of_shape (void)
{
  return { (const void *)dmma_tma<S>,
           S::rows,
           S::cols,
           S::step,
           S::threads + S::producers,
           S::threads / 32,
           1,
           2,
           S::stage,
           S::besides,
           1024,
           0,
           0 };
}

/* A transposed kernel's left operand is A. */
template <bool mn_major_a, bool mn_major_b, bool halves>
static struct dmma_kernel
kernel_of_tile (int tile)
{
  switch (tile) {
  case DMMA_128x64:
    return kernel_of_shape<
        dmma_tma_shape<64, 128, 32, 32, 1, mn_major_a, mn_major_b, halves>> ();
  case DMMA_64x64:
    return kernel_of_shape<
        dmma_tma_shape<64, 64, 32, 32, 2, mn_major_a, mn_major_b, halves>> ();
  case DMMA_64x32:
    return kernel_of_shape<
        dmma_tma_shape<32, 64, 32, 32, 4, mn_major_a, mn_major_b, halves>> ();
  case DMMA_32x32:
    return kernel_of_shape<
        dmma_tma_shape<32, 32, 16, 32, 4, mn_major_a, mn_major_b, halves>> ();
  case DMMA_32x16:
    return kernel_of_shape<
        dmma_tma_shape<16, 32, 16, 32, 8, mn_major_a, mn_major_b, halves>> ();
  default:
    return kernel_of_shape<
        dmma_tma_shape<128, 128, 64, 32, 1, mn_major_a, mn_major_b, halves>> ();
  }
}

template <bool halves>
static struct dmma_kernel
kernel_of_layout (bool mn_major_a, bool mn_major_b, int tile)
{
  if (!mn_major_a)
    return mn_major_b ? kernel_of_tile<false, true, halves> (tile)
                      : kernel_of_tile<false, false, halves> (tile);
  return mn_major_b ? kernel_of_tile<true, true, halves> (tile)
                    : kernel_of_tile<true, false, halves> (tile);
}

/* Whether even rows and odd rows of the operands are loaded separately. */
static bool
has_halves (const gk_matmul *p)
{
  return p->lda % 2 != 0 || p->ldb % 2 != 0;
}

bool
dmma_tma_suits (const gk_matmul *p)
{
  const int64_t rows_a = p->layout_a == GK_ROW_MAJOR ? p->m : p->n;
  const int64_t rows_b = p->layout_b == GK_ROW_MAJOR ? p->n : p->k;

  return !has_halves (p) || (rows_a > 1 && rows_b > 1);
}

struct dmma_kernel
dmma_by_tma (const gk_matmul *p, int tile)
{
  const bool mn_major_a = p->layout_a != GK_ROW_MAJOR;
  const bool mn_major_b = p->layout_b == GK_ROW_MAJOR;

  return has_halves (p)
             ? kernel_of_layout<true> (mn_major_a, mn_major_b, tile)
             : kernel_of_layout<false> (mn_major_a, mn_major_b, tile);
}

/* Makes the maps of even rows and of odd ones, for a tile of so many lines.
 * With an odd pitch the latter begins an element before its first row. */
static int
map_halves (const gk_host *host, CUtensorMap (&maps)[2],
            const struct operand *o, int lines, int *shift)
{
  const int64_t rows = o->mn_major ? o->inner : o->lines;
  const int64_t cols = o->mn_major ? o->lines : o->inner;
  const uint32_t box_rows = o->mn_major ? dmma_slab / 2 : lines / 2;
  int r = GK_OK;

  *shift = (int)(o->pitch % 2);
  for (int i = 0; i < 2 && r == GK_OK; i++) {
    const int before = i * *shift;
    const struct tensor_map_matrix matrix
        = { (const double *)o->at + i * o->pitch - before,
            o->element,
            (rows + 1 - i) / 2,
            cols + before,
            2 * o->pitch,
            false,
            true };

    r = tensor_map_make (host, &maps[i], &matrix, box_rows);
  }
  return r;
}

static int
map_operand (const gk_host *host, bool halves, CUtensorMap (&maps)[2],
             const struct operand *o, int lines, int *shift)
{
  return halves ? map_halves (host, maps, o, lines, shift)
                : operand_map (host, &maps[0], o, lines);
}

int
dmma_make_tma (const gk_host *host, const gk_matmul *p,
               const struct dmma_kernel *kernel, const struct dmma_task *task,
               const struct prepared_shape *shape, void **state)
{
  const struct operand a = operand_a (p), b = operand_b (p);
  const struct tensor_map_matrix c = { p->c, 8, p->m, p->k, p->ldc };
  const bool transposed = dmma_is_transposed (a.mn_major, b.mn_major);
  const bool halves = has_halves (p);
  struct dmma_tma_task t = {};
  int r;

  t.task = *task;
  /* TMA writes 16 bytes at a time, beyond the end of a row too. */
  t.boxes = p->k % 2 == 0 && p->ldc % 2 == 0;
  r = map_operand (host, halves, transposed ? t.left : t.right, &a,
                   kernel->rows, transposed ? &t.shift_left : &t.shift_right);
  if (r == GK_OK)
    r = map_operand (host, halves, transposed ? t.right : t.left, &b,
                     kernel->cols, transposed ? &t.shift_right : &t.shift_left);
  if (r == GK_OK && t.boxes)
    r = tensor_map_make (host, &t.c, &c, dmma_box_rows);
  return r == GK_OK ? prepared_make_bytes (host, kernel->kernel, shape, &t,
                                           sizeof t, state)
                    : r;
}
