/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over cp-async: the Tensor Memory Accelerator (TMA) copies whole boxes: one
 * warp starts the copies, eight others multiply, and four transpose A (below).
 * In cp-async some 3 % of the instructions compute addresses and start copies,
 * and at each step all warps wait for the slowest at the block's barrier.  Here
 * they wait at mbarriers, for data only.
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
 * Of f32 there are smaller tiles, with several blocks on a multiprocessor: all
 * blocks together share a few of these, where 128 x 256 would leave most of the
 * sums to be added through memory.
 *
 * Operands of 4 bytes that are not row-major where C is are transposed first,
 * and those whose rows begin anywhere are moved (repacked.h).
 */
#include <math.h>

#include "cuda/compiled-for.cuh"
#include "cuda/cleared.cuh"
#include "cuda/prepared.cuh"
#include "matmul/cuda/cuda.h"
#include "matmul/forms.h"
#include "matmul/row-major.h"
#include "operand.h"
#include "repacked.h"
#include "tiles.cuh"
#include "tma.cuh"
#include "ways.h"

/* Indices of the options. */
enum { TILE, STAGES, SHARE, BAND, N_OPTIONS };

/* The tunable's choices, in this order. */
enum { TILE_AUTO };
static const int tile_choices[]
    = { FMA_AUTO, FMA_128x256, FMA_128x128, FMA_64x64 };

/* The choices of SHARE. */
enum { SHARE_AUTO, SHARE_NONE };

/* The most shared memory of a block, less the static part. */
static const int most_shared = 227 * 1024 - 1024;

/* Of a multiprocessor, of which each block also uses 1 KiB, and some for
 * barriers. */
static const int all_shared = 228 * 1024, shared_besides = 2048;

/* With fewer steps, another block does not pay, nor do more blocks of a small
 * tile, whose sums are added one behind the other. */
static const int least_steps = 2, most_sharers = 16;

/* Tiles for batches, with the share of the peak that they are assumed to reach
 * in steady state, and the cycles from a tile's last multiplication until its
 * block multiplies again. */
static const struct batched_tile {
  int tile; /* enum fma_tile_choice */
  double share;
} batched_tiles[]
    = { { FMA_128x256, 0.89 }, { FMA_128x128, 0.85 }, { FMA_64x64, 0.75 } };
static const double tile_end = 1200;

template <typename S>
static struct fma_kernel
kernel_of (void)
{
  return { (const void *)tma_matmul<S>,
           S::rows,
           S::cols,
           S::inner,
           S::slices,
           S::all_threads,
           S::stage,
           S::rows * S::row_b,
           S::blocks };
}

template <typename T, enum tma_form form = TMA_PLAIN>
static struct fma_kernel
kernel_of_type (void)
{
  return kernel_of<tma_shape<T, 4, 2, 4, 1, form>> ();
}

/* Of f32.  Smaller tiles have as many warps that multiply on a multiprocessor,
 * in several blocks, of which one stores while others multiply. */
template <enum tma_form form>
static struct fma_kernel
find_f32 (int tile)
{
  switch (tile) {
  case FMA_128x128:
    return kernel_of<tma_shape<float, 4, 2, 2, 2, form>> ();
  case FMA_64x64:
    return kernel_of<tma_shape<float, 2, 1, 2, 4, form>> ();
  default:
    return kernel_of_type<float, form> ();
  }
}

static enum tma_form
form_of (const gk_matmul *p)
{
  if (p->batch > 1)
    return TMA_BATCHED;
  return matmul_is_updated (p, p->bias != NULL) ? TMA_UPDATED : TMA_PLAIN;
}

static struct fma_kernel
find_fma_kernel (gk_dtype dtype, enum tma_form form, int tile)
{
  if (form == TMA_BATCHED)
    return find_f32<TMA_BATCHED> (tile);
  if (form == TMA_UPDATED)
    return kernel_of_type<float, TMA_UPDATED> ();
  return dtype == GK_F32   ? find_f32<TMA_PLAIN> (tile)
         : dtype == GK_I32 ? kernel_of_type<uint32_t> ()
                           : kernel_of_type<double> ();
}

/* The tiles of all products. */
static double
count_tiles (const gk_matmul *p, const struct fma_kernel *kernel)
{
  return (double)tiles_over (p->m, kernel->rows)
         * (double)tiles_over (p->k, kernel->cols) * (double)p->batch;
}

/* GK_OK, or GK_SKIP after a message, where a form has no kernel: of f64, tensor
 * cores are twice as fast. */
static int
check_form (const gk_host *host, const gk_matmul *p, int tile)
{
  const bool updated = matmul_is_updated (p, p->bias != NULL);
  const struct fma_kernel smallest = find_f32<TMA_BATCHED> (FMA_64x64);

  if (p->batch > 1
      && (updated || p->dtype != GK_F32
          || count_tiles (p, &smallest) >= 0x1p30))
    host->error (host, "tma has batches of f32 only, without alpha, beta and "
                       "bias, and of less than 2^30 tiles; use dmma for f64, "
                       "cp-async for others");
  else if (updated && p->dtype != GK_F32)
    host->error (host,
                 "tma computes alpha, beta and bias of f32 only; use dmma");
  else if ((updated || p->dtype != GK_F32) && tile != FMA_AUTO
           && tile != FMA_128x256)
    host->error (host,
                 "tma has other tiles than 128x256 for f32 without alpha, "
                 "beta and bias only; use tile = auto");
  else
    return GK_OK;
  return GK_SKIP;
}

/* The cycles of a multiprocessor for its tiles of a batch.  With fewer blocks
 * than fit, schedulers have too few warps. */
static double
batch_cost (const gk_matmul *p, const struct batched_tile *t, int units)
{
  const struct fma_kernel k = find_f32<TMA_BATCHED> (t->tile);
  const double each = ceil (count_tiles (p, &k) / units);
  const double blocks = each < k.blocks ? each : k.blocks;
  const double inner = (double)(tiles_over (p->n, k.inner) * k.inner);

  return each
         * (inner * k.rows * k.cols / 128 / t->share * k.blocks / blocks
            + tile_end / blocks);
}

static int
choose_tile (const gk_matmul *p, int requested, int units)
{
  double best = INFINITY;
  int tile = FMA_128x256;

  if (p->batch == 1 || requested != FMA_AUTO)
    return requested;
  for (size_t i = 0; i < GK_COUNT (batched_tiles); i++) {
    const double is = batch_cost (p, &batched_tiles[i], units);

    if (is < best) {
      best = is;
      tile = batched_tiles[i].tile;
    }
  }
  return tile;
}

static int
map_operands (const gk_host *host, const gk_matmul *p,
              const struct fma_kernel *kernel, struct tma_task *task)
{
  const uint32_t size = p->dtype == GK_F64 ? 8 : 4;
  const int64_t batch = p->batch > 1 ? p->batch : 0;
  const struct tensor_map_matrix a
      = { p->a, size, p->m, p->n, p->lda, false, false, batch, p->stride_a };
  const struct tensor_map_matrix b
      = { p->b, size, p->n, p->k, p->ldb, false, false, batch, p->stride_b };
  const int r = tensor_map_make (host, &task->a, &a, (uint32_t)kernel->rows);

  return r == GK_OK ? tensor_map_make_plain (host, &task->b, &b,
                                             (uint32_t)kernel->inner,
                                             (uint32_t)kernel->cols)
                    : r;
}

/* Distributes tiles over so many blocks.  Adding up through memory takes a few
 * microseconds, a step some four: blocks share tiles whenever a wave is
 * incomplete, but those of a batch never. */
static struct stream_k
assign_tiles (const struct fma_task *fma, const struct fma_kernel *kernel,
              int64_t batch, int units, bool share)
{
  const int blocks = kernel->blocks * units;
  const int least = kernel->blocks > 1 ? fma->steps / most_sharers : 0;
  struct stream_k s = {};
  int tiles;

  s.bands = fma->bands;
  stream_k_set_divisors (&s);
  s.steps = fma->steps;
  s.again = (int)batch - 1;
  tiles = stream_k_tiles (&s);
  if (share && batch == 1)
    stream_k_share_last (&s, blocks, least > least_steps ? least : least_steps);
  s.blocks = s.sharers > 0 ? s.sharers : tiles < blocks ? tiles : blocks;
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
      host, device, sharers * (size_t)(kernel->threads / 32), &task->ready);
}

static int
stages_of (const struct fma_kernel *kernel, int requested)
{
  const int each = all_shared / kernel->blocks - shared_besides;
  const int room = (each < most_shared ? each : most_shared) / kernel->stage;
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
  if (p->batch > 1) {
    task->fma.aligned &= p->stride_a % 4 == 0 && p->stride_b % 4 == 0;
    task->fma.aligned_c &= p->stride_c % 4 == 0;
  }
  if (!task->fma.aligned) {
    host->error (host, "TMA needs rows, and matrices of a batch, that begin at "
                       "multiples of 16 bytes; use another leading dimension "
                       "or size, or cp-async");
    return GK_SKIP;
  }
  task->tiles
      = assign_tiles (&task->fma, kernel, p->batch, (int)device->units, share);
  return map_operands (host, p, kernel, task);
}

/* Makes the launch of a complete task. */
static int
make_launch (const gk_host *host, const gk_matmul *p,
             const struct fma_kernel *kernel, struct tma_update_task *task,
             struct prepared_shape *shape, void **state)
{
  const enum tma_form form = form_of (p);

  task->alpha = (float)p->alpha;
  task->beta = (float)p->beta;
  task->bias = static_cast<const float *> (p->bias);
  shape->grid = dim3 ((unsigned)task->tiles.blocks);
  shape->block = dim3 ((unsigned)kernel->threads);
  shape->shared = task->fma.stages * kernel->stage;
  shape->pdl = true;
  if (kernel->blocks > 1)
    shape->carveout = 100;
  if (form == TMA_BATCHED) {
    const struct tma_batch_task batch = { *task, p->stride_c };

    return prepared_make_bytes (host, kernel->kernel, shape, &batch,
                                sizeof batch, state);
  }
  return prepared_make_bytes (
      host, kernel->kernel, shape, task,
      form == TMA_UPDATED ? sizeof *task : sizeof (struct tma_task), state);
}

static int
tma_make (const gk_host *host, const gk_device *device,
          const gk_matmul *problem, const struct fma_settings *settings,
          bool share, void **state)
{
  gk_matmul p = matmul_row_major (problem);
  const int tile = choose_tile (&p, settings->tile, (int)device->units);
  const struct fma_kernel kernel
      = find_fma_kernel (p.dtype, form_of (&p), tile);
  struct prepared_shape shape = {};
  struct tma_update_task task = {};
  struct repacked repacked;
  int r = operand_check_limits (host, &p);

  if (r == GK_OK)
    r = check_form (host, &p, tile);
  if (r == GK_OK)
    r = check_code_90a (host, kernel.kernel);
  if (r == GK_OK)
    r = repacked_redirect (host, &p, GK_ROW_MAJOR, GK_ROW_MAJOR, true,
                           &repacked);
  if (r == GK_OK)
    r = set_task (host, device, &p, &kernel, *settings, share, &task);
  if (r == GK_OK)
    r = allocate_workspace (host, device, &kernel, &task);
  if (r == GK_OK)
    r = repacked_make (host, &p, &repacked, NULL, &shape.before);
  if (r != GK_OK)
    return r;
  host->log (host, "tile %dx%d, %d blocks, of %d tiles %d shared", kernel.rows,
             kernel.cols, task.tiles.blocks, stream_k_tiles (&task.tiles),
             task.tiles.shared);
  return make_launch (host, &p, &kernel, &task, &shape, state);
}

static int
tma_prepare (const gk_host *host, const gk_device *device, const void *problem,
             const gk_value *values, void **state)
{
  const struct fma_settings settings
      = { tile_choices[values[TILE].i], 0, (int)values[STAGES].i,
          (int)values[BAND].i };

  return tma_make (host, device, static_cast<const gk_matmul *> (problem),
                   &settings, values[SHARE].i != SHARE_NONE, state);
}

extern "C" gk_variant
matmul_tma_variant (void)
{
  static const char *const tiles[]
      = { "auto", "128x256", "128x128", "64x64", NULL };
  static const char *const shares[] = { "auto", "none", NULL };
  static const gk_option options[N_OPTIONS] = {
    cuda_choice ("tile",
                 "rows x columns of C that a block computes at a time: larger "
                 "ones read less, smaller ones of f32 fill the device",
                 NULL, tiles, TILE_AUTO),
    cuda_number ("stages",
                 "stages of the pipeline, a step along the inner dimension "
                 "each, at least two; 0: as many as fit",
                 "steps", 0, 0, fma_most_stages),
    cuda_choice (
        "share",
        "tiles that blocks share, each a part of the inner dimension "
        "(stream-K); auto: those of the last waves, so that no block is idle, "
        "and of a batch none",
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
  v.forms = GK_MATMUL_BATCH | GK_MATMUL_UPDATE;
  return v;
}

/* The model has tiles of batches only, and is not sure of these. */
extern "C" int
matmul_tma_ways (const gk_matmul *p, const gk_device *, struct way *ways,
                 int most)
{
  const bool has_tiles
      = p->dtype == GK_F32 && !matmul_is_updated (p, p->bias != NULL);
  int made = 1;

  ways[0] = way_by_default ("tma", matmul_tma_variant ());
  for (size_t i = 0; has_tiles && i < GK_COUNT (tile_choices) && made < most;
       i++)
    if (tile_choices[i] == FMA_128x128 || tile_choices[i] == FMA_64x64) {
      ways[made] = ways[0];
      ways[made++].values[TILE].i = (int64_t)i;
    }
  return made;
}
