/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Prepares a launch of the engine: chooses the kernel, makes the launches that
 * repack or split operands, the tensor maps and the grid.
 */
#include <cuda_runtime.h>

#include <math.h>

#include "cuda/cleared.cuh"
#include "cuda/cluster-count.cuh"
#include "cuda/compiled-for.cuh"
#include "cuda/launched.cuh"
#include "cuda/prepared.cuh"
#include "cuda/upload.h"
#include "engine-groups.h"
#include "engine-operands.h"
#include "engine-parts.h"
#include "engine-rank.h"
#include "group-lines.h"
#include "matmul/forms.h"
#include "matmul/row-major.h"
#include "matmul/scales.h"
#include "tiles.cuh"

/* The most shared memory of a block, and that of a multiprocessor, of which
 * each block takes a KiB more. */
static const int most_shared = 227 * 1024, shared_of_unit = 228 * 1024;

/* Prepared launches: those that repack or split the operands, the engine's, and
 * for residues the one that combines them to C. */
struct engine_state {
  void *launches[4];
  int n;
  const struct split_signals *signals;
  int products;
};

static engine_find *
find_of (const gk_matmul *p)
{
  const bool is_e5m2_b = p->dtype_b == GK_F8_E5M2;

  switch (p->dtype) {
  case GK_F8_E4M3:
    return is_e5m2_b ? engine_find_e4m3_e5m2 : engine_find_e4m3;
  case GK_F8_E5M2:
    return is_e5m2_b ? engine_find_e5m2 : engine_find_e5m2_e4m3;
  case GK_BF16:
    return engine_find_bf16;
  case GK_F16:
    return engine_find_f16;
  case GK_TF32:
    return engine_find_tf32;
  case GK_I8:
    return engine_find_i8;
  case GK_I32:
    return engine_find_i32;
  case GK_F32:
    return engine_find_f32;
  case GK_F64:
    return engine_find_f64;
  default:
    return engine_find_u8;
  }
}

/* The rows of C that are stored at once. */
static uint32_t
rows_of_box (const struct engine_product *it,
             const struct engine_kernel *kernel)
{
  return !it->transposed ? 64 : kernel->fitted ? (uint32_t)kernel->cols : 32;
}

static int
map_result (const gk_host *host, struct engine_task *task, const gk_matmul *p,
            const struct engine_product *it, const struct engine_kernel *kernel)
{
  const struct residues_planes *const planes = &it->residues;
  const struct tensor_map_matrix residues
      = { planes->at, 1, planes->rows * it->moduli, planes->pitch,
          planes->pitch };
  const uint32_t element
      = p->dtype_c == GK_F16 || p->dtype_c == GK_BF16 ? 2 : 4;
  const int64_t batch = p->batch > 1 ? p->batch : 0;
  const struct tensor_map_matrix c
      = { p->c, element, p->m, p->k, p->ldc, false, false, batch, p->stride_c };

  task->store_boxes = true;
  if (it->moduli > 0)
    return tensor_map_make (host, &task->c, &residues, 64);
  /* TMA writes 16 bytes at a time, beyond the end of a row too. */
  task->store_boxes = p->k * element % 16 == 0 && p->ldc * element % 16 == 0
                      && (batch == 0 || p->stride_c * element % 16 == 0);
  return task->store_boxes
             ? tensor_map_make (host, &task->c, &c, rows_of_box (it, kernel))
             : GK_OK;
}

/* The blocks of a multiprocessor.  Small products of a batch or groups take
 * longer to begin and to store than to multiply: one block does so while the
 * others multiply. */
static int
blocks_of_unit (const gk_matmul *p, const struct engine_kernel *kernel)
{
  return (p->batch > 1 || p->groups > 0)
                 && kernel->rows * kernel->cols <= 64 * 64
             ? 3
             : 1;
}

/* Sets how many clusters the device runs at once. */
static cudaError_t
count_clusters (const gk_device *device, const struct engine_kernel *kernel,
                int size, int of_unit, int *clusters)
{
  *clusters = (int)device->units * of_unit;
  return size == 1
             ? cudaSuccess
             : cluster_count (kernel->kernel, kernel->threads,
                              most_shared - kernel->fixed, size, clusters);
}

/* Sets the stages of the pipeline: the requested number, as far as they are
 * useful and fit.  Returns the bytes of shared memory. */
static int
set_stages (struct engine_task *task, const struct engine_kernel *kernel,
            int of_unit, int requested)
{
  const int shared
      = of_unit > 1 ? shared_of_unit / of_unit - 1024 : most_shared;
  const struct stream_k *s = &task->tiles;
  const int log2 = task->splits_log2;
  const int tile
      = log2 > 0         ? engine_parts_bytes (kernel->rows, kernel->cols, log2)
        : kernel->fitted ? kernel->boxes
                         : kernel->rows * kernel->cols * kernel->element_c;
  /* A block that stores one tile stores it from the stages' memory, unless old
   * values arrive meanwhile. */
  const bool single = stream_k_tiles (s) <= s->blocks;
  const bool apart = !single || kernel->updated;
  const int boxes = apart ? kernel->boxes : 0;
  const int room = (shared - kernel->fixed - boxes) / kernel->stage;
  const int steps
      = s->sharers > 0
            ? tiles_over ((int64_t)stream_k_tiles (s) * s->steps, s->sharers)
            : tiles_over (s->steps, 1 << log2);
  int stages = requested == 0 ? (int)engine_most_stages : requested;

  if (stages < kernel->least_stages)
    stages = kernel->least_stages;
  if (single && stages > steps)
    stages = steps;
  if (stages > room)
    stages = room;
  task->stages = stages;
  task->last_in_stages
      = !kernel->updated
        && (single || (!kernel->ping_pong && stages * kernel->stage >= tile));
  return stages * kernel->stage > tile || apart ? stages * kernel->stage + boxes
                                                : tile;
}

/* How many blocks need the same rows, and columns: of those that run at the
 * same time, which have the first tiles. */
static void
set_same (struct engine_task *task)
{
  const struct bands *b = &task->tiles.bands;
  const int blocks = task->tiles.blocks, whole = blocks / (b->band * b->across);
  const int high = whole > 1 ? whole * b->band : b->band;
  const int across = whole > 0 ? b->across : blocks / b->band;

  task->same_rows = (across > 1 ? across : 1) * task->cluster_cols;
  task->same_cols = (high < b->down ? high : b->down) * task->cluster_rows;
}

static void
set_tiles (struct engine_task *task, const struct engine_kernels *kernels,
           const struct engine_kernel *kernel, const gk_matmul *p,
           const int32_t *group_lines, const struct engine_settings *settings,
           int clusters)
{
  struct stream_k *s = &task->tiles;

  task->cluster_rows = settings->cluster_rows;
  task->cluster_cols = settings->cluster_cols;
  while (1 << task->splits_log2 < settings->splits)
    task->splits_log2++;
  s->bands.down
      = group_lines != NULL
            ? engine_group_tiles (group_lines, p->groups, kernel->rows,
                                  task->cluster_rows, NULL)
                  / task->cluster_rows
            : tiles_over (task->rows, kernel->rows * task->cluster_rows);
  s->bands.across = tiles_over (task->cols, kernel->cols * task->cluster_cols);
  s->bands.band
      = settings->band < s->bands.down ? settings->band : s->bands.down;
  stream_k_set_divisors (s);
  engine_assign_tiles (task, kernels, clusters, settings);
  if (group_lines == NULL)
    set_same (task);
}

/* Copies the rows of groups' tiles to the device. */
static int
copy_group_rows (const gk_host *host, const gk_device *device,
                 const int32_t *lines, int64_t groups,
                 const struct engine_kernel *kernel, struct engine_task *task)
{
  const size_t n = (size_t)task->tiles.bands.down * (size_t)task->cluster_rows;
  const size_t bytes = n * sizeof (struct engine_group_rows);
  struct engine_group_rows *const here
      = (struct engine_group_rows *)host->alloc (host, bytes);
  int r;

  if (!here)
    return GK_FAIL;
  host->log (host, "%d tiles of %d x %d down, in clusters of %d x %d", (int)n,
             kernel->rows, kernel->cols, task->cluster_rows,
             task->cluster_cols);
  engine_group_tiles (lines, groups, kernel->rows, task->cluster_rows, here);
  r = upload_array (host, device, here, bytes,
                    (const void **)&task->group_rows);
  host->free (host, here);
  return r;
}

/* Copies the runs of tiles of sharing clusters to the device. */
static int
copy_tile_runs (const gk_host *host, const gk_device *device,
                struct engine_task *task)
{
  const int n = task->tiles.sharers;
  const size_t bytes = (size_t)n * sizeof (struct stream_k_tile_run);
  struct stream_k_tile_run *const here
      = (struct stream_k_tile_run *)host->alloc (host, bytes);
  int r;

  if (!here)
    return GK_FAIL;
  for (int i = 0; i < n; i++)
    here[i] = stream_k_tile_run (&task->tiles, i);
  r = upload_array (host, device, here, bytes, (const void **)&task->tile_runs);
  host->free (host, here);
  return r;
}

/* Allocates the partial sums of clusters that share tiles. */
static int
allocate_workspace (const gk_host *host, const gk_device *device,
                    const struct engine_kernel *kernel, int size,
                    struct engine_task *task)
{
  const size_t blocks = (size_t)task->tiles.sharers * (size_t)size;
  const size_t bytes = blocks * (size_t)(kernel->rows * kernel->cols) * 4;
  const size_t flags = blocks * (size_t)(kernel->threads / 128 - 1);
  int r;

  if (blocks == 0)
    return GK_OK;
  task->partials = (uint32_t *)host->workspace (host, bytes);
  if (!task->partials)
    return GK_SKIP;
  r = cleared_workspace (host, device, flags, &task->left);
  return r == GK_OK ? copy_tile_runs (host, device, task) : r;
}

/* Whether there are wgmmas for a fitted tile.  A request that has no such tile
 * leaves the kernel's own number of columns. */
static bool
has_width (const struct engine_kernel *kernel)
{
  return !kernel->fitted
         || (kernel->cols % 8 == 0 && kernel->cols >= engine_fewest_columns
             && kernel->cols <= engine_most_columns);
}

/* Checks that the kernel exists, and that the cluster is not too large. */
static int
check_shape (const gk_host *host, const struct engine_kernel *kernel, int size)
{
  if (kernel->kernel == NULL)
    host->error (host,
                 "there is no such kernel: the tiles and schedules that exist "
                 "depend on the type and on transpose = registers; leave tile "
                 "and schedule at auto, or use transpose = repack");
  else if (size > engine_most_cluster)
    host->error (host,
                 "a cluster of %d blocks is larger than the %d that every "
                 "device supports; make cluster smaller",
                 size, engine_most_cluster);
  else if (!has_width (kernel))
    host->error (host,
                 "a tile of N columns has a multiple of 8, from %d to %d, and "
                 "blocks do not share it; leave columns at 0, and share at "
                 "auto or none",
                 engine_fewest_columns, engine_most_columns);
  else
    return GK_OK;
  return GK_SKIP;
}

/* The ranks of n blocks, with this distance, as a mask. */
static unsigned
ranks_of (int n, int apart)
{
  unsigned ranks = 0;

  for (int i = 0; n > 1 && i < n; i++)
    ranks |= 1U << i * apart;
  return ranks;
}

/* The part of an operand's tile that one of several blocks, which all receive
 * it, loads: some of the lines, or, if it is MN-major, of the elements along
 * the inner dimension.  apart: the distance of these blocks' ranks.  TMA takes
 * as long to fill lines beyond the end with zeros as to load some; without them
 * shared memory keeps old values, whose products are not stored. */
static struct engine_share
share_of (const struct operand *o, int tile, int blocks, int apart)
{
  const unsigned ranks = ranks_of (blocks, apart);

  if (o->mn_major)
    return { tile, 128 / (int)o->element / blocks, ranks };
  if (blocks == 1 && o->lines < tile)
    return { (int)tiles_over (o->lines, 8) * 8, 0, ranks };
  return { engine_lines_of_block (tile, blocks), 0, ranks };
}

/* The lines of a tile that all these blocks load. */
static int
all_lines (const struct engine_share *share, int tile, int blocks)
{
  return blocks > 1 ? tile : share->lines;
}

static int
make_maps (const gk_host *host, const gk_matmul *p,
           const struct engine_product *it, const struct engine_kernel *kernel,
           struct engine_task *task)
{
  const int rows = task->cluster_rows, cols = task->cluster_cols;
  int r;

  task->of_a = share_of (&it->a, kernel->rows, cols, rows);
  task->of_b = share_of (&it->b, kernel->cols, rows, 1);
  task->loaded = (all_lines (&task->of_a, kernel->rows, cols)
                  + all_lines (&task->of_b, kernel->cols, rows))
                 * 128;
  r = operand_map (host, &task->a, &it->a, task->of_a.lines, cols);
  if (r == GK_OK)
    r = operand_map (host, &task->b, &it->b, task->of_b.lines, rows);
  return r == GK_OK ? map_result (host, task, p, it, kernel) : r;
}

static void
set_residues (const struct engine_product *it, struct engine_task *task)
{
  task->plane_rows = (int)it->residues.rows;
  task->tiles.again = it->moduli - 1;
  for (int i = 0; i < it->moduli; i++)
    task->moduli[i] = residues_modulus_of (i);
}

/* The task, except for what depends on the settings. */
static struct engine_task
task_of (const gk_matmul *p, const struct engine_product *it)
{
  struct engine_task task = {};

  task.c_at = p->c;
  task.ldc = p->ldc;
  task.stride_c = p->stride_c;
  task.tiles.again = (int)p->batch - 1;
  task.a_at = { (const unsigned char *)it->a.at, it->a.pitch * it->a.element };
  task.b_at = { (const unsigned char *)it->b.at, it->b.pitch * it->b.element };
  task.inner = (int)p->n;
  task.row_scale = p->scale_a;
  task.col_scale = p->scale_b;
  task.scale_pitch = matmul_scale_pitch (p->n);
  task.tiles.steps = tiles_over (p->n, 128 / (int)it->a.element);
  if (it->planes > 0) {
    task.plane_steps = tiles_over (p->n, 128);
    task.tiles.steps = task.plane_steps;
    task.signals = it->signals;
    task.row_scales = (const struct digits_scale *)it->split[0].scales;
    task.col_scales = (const struct digits_scale *)it->split[1].scales;
  }
  if (it->digits.planes > 0) {
    task.digits = it->digits;
    task.tiles.steps *= it->products;
  }
  if (it->moduli > 0)
    set_residues (it, &task);
  task.rows = (int)it->a.lines;
  task.cols = (int)it->b.lines;
  task.c_is_bf16 = p->dtype_c == GK_BF16;
  task.alpha = (float)p->alpha;
  task.beta = (float)p->beta;
  task.bias = p->bias;
  task.element_c = it->moduli > 0                                  ? 1
                   : p->dtype_c == GK_F16 || p->dtype_c == GK_BF16 ? 2
                                                                   : 4;
  return task;
}

/* A batch's tiles are not shared, and neither are its operands: that pays for
 * large products, of which a batch has none.  Groups' are, but for splits.  Nor
 * are tiles shared of which a part would add what is to be added once. */
static struct engine_settings
settings_of (const gk_matmul *p, const struct engine_settings *requested)
{
  struct engine_settings settings = *requested;

  if (matmul_is_updated (p, p->bias != NULL)) {
    settings.splits = 1;
    settings.share = ENGINE_SHARE_NONE;
    settings.from_registers = false;
  }
  if (p->batch > 1) {
    settings.cluster_rows = settings.cluster_cols = settings.splits = 1;
    settings.share = ENGINE_SHARE_NONE;
    settings.from_registers = false;
  }
  if (p->groups > 0) {
    settings.splits = 1;
    settings.from_registers = false;
  }
  return settings;
}

static struct engine_kernels
kernels_of (const gk_matmul *p, const struct engine_product *it,
            const struct engine_settings *settings)
{
  return { find_of (p),
           { it->a.mn_major, it->b.mn_major, it->transposed, false,
             operand_is_summed_wide (p), settings->moved, p->batch > 1,
             p->groups > 0, matmul_is_updated (p, p->bias != NULL),
             p->scales } };
}

/* The cycles that the model expects of a product; 0: there is no such kernel.
 */
static double
cycles_of (const gk_matmul *p, const struct engine_product *it,
           const gk_device *device, const struct engine_settings *settings)
{
  const struct engine_kernels kernels = kernels_of (p, it, settings);
  const struct engine_task task = task_of (p, it);

  return engine_cycles (&task, &kernels, device, settings);
}

/* Swaps the operands of 16 bits where C's transpose is faster by tiles that are
 * fitted to the problem. */
static void
choose_transpose (const gk_matmul *p, const gk_device *device,
                  struct engine_product *it,
                  const struct engine_settings *settings)
{
  struct engine_product turned = *it;
  double straight, transposed;

  if (it->a.element != 2)
    return;
  turned.a = it->b;
  turned.b = it->a;
  turned.transposed = true;
  straight = cycles_of (p, it, device, settings);
  transposed = cycles_of (p, &turned, device, settings);
  if (transposed > 0 && (straight == 0 || transposed < straight))
    *it = turned;
}

/* The engine's own launch. */
static int
make_multiply (const gk_host *host, const gk_device *device, const gk_matmul *p,
               struct engine_product *it, struct engine_settings settings,
               void **state)
{
  struct engine_kernels kernels = kernels_of (p, it, &settings);
  struct engine_fitted_task task = { task_of (p, it) };
  struct prepared_shape shape = {};
  struct engine_kernel kernel;
  int size, of_unit, clusters, r;

  if (p->groups > 0)
    engine_choose_for_groups (&task, &kernels, device, it->group_lines,
                              p->groups, &settings);
  engine_choose (&task, &kernels, device, &settings);
  size = settings.cluster_rows * settings.cluster_cols * settings.splits;
  kernels.traits.ping_pong = settings.schedule == ENGINE_PING_PONG;
  kernel = kernels.find (settings.tile, kernels.traits);
  engine_fit_columns (&kernel, settings.columns);
  task.width = kernel.cols;
  task.stage = kernel.stage;
  of_unit = blocks_of_unit (p, &kernel);
  r = check_shape (host, &kernel, size);
  if (r == GK_OK)
    r = cuda_launched (
        host, count_clusters (device, &kernel, size, of_unit, &clusters));
  if (r == GK_OK && clusters < 1) {
    host->error (host,
                 "no cluster of %d blocks fits on this device; make "
                 "cluster or splits smaller",
                 size);
    return GK_SKIP;
  }
  if (r != GK_OK)
    return r;
  set_tiles (&task, &kernels, &kernel, p, it->group_lines, &settings, clusters);
  /* Tiles are chosen for the usual number of products. */
  if (task.digits.planes > 0)
    task.tiles.steps = task.plane_steps * digits_products (&task.digits);
  shape.shared = set_stages (&task, &kernel, of_unit, settings.stages);
  r = make_maps (host, p, it, &kernel, &task);
  if (r == GK_OK)
    r = allocate_workspace (host, device, &kernel, size, &task);
  if (r == GK_OK && p->groups > 0)
    r = copy_group_rows (host, device, it->group_lines, p->groups, &kernel,
                         &task);
  if (r != GK_OK)
    return r;
  if (settings.splits > 1)
    host->log (host, "%d tiles of %d x %d, each of a cluster of %d",
               task.tiles.blocks, kernel.rows, kernel.cols, settings.splits);
  else if (kernel.fitted)
    host->log (host, "%d tiles of %d x %d", stream_k_tiles (&task.tiles),
               kernel.rows, kernel.cols);
  it->one_wave = stream_k_tiles (&task.tiles) <= clusters;
  clusters = task.tiles.blocks > task.tiles.sharers ? task.tiles.blocks
                                                    : task.tiles.sharers;
  shape.grid = dim3 ((unsigned)(clusters * size));
  shape.block = dim3 ((unsigned)kernel.threads);
  shape.cluster = size > 1 ? size : 0;
  shape.carveout = of_unit > 1 ? 100 : 0;
  /* Blocks that start early are on multiprocessors in no order, with which
   * those of several tiles read the same lines at different times (the
   * families' page). */
  shape.pdl = it->n > 0 || it->planes > 0 || it->one_wave;
  return prepared_make_bytes (
      host, kernel.kernel, &shape, &task,
      kernel.fitted ? sizeof task : sizeof (struct engine_task), state);
}

/* Counts the last launch, if there is one. */
static void
count_launch (struct engine_state *s)
{
  s->n += s->launches[s->n] != NULL;
}

/* Makes all launches, in the order of execution. */
static int
make_launches (const gk_host *host, const gk_device *device, const gk_matmul *p,
               struct engine_product *it,
               const struct engine_settings *settings, struct engine_state *s)
{
  void *multiply = NULL;
  /* The tiles determine how operands are prepared. */
  int r = make_multiply (host, device, p, it, *settings, &multiply);

  if (r == GK_OK)
    r = engine_product_launches (host, it, s->launches, &s->n);
  s->launches[s->n] = multiply;
  count_launch (s);
  if (r == GK_OK && it->moduli > 0)
    r = residues_combine_make (host, &it->residues, it->split,
                               &it->signals->unsplittable, (double *)p->c,
                               p->ldc, &s->launches[s->n]);
  count_launch (s);
  return r;
}

/* Of floats of 8 bits a batch is computed as groups, for which there are
 * kernels: as matrices of a batch lie densely one after the other, the rows of
 * all its products are those of one matrix. */
static bool
is_batch_of_float_bytes (const gk_matmul *p)
{
  return p->batch > 1 && (p->dtype == GK_F8_E4M3 || p->dtype == GK_F8_E5M2);
}

static gk_matmul
with_batch_as_groups (gk_matmul p)
{
  if (!is_batch_of_float_bytes (&p))
    return p;
  p.groups = p.batch;
  p.m *= p.batch;
  p.batch = 1;
  return p;
}

/* Makes the lines of groups that are a batch. */
static int
make_group_lines (const gk_host *host, const gk_matmul *p, int32_t **lines)
{
  *lines = (int32_t *)host->alloc (host,
                                   (size_t)(p->groups + 1) * sizeof (int32_t));
  if (!*lines)
    return GK_FAIL;
  for (int64_t g = 0; g <= p->groups; g++)
    (*lines)[g] = (int32_t)(p->m / p->groups * g);
  return GK_OK;
}

/* Operands of a batch, and of groups, are not repacked; all tiles are counted
 * in an int. */
static int
check_batch (const gk_host *host, const gk_matmul *p,
             const struct engine_product *it)
{
  const double down = (double)tiles_over (p->m, 64) * (double)p->batch
                      + 8.0 * (double)p->groups;
  const double tiles = down * (double)tiles_over (p->k, 64);

  if (p->batch == 1 && p->groups == 0)
    return GK_OK;
  if (matmul_is_updated (p, p->bias != NULL)) {
    host->error (host, "of a batch there are no kernels with alpha, beta and "
                       "bias here; leave them out, or make batch 1");
    return GK_SKIP;
  }
  if (operand_is_summed_wide (p))
    host->error (host, "of a batch or groups there are no kernels with f32 "
                       "results of 8 and 16 bits here; leave dtype_c out");
  else if (!operand_is_ready (&it->a) || !operand_is_ready (&it->b))
    host->error (
        host,
        "of a batch or groups, TMA needs rows and matrices at multiples of 16 "
        "bytes, and wgmma K-major operands for 8 and 32 bits (layout "
        "= tn); mma-sync supports the others");
  else if (tiles > 1e9)
    host->error (host,
                 "so many tiles are too many; make batch, groups or the sizes "
                 "smaller");
  else
    return GK_OK;
  return GK_SKIP;
}

/* An MN-major operand has rows side by side in memory, where a box of TMA
 * begins at a multiple of 16 bytes. */
static int
check_group_lines (const gk_host *host, const gk_matmul *p,
                   const struct engine_product *it)
{
  if (p->groups == 0 || !it->a.mn_major
      || engine_groups_begin_at (it->group_lines, p->groups,
                                 16 / (int)it->a.element))
    return GK_OK;
  host->error (host,
               "of this layout, TMA needs groups that begin at multiples of 16 "
               "bytes: make group_multiple %d; mma-sync supports the others",
               16 / (int)it->a.element);
  return GK_SKIP;
}

extern "C" int
engine_make (const gk_host *host, const gk_device *device,
             const gk_matmul *problem, const struct engine_settings *settings,
             void **state)
{
  const gk_matmul p = with_batch_as_groups (matmul_row_major (problem));
  const struct engine_settings chosen = settings_of (&p, settings);
  struct engine_product it = engine_product_of (&p, &chosen);
  struct engine_state *s = (struct engine_state *)host->alloc (host, sizeof *s);
  int r;

  if (!s)
    return GK_FAIL;
  *s = {};
  r = operand_check_limits (host, &p);
  if (r == GK_OK)
    r = check_code_90a (host, find_of (&p) (ENGINE_128x128, {}).kernel);
  if (r == GK_OK) {
    choose_transpose (&p, device, &it, &chosen);
    r = check_batch (host, &p, &it);
  }
  if (r == GK_OK)
    r = problem->batch > 1 && p.groups > 0
            ? make_group_lines (host, &p, &it.group_lines)
            : group_lines_read (host, device, &p, &it.group_lines);
  if (r == GK_OK)
    r = check_group_lines (host, &p, &it);
  if (r == GK_OK)
    r = engine_product_allocate (host, device, &p, &it);
  if (r == GK_OK)
    r = make_launches (host, device, &p, &it, &chosen, s);
  host->free (host, it.group_lines);
  s->signals = it.signals;
  s->products = it.moduli > 0          ? it.moduli
                : it.digits.planes > 0 ? it.products
                                       : 1;
  if (r == GK_OK)
    *state = s;
  else
    engine_release (host, s);
  return r;
}

static bool
is_same (const struct engine_settings *a, const struct engine_settings *b)
{
  return a->tile == b->tile && a->columns == b->columns
         && a->schedule == b->schedule && a->cluster_rows == b->cluster_rows
         && a->cluster_cols == b->cluster_cols && a->splits == b->splits
         && a->share == b->share;
}

/* Inserts one at its place, unless it is there and no slower. */
static int
merge_ranked (struct engine_ranked *all, int n, int most,
              const struct engine_ranked *other)
{
  int i = 0;

  while (i < n && !is_same (&all[i].settings, &other->settings))
    i++;
  if (i == n && n < most)
    all[n++].cycles = INFINITY;
  i = i < n ? i : n - 1;
  if (other->cycles >= all[i].cycles)
    return n;
  for (; i > 0 && other->cycles < all[i - 1].cycles; i--)
    all[i] = all[i - 1];
  all[i] = *other;
  return n;
}

extern "C" int
engine_rank_for (const gk_device *device, const gk_matmul *problem,
                 const struct engine_settings *settings,
                 struct engine_ranked *ranked, int most)
{
  const gk_matmul p = matmul_row_major (problem);
  const struct engine_settings chosen = settings_of (&p, settings);
  struct engine_product it = engine_product_of (&p, &chosen);
  struct engine_ranked turned[engine_most_ranked];
  int n = 0;

  if (p.groups > 0 || is_batch_of_float_bytes (&p) || it.planes > 0)
    return 0;
  if (!operand_is_ready (&it.a) && !it.from_registers)
    it.a = engine_operand_repacked (&it.a);
  if (!operand_is_ready (&it.b))
    it.b = engine_operand_repacked (&it.b);
  for (int i = 0; i < (it.a.element == 2 ? 2 : 1); i++) {
    const struct engine_kernels kernels = kernels_of (&p, &it, &chosen);
    const struct engine_task task = task_of (&p, &it);
    const struct operand a = it.a;
    const int more
        = engine_rank (&task, &kernels, device, &chosen, turned, most);

    for (int j = 0; j < more; j++)
      n = merge_ranked (ranked, n, most, &turned[j]);
    it.a = it.b;
    it.b = a;
    it.transposed = !it.transposed;
  }
  return n;
}

extern "C" const struct split_signals *
engine_signals (const void *state)
{
  return ((const struct engine_state *)state)->signals;
}

extern "C" int
engine_products (const void *state)
{
  return ((const struct engine_state *)state)->products;
}

extern "C" int
engine_launch (const gk_host *host, const void *problem, void *state,
               void *stream)
{
  const struct engine_state *s = (const struct engine_state *)state;
  int r = GK_OK;

  for (int i = 0; r == GK_OK && i < s->n; i++)
    r = prepared_launch (host, problem, s->launches[i], stream);
  return r;
}

extern "C" void
engine_release (const gk_host *host, void *state)
{
  struct engine_state *s = (struct engine_state *)state;

  for (int i = 0; i < s->n; i++)
    prepared_release (host, s->launches[i]);
  host->free (host, s);
}
