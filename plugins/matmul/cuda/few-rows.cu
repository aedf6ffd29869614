/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Products of few rows, or columns, of C, as in inference: the time is that of
 * reading the other operand once, at the speed of memory.
 *
 * - A block has 64 of its lines; if there are too few blocks for all
 *   multiprocessors, the blocks of a cluster share the inner dimension, and
 *   send their sums to each other's shared memory, where they are added in a
 *   fixed order (split-K).
 * - Tiles have 16 or 32 rows.  For those that C lacks, the last one is loaded
 *   again, and the sums are not stored.
 * - Copies are by cp.async, in whole lines of 128 bytes, with 100 KB in flight
 *   in each multiprocessor.  They pass through the L1 cache, where copies in
 *   flight occupy lines: so the stages leave it half of the memory that both
 *   share.
 * - One warp warms the instruction cache, as in small.cu.
 */
#include <cuda_runtime.h>

#include "cuda/blocks-per-sm.cuh"
#include "cuda/compiled-for.cuh"
#include "cuda/prepared.cuh"
#include "few-rows.cuh"
#include "by-type.cuh"
#include "matmul/cuda/cuda.h"
#include "operand.h"
#include "matmul/row-major.h"
#include "tiles.cuh"

/* Indices of the options. */
enum { SPLITS, N_OPTIONS };

enum { MOST_FEW = 32, MOST_SPLITS_LOG2 = 3, LEAST_STEPS = 2 };

/* One of the kernels. */
struct few_rows_kernel {
  void (*kernel) (const struct few_rows_task);
  int threads, shared;
};

/* For all of them. */
static const int block_lines = 64, step = 256;

template <class S>
static struct few_rows_kernel
kernel_of_shape (void)
{
  static_assert (S::block_x == block_lines && S::step == step, "");
  return { few_rows<S>, S::launched, S::shared };
}

/* X and Y are A and B, or, transposed, B and A. */
struct few_rows_product {
  struct operand x, y;
  bool transposed;
};

/* Stages of 20 and 24 KB: 120 in all. */
template <enum mma_type type, bool mn_major, bool transposed>
static struct few_rows_kernel
kernel_of_width (int64_t few)
{
  return few <= 16 ? kernel_of_shape<
             few_rows_shape<type, mn_major, transposed, 2, 6>> ()
                   : kernel_of_shape<
                       few_rows_shape<type, mn_major, transposed, 4, 5>> ();
}

template <enum mma_type type>
static struct few_rows_kernel
kernel_of_type (const struct few_rows_product *p)
{
  if (p->x.mn_major)
    return p->transposed ? kernel_of_width<type, true, true> (p->y.lines)
                         : kernel_of_width<type, true, false> (p->y.lines);
  return p->transposed ? kernel_of_width<type, false, true> (p->y.lines)
                       : kernel_of_width<type, false, false> (p->y.lines);
}

/* Of floats of 8 bits mma.sync adds as exactly as of 16 on Hopper, to which it
 * converts them. */
static struct few_rows_kernel
kernel_of (gk_dtype dtype, const struct few_rows_product *p)
{
  if (dtype == GK_F8_E4M3)
    return kernel_of_type<MMA_E4M3> (p);
  return choose_by_type (
      dtype, [=] (auto type) { return kernel_of_type<type.of_mma> (p); });
}

static struct few_rows_product
product_of (const gk_matmul *p)
{
  const bool transposed = p->m < p->k;
  const struct operand a = operand_a (p), b = operand_b (p);

  return { transposed ? b : a, transposed ? a : b, transposed };
}

/* Whether 16 bytes can be copied at a time. */
static bool
is_ready (const struct operand *o)
{
  const int64_t most = INT64_C (1) << 31;

  return o->inner * o->element % 16 == 0 && o->inner * o->element < most
         && o->pitch * o->element % 16 == 0 && o->pitch * o->element < most
         && o->lines < most
         && (!o->mn_major || o->lines * o->element % 16 == 0);
}

static bool
accepts_product (const struct few_rows_product *p)
{
  return p->y.lines <= MOST_FEW && !p->y.mn_major && is_ready (&p->x)
         && is_ready (&p->y);
}

/* As many splits as there are multiprocessors for, and steps.  Clusters of four
 * and more leave some multiprocessors idle. */
static int
choose_splits_log2 (int64_t blocks, int64_t steps, int units)
{
  int log2 = 0;

  while (log2 < MOST_SPLITS_LOG2
         && blocks << (log2 + 1) <= (log2 == 0 ? units : units * 7 / 8)
         && steps >> (log2 + 1) >= LEAST_STEPS)
    log2++;
  return log2;
}

/* With more than 16 rows, half as many bytes of Y come from L2 as of X: in a
 * long launch that exceeds L2's bandwidth, and larger tiles are faster.  Of 16
 * bits the engine's tiles are faster from fewer rows on: from 9 where it has
 * narrow ones, since both operands are K-major (bf16, 4096 x 2048: 10.3 us for
 * 16 rows, 12.5 here). */
extern "C" bool
matmul_few_rows_suits (const gk_matmul *problem, const gk_device *device)
{
  const double most_bytes = 48e6;
  const gk_matmul p = matmul_row_major (problem);
  const struct few_rows_product it = product_of (&p);
  const double bytes = (double)it.x.lines * (double)it.x.inner * it.x.element;

  return accepts_product (&it)
         && tiles_over (it.x.lines, block_lines) <= device->units
         && (it.x.element == 2 ? it.y.lines <= (it.x.mn_major ? 16 : 8)
                               : it.y.lines <= 16 || bytes <= most_bytes);
}

static int
few_rows_check (const gk_host *host, const struct few_rows_product *p,
                const struct few_rows_kernel *kernel)
{
  if (check_code (host, (const void *)kernel->kernel, 90) != GK_OK)
    return GK_SKIP;
  if (p->y.lines > MOST_FEW)
    host->error (host,
                 "few-rows is for C of up to %d rows or columns; make m "
                 "or k smaller",
                 (int)MOST_FEW);
  else if (!accepts_product (p))
    host->error (host,
                 "few-rows copies 16 bytes at a time, and the operand of few "
                 "rows must be K-major: use layout = row or tn, and sizes and "
                 "leading dimensions that are multiples of 16 bytes");
  else
    return GK_OK;
  return GK_SKIP;
}

static struct few_rows_operand
make_operand (const struct operand *o)
{
  return { static_cast<const unsigned char *> (o->at),
           (unsigned)(o->pitch * o->element), (unsigned)o->lines };
}

static int
few_rows_prepare (const gk_host *host, const gk_device *device,
                  const void *problem, const gk_value *values, void **state)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const struct few_rows_product it = product_of (&p);
  const struct few_rows_kernel kernel = kernel_of (p.dtype, &it);
  const int64_t blocks = tiles_over (it.x.lines, block_lines);
  const int64_t steps = tiles_over (it.x.inner * it.x.element, step);
  const int r = few_rows_check (host, &it, &kernel);
  struct prepared_shape shape = {};
  struct few_rows_task task = {};

  if (r != GK_OK)
    return r;
  task.splits_log2
      = values[SPLITS].i > 0
            ? (int)values[SPLITS].i - 1
            : choose_splits_log2 (blocks, steps, (int)device->units);
  task.x = make_operand (&it.x);
  task.y = make_operand (&it.y);
  task.c = p.c;
  task.ldc = (unsigned)p.ldc;
  task.inner = (unsigned)(it.x.inner * it.x.element);
  task.each = (unsigned)tiles_over (steps, 1 << task.splits_log2) * step;
  host->log (host, "%lld blocks, clusters of %d", (long long)blocks,
             1 << task.splits_log2);
  shape.grid = dim3 ((unsigned)(blocks << task.splits_log2));
  shape.block = dim3 ((unsigned)kernel.threads);
  shape.pdl = true;
  /* Otherwise the driver would reserve room for two blocks, at the cost of the
   * L1 cache. */
  blocks_per_sm (device->ordinal, kernel.shared, 1, &shape);
  shape.cluster = task.splits_log2 > 0 ? 1 << task.splits_log2 : 0;
  return prepared_make (host, kernel.kernel, shape, task, state);
}

extern "C" gk_variant
matmul_few_rows_variant (void)
{
  static const char *const splits[] = { "auto", "1", "2", "4", "8", NULL };
  static const gk_option options[N_OPTIONS] = {
    cuda_choice ("splits",
                 "blocks of a cluster that share the inner dimension "
                 "(split-K); auto: chosen by the problem",
                 "blocks", splits, 0),
  };
  gk_variant v = prepared_variant (few_rows_prepare, options, N_OPTIONS);

  v.dtypes = MATMUL_MATRIX_DTYPES | GK_BIT (GK_F8_E4M3);
  v.layouts = MATMUL_LAYOUTS;
  v.capability = 90;
  return v;
}
