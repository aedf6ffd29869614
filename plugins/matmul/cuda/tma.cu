/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over cp-async: the Tensor Memory Accelerator (TMA) copies whole boxes: one
 * warp starts the copies, eight multiply.  In cp-async some 3 % of the
 * instructions compute addresses and start copies, and at each step all warps
 * wait for the slowest at the block's barrier.  Here they wait at mbarriers,
 * for data only.
 *
 * Registers are in two banks, the even and the odd ones, each of which delivers
 * one a cycle: two for a multiplication, which has three operands, every cycle.
 * A register that the previous multiplication had as the same operand needs no
 * read (reuse).  cp-async reads A by 16 bytes along the inner dimension: then
 * all factors from A of a step are in one bank, and eight multiplications take
 * nearly ten cycles.  Here four warps, one of which is the producer, transpose
 * A in shared memory, each 32 rows in its registers, so that the others read
 * neighbouring rows as one vector, half of them from each bank: f32 4096^3
 * takes 2.52 instead of 2.85 ms, with what follows.
 *
 * Blocks are persistent, so that the next tile's first stages arrive while one
 * is stored, and share the last tiles (stream-k.h): 512 tiles would be four
 * waves, of which the last one is 88 % full.
 *
 * The transposing warps give registers to those that multiply (setmaxnreg),
 * which have 208: without that, a warp could have 168, as three share a
 * scheduler.
 *
 * Operands of 4 bytes that are not row-major where C is are transposed first
 * (repacked.h).
 */
#include "cuda/compiled-for.cuh"
#include "cuda/cleared.cuh"
#include "cuda/prepared.cuh"
#include "matmul/cuda/cuda.h"
#include "matmul/forms.h"
#include "matmul/row-major.h"
#include "operand.h"
#include "repacked.h"
#include "tma.cuh"

/* Indices of the options. */
enum { STAGES, SHARE, BAND, N_OPTIONS };

/* The choices of SHARE. */
enum { SHARE_AUTO, SHARE_NONE };

/* The most shared memory of a block, less the static part. */
static const int most_shared = 227 * 1024 - 1024;

/* With fewer steps, another block does not pay. */
static const int least_steps = 2;

template <typename S>
static struct fma_kernel
kernel_of (void)
{
  return { (const void *)tma_matmul<S>,
           S::rows,
           S::cols,
           S::inner,
           S::slices,
           S::threads + tma_helpers * 32,
           S::stage,
           S::rows * S::row_b,
           S::blocks };
}

template <typename T, int updated = 0>
static struct fma_kernel
kernel_of_type (void)
{
  return kernel_of<fma_shape<T, 8, 4, 2, 4, 1, 128, 1, updated>> ();
}

static struct fma_kernel
find_fma_kernel (gk_dtype dtype, bool updated)
{
  if (updated)
    return kernel_of_type<float, 1> ();
  return dtype == GK_F32   ? kernel_of_type<float> ()
         : dtype == GK_I32 ? kernel_of_type<uint32_t> ()
                           : kernel_of_type<double> ();
}

/* GK_OK, or GK_SKIP after a message, where alpha, beta and bias have no kernel:
 * of f64, tensor cores are twice as fast. */
static int
check_update (const gk_host *host, const gk_matmul *p, bool updated)
{
  if (!updated || p->dtype == GK_F32)
    return GK_OK;
  host->error (host, "tma computes alpha, beta and bias of f32 only; use dmma");
  return GK_SKIP;
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

/* Distributes tiles over blocks.  Adding up through memory takes a few
 * microseconds, a step some four: blocks share tiles whenever a wave is
 * incomplete. */
static struct stream_k
assign_tiles (const struct fma_task *fma, int units, bool share)
{
  struct stream_k s = {};
  int tiles;

  s.down = fma->down;
  s.across = fma->across;
  s.band = fma->band;
  s.steps = fma->steps;
  tiles = stream_k_tiles (&s);
  if (share)
    stream_k_share_last (&s, units, least_steps);
  s.blocks = s.sharers > 0 ? s.sharers : tiles < units ? tiles : units;
  return s;
}

/* Allocates the partial sums of blocks that share tiles. */
static int
allocate_workspace (const gk_host *host, const gk_device *device,
                    const struct fma_kernel *kernel, struct tma_task *task)
{
  const size_t sharers = (size_t)task->tiles.sharers;

  if (sharers == 0)
    return GK_OK;
  task->partials = host->workspace (host, sharers * (size_t)kernel->part);
  if (!task->partials)
    return GK_SKIP;
  return cleared_workspace (
      host, device, sharers * (size_t)(kernel->threads / 32), &task->left);
}

static int
stages_of (const struct fma_kernel *kernel, int requested)
{
  const int room = most_shared / kernel->stage;
  const int most = room < fma_most_stages ? room : fma_most_stages;

  if (requested == 0 || requested > most)
    return most;
  return requested < fma_least_stages ? (int)fma_least_stages : requested;
}

/* Sets a kernel's parameter, except for the workspace. */
static int
set_task (const gk_host *host, const gk_device *device, const gk_matmul *p,
          const struct fma_kernel *kernel, struct fma_settings settings,
          bool share, struct tma_task *task)
{
  settings.splits = 1;
  settings.stages = stages_of (kernel, settings.stages);
  task->fma = fma_task_of (p, kernel, &settings, (int)device->units);
  if (!task->fma.aligned) {
    host->error (host, "TMA needs rows that begin at multiples of 16 bytes; "
                       "use another leading dimension, or cp-async");
    return GK_SKIP;
  }
  task->tiles = assign_tiles (&task->fma, (int)device->units, share);
  return map_operands (host, p, kernel, task);
}

int
tma_make (const gk_host *host, const gk_device *device,
          const gk_matmul *problem, const struct fma_settings *settings,
          bool share, void **state)
{
  gk_matmul p = matmul_row_major (problem);
  const bool updated = matmul_is_updated (&p, p.bias != NULL);
  const struct fma_kernel kernel = find_fma_kernel (p.dtype, updated);
  struct prepared_shape shape = {};
  struct tma_update_task task = {};
  struct repacked repacked;
  int r = operand_check_limits (host, &p);

  if (r == GK_OK)
    r = check_update (host, &p, updated);
  if (r == GK_OK)
    r = check_code_90a (host, kernel.kernel);
  if (r == GK_OK)
    r = repacked_redirect (host, &p, GK_ROW_MAJOR, GK_ROW_MAJOR, &repacked);
  if (r == GK_OK)
    r = set_task (host, device, &p, &kernel, *settings, share, &task);
  if (r == GK_OK)
    r = allocate_workspace (host, device, &kernel, &task);
  if (r == GK_OK)
    r = repacked_make (host, &p, &repacked, settings->only_if, &shape.before);
  if (r != GK_OK)
    return r;
  task.alpha = (float)p.alpha;
  task.beta = (float)p.beta;
  task.bias = static_cast<const float *> (p.bias);
  host->log (host, "%d blocks, of %d tiles %d shared", task.tiles.blocks,
             stream_k_tiles (&task.tiles), task.tiles.shared);
  shape.grid = dim3 ((unsigned)task.tiles.blocks);
  shape.block = dim3 ((unsigned)kernel.threads);
  shape.shared = task.fma.stages * kernel.stage;
  shape.pdl = task.fma.only_if != NULL;
  return prepared_make_bytes (host, kernel.kernel, &shape, &task,
                              updated ? sizeof task : sizeof (struct tma_task),
                              state);
}

static int
tma_prepare (const gk_host *host, const gk_device *device, const void *problem,
             const gk_value *values, void **state)
{
  const struct fma_settings settings
      = { FMA_AUTO, 0, (int)values[STAGES].i, (int)values[BAND].i, NULL };

  return tma_make (host, device, static_cast<const gk_matmul *> (problem),
                   &settings, values[SHARE].i != SHARE_NONE, state);
}

extern "C" gk_variant
matmul_tma_variant (void)
{
  static const char *const shares[] = { "auto", "none", NULL };
  static const gk_option options[N_OPTIONS] = {
    cuda_number ("stages",
                 "stages of the pipeline, a step along the inner dimension "
                 "each, at least two; 0: as many as fit",
                 "steps", 0, 0, fma_most_stages),
    cuda_choice (
        "share",
        "tiles that blocks share, each a part of the inner dimension "
        "(stream-K); auto: those of the last waves, so that no block is idle",
        NULL, shares, SHARE_AUTO),
    cuda_number ("band",
                 "tiles of a band, which are numbered down before across, to "
                 "share columns in L2; 0: chosen by the device",
                 "tiles", 0, 0, 1024),
  };
  gk_variant v = prepared_variant (tma_prepare, options, GK_COUNT (options));

  v.dtypes = MATMUL_PLAIN_DTYPES;
  v.layouts = MATMUL_LAYOUTS;
  v.capability = v.capability_max = 90;
  v.problem_size = sizeof (gk_matmul);
  v.forms = GK_MATMUL_UPDATE;
  return v;
}
