/* SPDX-License-Identifier: BSD-3-Clause
 *
 * For products so small that a launch is all latency: of the 4 us of 64^3, the
 * launch itself takes 3.  Where the other rungs have a pipeline, this one makes
 * a single trip to memory:
 *
 * - A block has a tile of 32 x 16 to 64 x 32, whose inner dimension eight warps
 *   share.  Each thread loads all its factors at once, straight to the
 *   registers that mma.sync reads, whatever the layout (small-fragment.cuh): no
 *   descriptor to wait for, no copy to shared memory, no barrier.  The warps'
 *   sums are added in shared memory, once.
 * - Instructions come from memory, too, 128 bytes at a time, when they are
 *   first needed.  A ninth warp, which has nothing to load, runs ahead through
 *   the code that follows, to warm the instruction cache: that gains 0.64 us of
 *   4.80 at 64^3.
 * - Parameters are one line of the constant cache, and C's lines are prefetched
 *   while operands load, so that the translation of their addresses is there.
 *
 * The limit is what can be loaded at once: 1024 bytes along the inner
 * dimension.  All loads are of 4 to 16 bytes, and rows must be multiples of
 * them.
 */
#include <cuda_runtime.h>

#include "cuda/compiled-for.cuh"
#include "cuda/prepared.cuh"
#include "matmul/cuda/cuda.h"
#include "operand.h"
#include "matmul/row-major.h"
#include "small.h"
#include "tiles.cuh"

/* Indices of the options. */
enum { TILE, N_OPTIONS };

static const int64_t most_tiles_across = 65535;
static const int64_t most_pitch = INT64_C (1) << 31; /* bytes */

static small_find *
find_of (gk_dtype dtype)
{
  switch (dtype) {
  case GK_BF16:
    return small_find_bf16;
  case GK_F16:
    return small_find_f16;
  case GK_TF32:
    return small_find_tf32;
  case GK_I8:
    return small_find_i8;
  default:
    return small_find_u8;
  }
}

/* Whether whole loads of a thread are inside, and aligned. */
static bool
is_ready (const struct operand *o)
{
  return o->inner * o->element % 16 == 0 && o->pitch * o->element < most_pitch
         && o->lines < most_pitch
         && (o->mn_major ? o->lines % 4 == 0 && o->pitch % 4 == 0
                         : o->pitch * o->element % 16 == 0);
}

static bool
accepts_problem (const gk_matmul *p, const struct operand *a,
                 const struct operand *b)
{
  return is_ready (a) && is_ready (b) && p->ldc < most_pitch / 4
         && a->inner * a->element
                <= small_chunk * small_warps * small_most_depth;
}

static int64_t
count_tiles (const struct small_kernel *kernel, const gk_matmul *p)
{
  return tiles_over (p->m, kernel->rows) * tiles_over (p->k, kernel->cols)
         * p->batch;
}

/* The smallest tile with at most one block per multiprocessor: larger tiles
 * load less in total, but a block waits for all its loads. */
static struct small_kernel
choose_tile (small_find *find, const gk_matmul *p, int units, int tile,
             struct small_choice *choice)
{
  struct small_kernel kernel = {};

  for (int t = SMALL_AUTO + 1; t < SMALL_TILES; t++)
    if (tile == SMALL_AUTO || t == tile) {
      choice->tile = t;
      kernel = find (*choice);
      if (count_tiles (&kernel, p) <= units)
        break;
    }
  return kernel;
}

static struct small_choice
choice_of (const struct operand *a, const struct operand *b)
{
  struct small_choice choice = {};

  choice.depth
      = small_warps_of ((unsigned)(a->inner * a->element), 1) > small_warps ? 2
                                                                            : 1;
  choice.mn_major_a = a->mn_major;
  choice.mn_major_b = b->mn_major;
  return choice;
}

static struct small_kernel
kernel_of (const gk_matmul *p, const struct operand *a, const struct operand *b,
           int units, int tile)
{
  small_find *const find = find_of (p->dtype);
  struct small_choice choice = choice_of (a, b);
  struct small_kernel kernel = choose_tile (find, p, units, tile, &choice);

  choice.whole = p->m % kernel.rows == 0 && p->k % kernel.cols == 0
                 && p->ldc % 4 == 0
                 && a->inner * a->element % (small_chunk * choice.depth) == 0;
  return find (choice);
}

extern "C" bool
matmul_small_suits (const gk_matmul *problem, const gk_device *device)
{
  const gk_matmul p = matmul_row_major (problem);
  const struct operand a = operand_a (&p), b = operand_b (&p);
  struct small_kernel kernel;

  if (operand_is_summed_wide (&p) || !accepts_problem (&p, &a, &b))
    return false;
  kernel = kernel_of (&p, &a, &b, (int)device->units, SMALL_AUTO);
  /* With larger tiles, adding up the sums of 16-bit products takes longer than
   * the whole product by Hopper's wgmma: at 512^3, 6.6 against 6.1 us. */
  if (device->capability == 90 && a.element == 2
      && kernel.rows * kernel.cols > 32 * 32)
    return false;
  return count_tiles (&kernel, &p) <= (int64_t)device->units;
}

static int
small_check (const gk_host *host, const gk_matmul *p, const struct operand *a,
             const struct operand *b, const struct small_kernel *kernel)
{
  if (check_code (host, (const void *)kernel->kernel, 80) != GK_OK)
    return GK_SKIP;
  if (operand_is_summed_wide (p))
    host->error (host, "small has results of 16 bits of factors of 16 bits; "
                       "persistent has f32, too");
  else if (!accepts_problem (p, a, b))
    host->error (host,
                 "small loads 16 bytes at a time, and up to %d bytes along the "
                 "inner dimension: make n smaller, and sizes and leading "
                 "dimensions multiples of 16 bytes",
                 small_chunk * small_warps * small_most_depth);
  else if (tiles_over (p->k, kernel->cols) > most_tiles_across
           || tiles_over (p->m, kernel->rows) > INT64_C (0x7fffffff))
    host->error (
        host,
        "there are more tiles than a grid has blocks; make m or k smaller");
  else
    return GK_OK;
  return GK_SKIP;
}

static int
small_prepare (const gk_host *host, const gk_device *device,
               const void *problem, const gk_value *values, void **state)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const struct operand a = operand_a (&p), b = operand_b (&p);
  const struct small_kernel kernel
      = kernel_of (&p, &a, &b, (int)device->units, (int)values[TILE].i);
  struct prepared_shape shape = {};
  struct small_task task = {};
  int r = small_check (host, &p, &a, &b, &kernel);

  if (r == GK_OK)
    r = batch_strides_of (host, &p, &task.strides);

  if (r != GK_OK)
    return r;
  task.a = static_cast<const unsigned char *> (p.a);
  task.b = static_cast<const unsigned char *> (p.b);
  task.c = p.c;
  task.rows = (unsigned)p.m;
  task.cols = (unsigned)p.k;
  task.inner = (unsigned)(p.n * a.element);
  task.pitch_a = (unsigned)(p.lda * a.element);
  task.pitch_b = (unsigned)(p.ldb * b.element);
  task.ldc = (unsigned)p.ldc;
  host->log (host, "tile %dx%d", kernel.rows, kernel.cols);
  shape.grid
      = dim3 ((unsigned)tiles_over (p.m, kernel.rows),
              (unsigned)tiles_over (p.k, kernel.cols), (unsigned)p.batch);
  shape.block = dim3 ((unsigned)kernel.threads);
  shape.shared = kernel.shared;
  shape.pdl = true;
  return prepared_make (host, kernel.kernel, shape, task, state);
}

extern "C" gk_variant
matmul_small_variant (void)
{
  static const char *const tiles[] = { SMALL_TILE_NAMES, NULL };
  static const gk_option options[N_OPTIONS] = {
    cuda_choice (
        "tile",
        "a block's tile of C, the first number along the MN-major operand, or "
        "rows: larger ones load less, smaller ones finish sooner",
        NULL, tiles, SMALL_AUTO),
  };
  gk_variant v = prepared_variant (small_prepare, options, N_OPTIONS);

  v.dtypes = MATMUL_MATRIX_DTYPES;
  v.layouts = MATMUL_LAYOUTS;
  v.capability = 80;
  v.problem_size = sizeof (gk_matmul);
  v.forms = GK_MATMUL_TYPES | GK_MATMUL_BATCH;
  return v;
}
