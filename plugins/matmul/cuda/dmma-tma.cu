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
           S::blocks,
           2,
           S::stage,
           S::besides,
           1024,
           0,
           0 };
}

/* For batches.  Their inner dimensions are short, so that warps that shared one
 * would have little to multiply between two exchanges of sums: instead several
 * blocks share a multiprocessor, of which one stores a tile while others
 * multiply.  A warp has at least 32 rows, as a box has. */
template <bool mn_major_a, bool mn_major_b>
static struct dmma_kernel
batched_kernel_of_tile (int tile)
{
  const bool transposed = dmma_is_transposed (mn_major_a, mn_major_b);
  const int left = transposed ? 32 : 16, right = transposed ? 16 : 32;

  switch (tile) {
  case DMMA_128x128:
    return kernel_of_shape<dmma_tma_shape<128, 128, 64, 32, 1, mn_major_a,
                                          mn_major_b, DMMA_BATCHED>> ();
  case DMMA_64x64:
    return kernel_of_shape<dmma_tma_shape<64, 64, 32, 32, 1, mn_major_a,
                                          mn_major_b, DMMA_BATCHED, 2>> ();
  case DMMA_32x32:
    return kernel_of_shape<dmma_tma_shape<32, 32, left, right, 1, mn_major_a,
                                          mn_major_b, DMMA_BATCHED, 5>> ();
  }
  return {};
}

/* A transposed kernel's left operand is A.  With alpha, beta and bias there are
 * fewer tiles. */
template <bool mn_major_a, bool mn_major_b, enum dmma_form form>
static struct dmma_kernel
kernel_of_tile (int tile)
{
  switch (tile) {
  case DMMA_128x128:
    return kernel_of_shape<
        dmma_tma_shape<128, 128, 64, 32, 1, mn_major_a, mn_major_b, form>> ();
  case DMMA_64x64:
    return kernel_of_shape<
        dmma_tma_shape<64, 64, 32, 32, 2, mn_major_a, mn_major_b, form>> ();
  case DMMA_64x32:
    return kernel_of_shape<
        dmma_tma_shape<32, 64, 32, 32, 4, mn_major_a, mn_major_b, form>> ();
  case DMMA_32x32:
    return kernel_of_shape<
        dmma_tma_shape<32, 32, 16, 32, 4, mn_major_a, mn_major_b, form>> ();
  }
  if constexpr (form == DMMA_PLAIN)
    switch (tile) {
    case DMMA_128x64:
      return kernel_of_shape<
          dmma_tma_shape<64, 128, 32, 32, 1, mn_major_a, mn_major_b>> ();
    case DMMA_32x16:
      return kernel_of_shape<
          dmma_tma_shape<16, 32, 16, 32, 8, mn_major_a, mn_major_b>> ();
    }
  return {};
}

struct dmma_kernel
dmma_by_tma (const gk_matmul *p, int tile)
{
  return dmma_by_layout (p, [=] (auto a, auto b) {
    const bool mn_a = decltype (a)::mn, mn_b = decltype (b)::mn;

    switch (dmma_form_of (p)) {
    case DMMA_BATCHED:
      return batched_kernel_of_tile<mn_a, mn_b> (tile);
    case DMMA_UPDATED:
      return kernel_of_tile<mn_a, mn_b, DMMA_UPDATED> (tile);
    default:
      return kernel_of_tile<mn_a, mn_b, DMMA_PLAIN> (tile);
    }
  });
}

int
dmma_make_tma (const gk_host *host, const gk_matmul *p,
               const struct dmma_kernel *kernel,
               const struct dmma_update_task *task,
               const struct prepared_shape *shape, void **state)
{
  const struct operand a = operand_a (p), b = operand_b (p);
  const struct tensor_map_matrix c
      = { p->c, 8, p->m, p->k, p->ldc, false, false, a.batch, p->stride_c };
  const bool transposed = dmma_is_transposed (a.mn_major, b.mn_major);
  struct dmma_tma_update_task t = {};
  int r;

  t.task = *task;
  t.update = task->update;
  /* TMA writes 16 bytes at a time, beyond the end of a row too. */
  t.boxes = p->k % 2 == 0 && task->aligned;
  r = operand_map (host, transposed ? &t.left : &t.right, &a, kernel->rows, 1);
  if (r == GK_OK)
    r = operand_map (host, transposed ? &t.right : &t.left, &b, kernel->cols,
                     1);
  if (r == GK_OK && t.boxes)
    r = tensor_map_make (host, &t.c, &c, dmma_box_rows);
  if (r == GK_OK)
    return prepared_make_bytes (host, kernel->kernel, shape, &t,
                                dmma_form_of (p) == DMMA_UPDATED
                                    ? sizeof t
                                    : sizeof (struct dmma_tma_task),
                                state);
  if (shape->before)
    prepared_release (host, shape->before);
  return r;
}
