/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What cp-async's threads do besides multiplying, some 3 % of their
 * instructions, is to compute addresses and start copies, and at each step the
 * block's barrier has all warps wait for the slowest.  Here the Tensor Memory
 * Accelerator (TMA) copies whole boxes: one warp starts them, eight multiply.
 * They meet at two mbarriers a stage, one of which says that it has arrived,
 * the other that all have read it, so that a warp waits for data alone.  Of
 * 1000 instructions that those eight issue 945 multiply, and 45 read shared
 * memory.
 *
 * A warp of which three share a scheduler may have 168 registers.  Those that
 * load give theirs to those that multiply (setmaxnreg), which take 240.
 *
 * Blocks stay and take tile after tile, so that the next tile's first stages
 * arrive while one is stored.
 *
 * The boxes of A are swizzled as TMA does it for wgmma, which suits reads of 16
 * bytes along the inner dimension as well (fma-tile.cuh); those of B, whose
 * rows lie across, need no swizzle.
 */
#include "cuda/compiled-for.cuh"
#include "cuda/prepared.cuh"
#include "matmul/cuda.h"
#include "matmul/row-major.h"
#include "operand.h"
#include "tma.cuh"

/* By the options' places. */
enum { TILE, STAGES, BAND, N_OPTIONS };

/* Of shared memory, what a block may have less what is static. */
static const int most_shared = 227 * 1024 - 1024;

template <typename S>
static struct fma_kernel
kernel_of (void)
{
  return { (const void *)tma<S>, S::rows,  S::cols, S::inner, S::slices,
           S::threads + 128,     S::stage, 0,       S::blocks };
}

template <typename T>
static struct fma_kernel
kernel_of_tile (int tile)
{
  if (tile == FMA_256x128)
    return kernel_of<fma_shape<T, 8, 4, 4, 2, 1, 128, 1>> ();
  return kernel_of<fma_shape<T, 8, 4, 2, 4, 1, 128, 1>> ();
}

static struct fma_kernel
find (gk_dtype dtype, int tile)
{
  return dtype == GK_F32   ? kernel_of_tile<float> (tile)
         : dtype == GK_I32 ? kernel_of_tile<uint32_t> (tile)
                           : kernel_of_tile<double> (tile);
}

static int
map_operands (const gk_host *host, const gk_matmul *p,
              const struct fma_kernel *kernel, struct tma_task *task)
{
  const uint32_t size = p->dtype == GK_F64 ? 8 : 4;
  const struct tensor_map_matrix a = { p->a, size, p->m, p->n, p->lda };
  const struct tensor_map_matrix b = { p->b, size, p->n, p->k, p->ldb };
  const int r = tensor_map_make (host, &task->a, &a, (uint32_t)kernel->rows);

  return r == GK_OK ? tensor_map_make_plain (host, &task->b, &b,
                                             (uint32_t)kernel->inner,
                                             (uint32_t)kernel->cols)
                    : r;
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const struct fma_kernel kernel
      = find (p.dtype, values[TILE].i == 1 ? FMA_256x128 : FMA_128x256);
  const int most = most_shared / kernel.stage;
  struct fma_settings settings = {};
  struct prepared_shape shape = {};
  struct tma_task task = {};
  int tiles, r = operand_sizes (host, &p);

  if (r == GK_OK)
    r = check_code_90a (host, kernel.kernel);
  if (r != GK_OK)
    return r;
  settings.splits = 1;
  settings.stages = values[STAGES].i > 0 && values[STAGES].i < most
                        ? (int)values[STAGES].i
                        : most;
  settings.band = (int)values[BAND].i;
  task.fma = fma_task_of (&p, &kernel, &settings, (int)device->units);
  if (!task.fma.aligned) {
    host->error (host,
                 "TMA takes rows that begin at multiples of 16 bytes; use "
                 "another leading dimension, or cp-async");
    return GK_SKIP;
  }
  r = map_operands (host, &p, &kernel, &task);
  if (r != GK_OK)
    return r;
  tiles = task.fma.down * task.fma.across;
  shape.grid
      = dim3 (tiles < (int)device->units ? (unsigned)tiles : device->units);
  shape.block = dim3 ((unsigned)kernel.threads);
  shape.shared = task.fma.stages * kernel.stage;
  return prepared_make_bytes (host, kernel.kernel, &shape, &task, sizeof task,
                              state);
}

extern "C" gk_variant
matmul_tma_variant (void)
{
  static const char *const tiles[] = { "128x256", "256x128", NULL };
  static const gk_option options[N_OPTIONS] = {
    cuda_choice ("tile",
                 "rows x columns of C that a block computes at a time (f64: "
                 "half the columns)",
                 NULL, tiles, 0),
    cuda_number (
        "stages",
        "steps along the inner dimension that are in flight; 0: as many "
        "as there is room for",
        "steps", 0, 0, fma_most_stages),
    cuda_number ("band",
                 "tiles taken down before the next across, to share columns in "
                 "L2; 0: as suits the device",
                 "tiles", 0, 0, 1024),
  };
  gk_variant v = prepared_variant (
      "tma",
      "one warp has the Tensor Memory Accelerator (TMA) load tiles, eight "
      "multiply, and no barrier of the block has them wait for each other",
      prepare, GK_ARRAY (options));

  v.dtypes = MATMUL_PLAIN_DTYPES;
  v.capability = v.capability_max = 90;
  return v;
}
