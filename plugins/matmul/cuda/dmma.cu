/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over register-tile: tensor cores multiply f64 by an instruction of their own
 * (mma.sync, which compiles to DMMA), twice as fast as the other units, and a
 * warp holds its 32 x 64 sums together, so that the whole warp uses each number
 * that it reads from shared memory.
 *
 * The rest keeps the tensor cores busy, that is, one of two warps of each
 * scheduler ready at any time:
 *
 * - operands are loaded to shared memory several stages ahead: on sm_90a by
 *   TMA, from a producer warp (dmma-tma.cuh); else by cp.async
 *   (dmma-cp-async.cuh).  Rows that are not aligned are copied to aligned ones
 *   for TMA if that pays, else go by cp.async.  Warps wait at mbarriers, never
 *   for all others;
 * - fragments have two buffers in registers, so that reads continue during
 *   the multiplications, also from one stage to the next;
 * - lines and steps are permuted over threads so that reads are of 16 bytes,
 *   free of bank conflicts, in the order that the instruction wants;
 * - TMA stores C from shared memory.  Stores by threads delayed the warps, and
 *   the reads of shared memory behind them: 2048 x 2048 took 301 us, and takes
 *   287 (H200; 330 before TMA);
 * - blocks are persistent, and load the next tile while they end one; tiles go
 *   in bands, which share rows and columns in L2; and blocks share the last
 *   tiles (stream-k.h), as the last wave would leave many blocks idle.
 *
 * Small tiles are for small matrices: there warps share a tile's inner
 * dimension, too.
 *
 * The tiles of a batch are numbered product by product; a tensor map of three
 * dimensions keeps TMA inside of a product's matrices.  These kernels, of whose
 * smaller tiles several blocks run on a multiprocessor, are fast for one
 * product with short sums, too (tiles many-): one block stores while others
 * multiply.
 *
 * Sources: A. Kerr et al., "CUTLASS: fast linear algebra in CUDA C++" (2017),
 * for the pipeline; NVIDIA, "Parallel Thread Execution ISA", for the
 * instructions.
 */
#include <cuda_runtime.h>

#include "cuda/compiled-for.cuh"
#include "cuda/dynamic-shared.cuh"
#include "cuda/cleared.cuh"
#include "cuda/launched.cuh"
#include "dmma-choose.h"
#include "matmul/batch.h"
#include "matmul/cuda/cuda.h"
#include "matmul/row-major.h"
#include "repacked.h"
#include "tiles.cuh"
#include "ways.h"

/* Indices of the options. */
enum { TILE, LOAD, STAGES, SHARE, BAND, N_OPTIONS };

/* The tunable's choices. */
enum { LOAD_AUTO, LOAD_TMA, LOAD_CP_ASYNC };

/* The first of the tunable's numbers of stages. */
enum { FIRST_STAGES = 2 };

/* The least shared memory of a block, in bytes, on any device from 8.0 on. */
static const int least_shared = 99 * 1024;

/* From the tunable's choice; 0: auto. */
static int
stages_of (int64_t choice)
{
  return choice > 0 ? (int)choice + FIRST_STAGES - 1 : 0;
}

/* Sets how many of a kernel's blocks run at once on a multiprocessor, and with
 * how many stages: with the requested number, else with as many as leave room
 * for the blocks that the kernel is compiled for. */
static cudaError_t
fit_stages (struct dmma_candidate *c, const gk_device *device, int requested)
{
  const struct dmma_kernel *const k = &c->kernel;
  const int shared_bytes
      = device->shared_bytes > 0 ? (int)device->shared_bytes : least_shared;
  const int room = (shared_bytes - k->fixed - k->besides) / k->stage;
  const int most = room < dmma_most_stages ? room : dmma_most_stages;
  const int least = requested > 0 && requested > k->least_stages
                        ? requested
                        : k->least_stages;
  int shared = 0, blocks = 0;
  cudaError_t e = cudaSuccess;

  c->stages = c->blocks = 0;
  for (int s = requested > 0 ? requested : most;
       s <= most && s >= least && c->blocks < k->blocks; s--) {
    shared = s * k->stage + k->besides;
    e = dynamic_shared_allow (k->kernel, shared);
    if (e == cudaSuccess)
      e = cudaOccupancyMaxActiveBlocksPerMultiprocessor (
          &blocks, k->kernel, k->threads, (size_t)shared);
    if (e != cudaSuccess)
      return e;
    if (blocks > c->blocks) {
      c->stages = s;
      c->blocks = blocks;
    }
  }
  return e;
}

/* Chooses the requested tile, or that of the least cost. */
static int
choose_kernel (const gk_host *host, const gk_device *device, const gk_matmul *p,
               const struct dmma_settings *settings,
               struct dmma_candidate *chosen, struct stream_k *tiles)
{
  const bool any = settings->tile == DMMA_AUTO;
  const int last = any ? DMMA_32x16 : settings->tile;
  double least = 0;

  chosen->stages = 0;
  for (int tile = any ? DMMA_128x128 : settings->tile; tile <= last; tile++) {
    struct dmma_candidate c = {};
    struct stream_k s;
    double cost;
    int r;

    c.kernel
        = settings->tma ? dmma_by_tma (p, tile) : dmma_by_cp_async (p, tile);
    if (!c.kernel.kernel)
      continue;
    r = cuda_launched (host, fit_stages (&c, device, settings->stages));
    if (r != GK_OK)
      return r;
    if (c.stages == 0)
      continue;
    cost = dmma_assign_tiles (p, device, &c, settings, &s);
    /* Larger tiles come first, and load less. */
    if (chosen->stages == 0 || cost < 0.99 * least) {
      least = cost;
      *chosen = c;
      *tiles = s;
    }
  }
  if (chosen->stages > 0)
    return GK_OK;
  host->error (
      host,
      "so many stages of this tile do not fit into shared memory, or cp.async, "
      "or alpha, beta and bias, or batches, have no such tile, or cp.async not "
      "with fewer than 4 stages; use others");
  return GK_SKIP;
}

/* Allocates the partial sums of blocks that share tiles. */
static int
allocate_workspace (const gk_host *host, const gk_device *device,
                    const struct dmma_kernel *kernel, struct dmma_task *task)
{
  const size_t blocks = (size_t)task->tiles.sharers;
  const size_t bytes = blocks * kernel->rows * kernel->cols * sizeof (double);

  if (blocks == 0)
    return GK_OK;
  task->partials = (double *)host->workspace (host, bytes);
  if (!task->partials)
    return GK_SKIP;
  return cleared_workspace (host, device, blocks * kernel->warps, &task->ready);
}

static int
check_batch (const gk_host *host, const gk_matmul *p)
{
  const double tiles = (double)tiles_over (p->m, 32)
                       * (double)tiles_over (p->k, 32) * (double)p->batch;

  if (p->batch == 1
      || (tiles < 0x1p30 && !matmul_is_updated (p, p->bias != NULL)))
    return GK_OK;
  host->error (host, "dmma has no alpha, beta and bias of a batch, or by tiles "
                     "many-, nor batches of 2^30 tiles and more; use "
                     "cp-async");
  return GK_SKIP;
}

static int
dmma_check (const gk_host *host, const gk_matmul *p)
{
  const int64_t most = INT64_C (1) << 30;
  const void *const kernel = dmma_by_cp_async (p, DMMA_128x128).kernel;

  if (check_code (host, kernel, 80) != GK_OK)
    return GK_SKIP;
  if (p->m >= most || p->n >= most || p->k >= most) {
    host->error (host, "dmma counts rows and columns in 32 bits; make sizes "
                       "smaller than 2^30");
    return GK_SKIP;
  }
  return check_batch (host, p);
}

/* Whether TMA can load the operands, whose rows have to begin at multiples of
 * 16 bytes, and store C of a batch: those kernels have no other way. */
static bool
suits_tma (const gk_matmul *p)
{
  return p->batch > 1 ? matmul_batch_is_even (p)
                      : p->lda % 2 == 0 && p->ldb % 2 == 0;
}

/* Whether it pays to copy one product's operands to such rows first, by another
 * launch.  From other rows cp.async copies 8 bytes at a time, which costs
 * `longer` times the multiplications' cycles and, net of that launch, `slower`
 * cycles; the launch moves `moved` bytes a cycle.  H200: n = 101 takes 9.6 us,
 * repacked 9.0; n = 33 7.5, repacked 8.9. */
static bool
pays_to_repack (const gk_device *device, const gk_matmul *p)
{
  const int64_t least_inner = 48;
  const double longer = 0.7, slower = 1300, moved = 1150;
  const double multiplied = (double)p->m * (double)p->n * (double)p->k
                            / (128 * (double)device->units);
  const double bytes
      = 8 * (double)p->n
        * ((p->lda % 2 ? (double)p->m : 0) + (p->ldb % 2 ? (double)p->k : 0));

  return p->n > least_inner && slower + longer * multiplied > bytes / moved;
}

/* Sets whether TMA loads: where it can, unless cp.async is requested.  A
 * product that is only computed at need is not repacked, as that would be
 * another launch in any case. */
static int
choose_load (const gk_host *host, const gk_device *device, const gk_matmul *p,
             int requested, bool at_need, bool *tma)
{
  const void *const kernel = dmma_by_tma (p, DMMA_128x128).kernel;

  *tma = requested != LOAD_CP_ASYNC && compiled_for_90a (kernel)
         && (suits_tma (p)
             || (p->batch == 1
                 && (requested == LOAD_TMA
                     || (!at_need && pays_to_repack (device, p)))));
  if (requested != LOAD_TMA || *tma)
    return GK_OK;
  if (p->batch == 1 || suits_tma (p))
    return check_code_90a (host, kernel);
  host->error (
      host,
      "TMA needs rows of a batch, and by tiles many-, also of C, that begin at "
      "multiples of 16 bytes; use another leading dimension or size, or load = "
      "cp.async");
  return GK_SKIP;
}

static struct dmma_operand
make_operand (const void *at, int64_t pitch, int64_t lines, int64_t stride)
{
  struct dmma_operand o = {};

  o.at = static_cast<const double *> (at);
  o.pitch = pitch;
  o.lines = (int)lines;
  o.aligned = pitch % 2 == 0 && stride % 2 == 0;
  return o;
}

/* How a thread's copies by cp.async step through the operand. */
static void
set_copies (struct dmma_operand *o, bool mn_major, int lines, int step,
            int apart)
{
  const int rows = mn_major ? step : lines;

  o->apart = apart * o->pitch * 8;
  o->on
      = (mn_major ? step * o->pitch : step) * 8 - (rows / apart - 1) * o->apart;
}

static struct dmma_update_task
task_of (const gk_matmul *p)
{
  const bool many = p->batch > 1;
  struct dmma_update_task task = {};

  task.a = make_operand (p->a, p->lda, p->m, many ? p->stride_a : 0);
  task.b = make_operand (p->b, p->ldb, p->k, many ? p->stride_b : 0);
  task.c = static_cast<double *> (p->c);
  task.ldc = p->ldc;
  task.inner = (int)p->n;
  task.aligned = p->ldc % 2 == 0 && (!many || p->stride_c % 2 == 0);
  task.update.alpha = p->alpha;
  task.update.beta = p->beta;
  task.update.bias = static_cast<const double *> (p->bias);
  return task;
}

/* The launch of a kernel that loads by cp.async. */
static int
make_cp_async (const gk_host *host, const gk_matmul *p,
               const struct dmma_kernel *k, struct dmma_update_task *task,
               const struct prepared_shape *shape, void **state)
{
  const enum dmma_form form = dmma_form_of (p);

  set_copies (&task->a, p->layout_a != GK_ROW_MAJOR, k->rows, k->step,
              k->apart_a);
  set_copies (&task->b, p->layout_b == GK_ROW_MAJOR, k->cols, k->step,
              k->apart_b);
  if (form == DMMA_BATCHED) {
    const struct dmma_batch_task batch
        = { *task, p->stride_a, p->stride_b, p->stride_c };

    return prepared_make_bytes (host, k->kernel, shape, &batch, sizeof batch,
                                state);
  }
  return prepared_make_bytes (
      host, k->kernel, shape, task,
      form == DMMA_UPDATED ? sizeof *task : sizeof (struct dmma_task), state);
}

static int
dmma_make_launch (const gk_host *host, const gk_matmul *p,
                  const struct dmma_candidate *chosen, bool tma, void *before,
                  struct dmma_update_task *task, void **state)
{
  const struct dmma_kernel *const k = &chosen->kernel;
  struct prepared_shape shape = {};

  shape.before = before;
  shape.grid = dim3 ((unsigned)task->tiles.blocks);
  shape.block = dim3 ((unsigned)k->threads);
  shape.shared = chosen->stages * k->stage + k->besides;
  shape.pdl = true;
  /* Several blocks share a multiprocessor. */
  if (p->batch > 1)
    shape.carveout = 100;
  return tma ? dmma_make_tma (host, p, k, task, &shape, state)
             : make_cp_async (host, p, k, task, &shape, state);
}

/* One product for the kernels of batches: the first of a batch of two, since
 * their maps have three dimensions. */
static gk_matmul
as_batch (gk_matmul p)
{
  p.batch = 2;
  p.stride_a = (p.layout_a == GK_ROW_MAJOR ? p.m : p.n) * p.lda;
  p.stride_b = (p.layout_b == GK_ROW_MAJOR ? p.n : p.k) * p.ldb;
  p.stride_c = p.m * p.ldc;
  return p;
}

static int
prepare_as_set (const gk_host *host, const gk_device *device,
                const gk_matmul *problem, struct dmma_settings settings,
                int load, const unsigned *only_if, void **state)
{
  gk_matmul p = matmul_row_major (problem);
  struct dmma_candidate chosen = {};
  struct dmma_update_task task;
  struct repacked repacked = {};
  void *before = NULL;
  int r;

  if (settings.first_only)
    p = as_batch (p);
  r = dmma_check (host, &p);

  if (r == GK_OK)
    r = choose_load (host, device, &p, load, only_if != NULL, &settings.tma);
  if (r == GK_OK && settings.tma && !suits_tma (&p))
    r = repacked_align (host, &p, &repacked);
  task = task_of (&p);
  task.only_if = only_if;
  if (r == GK_OK)
    r = choose_kernel (host, device, &p, &settings, &chosen, &task.tiles);
  task.stages = chosen.stages;
  if (r == GK_OK)
    r = allocate_workspace (host, device, &chosen.kernel, &task);
  if (r == GK_OK)
    r = repacked_make (host, &p, &repacked, only_if, &before);
  if (r != GK_OK)
    return r;
  host->log (
      host, "%s, tile %dx%d, %d stages, %d blocks, of %d tiles %d shared%s",
      settings.tma ? "TMA" : "cp.async", chosen.kernel.rows, chosen.kernel.cols,
      task.stages, task.tiles.blocks, stream_k_tiles (&task.tiles),
      task.tiles.shared, repacked.n > 0 ? ", operands repacked" : "");
  return dmma_make_launch (host, &p, &chosen, settings.tma, before, &task,
                           state);
}

static int
dmma_prepare (const gk_host *host, const gk_device *device, const void *problem,
              const gk_value *values, void **state)
{
  static const int of_many[] = { DMMA_128x128, DMMA_64x64, DMMA_32x32 };
  const gk_matmul *const p = static_cast<const gk_matmul *> (problem);
  struct dmma_settings settings = {};

  settings.tile = (int)values[TILE].i;
  if (settings.tile >= DMMA_MANY_128x128) {
    settings.tile = of_many[settings.tile - DMMA_MANY_128x128];
    settings.first_only = p->batch == 1;
  }
  settings.stages = stages_of (values[STAGES].i);
  settings.share = (int)values[SHARE].i;
  settings.band = (int)values[BAND].i;
  return prepare_as_set (host, device, p, settings, (int)values[LOAD].i, NULL,
                         state);
}

int
dmma_make_only_if (const gk_host *host, const gk_device *device,
                   const gk_matmul *problem, const unsigned *only_if,
                   void **state)
{
  return prepare_as_set (host, device, problem, {}, LOAD_AUTO, only_if, state);
}

extern "C" gk_variant
matmul_dmma_variant (void)
{
  static const char *const tiles[] = { DMMA_TILE_NAMES, NULL };
  static const char *const loads[] = { "auto", "tma", "cp.async", NULL };
  static const char *const stages[]
      = { "auto", "2", "3", "4", "5", "6", "7", NULL };
  static const char *const shares[] = { "auto", "none", "last", NULL };
  static const gk_option options[N_OPTIONS] = {
    cuda_choice (
        "tile",
        "rows x columns of C that a block computes at a time, of many- by the "
        "kernels for batches: larger ones load less, smaller ones fill the "
        "device",
        NULL, tiles, DMMA_AUTO),
    cuda_choice ("load",
                 "what loads the operands to shared memory: TMA, started by a "
                 "producer warp, to which rows that begin anywhere are copied "
                 "first, or cp.async, by all warps",
                 NULL, loads, LOAD_AUTO),
    cuda_choice ("stages",
                 "stages of the pipeline, a step along the inner dimension "
                 "each; auto: as many as fit",
                 "steps", stages, 0),
    cuda_choice ("share",
                 "tiles that blocks share, each a part of the inner dimension "
                 "(stream-K): those of the last waves, so that no block is "
                 "idle, at the cost of sums that go through memory; of a batch "
                 "none",
                 NULL, shares, DMMA_SHARE_AUTO),
    cuda_number ("band",
                 "tiles of a band, which are numbered down before across, to "
                 "share columns in L2; 0: chosen by the problem",
                 "tiles", 0, 0, 1024),
  };
  gk_variant v = prepared_variant (dmma_prepare, options, N_OPTIONS);

  v.dtypes = GK_BIT (GK_F64);
  v.layouts = MATMUL_LAYOUTS;
  v.capability = 80;
  v.problem_size = sizeof (gk_matmul);
  v.forms = GK_MATMUL_BATCH | GK_MATMUL_UPDATE;
  return v;
}

/* The model misses the fastest tile now and then, and whether it pays to repack
 * rows. */
extern "C" int
matmul_dmma_ways (const gk_matmul *problem, const gk_device *device,
                  struct way *ways, int most)
{
  const gk_matmul p = matmul_row_major (problem), batch = as_batch (p);
  /* Of those that load by cp.async, these are no others. */
  const bool many = p.batch == 1 && !matmul_is_updated (&p, p.bias != NULL)
                    && suits_tma (&batch);
  const int last = many ? DMMA_MANY_32x32 : DMMA_32x16;
  int n = 1;

  ways[0] = way_by_default ("dmma", matmul_dmma_variant ());
  if (p.batch == 1 && !suits_tma (&p) && n < most) {
    ways[n] = ways[0];
    ways[n++].values[LOAD].i
        = pays_to_repack (device, &p) ? LOAD_CP_ASYNC : LOAD_TMA;
  }
  for (int tile = DMMA_128x128; tile <= last && n < most; tile++) {
    ways[n] = ways[0];
    ways[n++].values[TILE].i = tile;
  }
  return n;
}
