/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over register-tile: cp.async copies from global to shared memory, with up to
 * four stages in flight.  register-tile passes each number through registers,
 * has two stages, and one tile size.  The registers that cp.async saves allow 8
 * x 16 sums a thread, so that a multiplication needs 0.19 reads of shared
 * memory instead of 0.25 (fma-tile.cuh).  Yet f32 at 4096 x 4096 takes 1.09
 * times as long on an H200: all factors from A of a thread are in one bank of
 * registers (tma.cu).
 *
 * If there are too few tiles for all multiprocessors, tiles become smaller, and
 * the inner dimension is split: first over the warps of a block, each group
 * with stages of its own (sliced-K: `slices`), then over the blocks of a
 * cluster, which add up through distributed shared memory (split-K: `splits`;
 * sm_90 on).
 *
 * Any size and leading dimension is accepted: cp.async's size operand fills
 * with zeros what is outside of a matrix, and if rows do not begin at multiples
 * of 16 bytes, elements are copied one by one.  A column-major B of f32 is read
 * as it is; other operands of 4 bytes that are not row-major where C is are
 * transposed first (repacked.h).
 *
 * Tiles named many- have several blocks on a multiprocessor, of which some load
 * or store while others multiply: for short sums, and, split over a cluster,
 * for few tiles.
 *
 * Batches of small products have blocks of one warp: as many as fill a
 * multiprocessor, none of which waits for others.  These read any layout,
 * element by element, so that nothing is transposed first.
 *
 * Source: CUTLASS's multistage pipeline and sliced-K (A. Kerr et al., "CUTLASS:
 * Fast linear algebra in CUDA C++").
 */
#include <math.h>

#include "cuda/compiled-for.cuh"
#include "cuda/prepared.cuh"
#include "fma.h"
#include "group-lines.h"
#include "matmul/forms.h"
#include "matmul/cuda/cuda.h"
#include "matmul/row-major.h"
#include "repacked.h"
#include "ways.h"

/* Indices of the options. */
enum { TILE, SPLITS, STAGES, BAND, N_OPTIONS };

/* The least shared memory of a block on any device from 8.0 on. */
static const int least_shared = 99 * 1024;

/* Whether B is column-major, and there are kernels that read it so. */
static bool
reads_columns (const gk_matmul *p)
{
  return p->dtype == GK_F32 && p->layout_b != GK_ROW_MAJOR
         && !matmul_is_updated (p, p->bias != NULL);
}

static fma_find *
find_of (const gk_matmul *p)
{
  const gk_dtype dtype = p->dtype;

  if (matmul_is_updated (p, p->bias != NULL))
    return dtype == GK_F32 ? cp_async_find_f32_update
                           : cp_async_find_f64_update;
  if (reads_columns (p))
    return cp_async_find_f32_columns;
  return dtype == GK_F32   ? cp_async_find_f32
         : dtype == GK_I32 ? cp_async_find_i32
                           : cp_async_find_f64;
}

/* From the tunable's choice; 0: auto. */
static int
stages_of (int64_t choice)
{
  return choice > 0 ? (int)choice + fma_least_stages - 1 : 0;
}

/* As many stages as fit and are useful. */
static int
count_stages (const struct fma_kernel *kernel, const gk_matmul *p, int splits,
              int room)
{
  const int64_t in_block = (int64_t)kernel->inner * kernel->slices * splits;
  const int64_t steps = (p->n + in_block - 1) / in_block;
  int stages = room / kernel->blocks / kernel->stage;

  stages = stages < fma_most_stages ? stages : fma_most_stages;
  stages = stages < steps ? stages : (int)steps;
  return stages > fma_least_stages ? stages : fma_least_stages;
}

/* GK_OK, or GK_SKIP after a message, if there is no kernel of this tile for the
 * problem. */
static int
check_kernel (const gk_host *host, const gk_matmul *p,
              const struct fma_kernel *kernel)
{
  if (kernel->kernel != NULL && (p->groups == 0 || kernel->of_groups != NULL))
    return GK_OK;
  host->error (host, "a tile of one warp has no groups, alpha, beta or bias; "
                     "use another tile");
  return GK_SKIP;
}

/* GK_OK, or GK_SKIP after a message, if the shape that was requested or chosen
 * can't be launched. */
static int
cp_async_check (const gk_host *host, const gk_matmul *p,
                const struct fma_kernel *kernel, const struct fma_settings *s,
                const struct fma_device *device)
{
  const double down = ceil ((double)p->m / kernel->rows);
  const double across = ceil ((double)p->k / kernel->cols);

  if (down * across * s->splits > 0x1p31 - 1) {
    host->error (
        host,
        "there are more tiles than a grid has blocks; make m or k smaller");
    return GK_SKIP;
  }
  if (s->splits > device->most_splits) {
    host->error (host, "splits need clusters of blocks (compute capability 9.0 "
                       "on); use splits = 1, or build for 90");
    return GK_SKIP;
  }
  if (fma_shared_bytes (kernel, s->stages, s->splits) <= device->shared)
    return GK_OK;
  host->error (host,
               "a block would need %d bytes of shared memory, of which there "
               "are %d; use a smaller tile or fewer stages",
               fma_shared_bytes (kernel, s->stages, s->splits), device->shared);
  return GK_SKIP;
}

/* m: the rows of a product. */
static int
cp_async_make_launch (const gk_host *host, gk_matmul *p, int64_t m,
                      fma_find *find, struct fma_settings settings,
                      const struct fma_device *device, void **state)
{
  struct prepared_shape shape = {};
  struct repacked repacked = {};
  struct batch_strides strides;
  struct fma_kernel kernel;
  struct fma_update_task task;
  gk_matmul one = *p;
  int r;

  one.m = m;
  if (settings.tile == FMA_AUTO)
    fma_choose_warps (p, device->all_units, &settings.tile);
  fma_choose (&one, device, find, &settings);
  kernel = find (settings.tile);
  r = check_kernel (host, p, &kernel);
  if (r == GK_OK && settings.stages == 0)
    settings.stages
        = count_stages (&kernel, p, settings.splits, device->shared);
  if (r == GK_OK)
    r = cp_async_check (host, &one, &kernel, &settings, device);
  if (r == GK_OK && !fma_is_alone (&kernel))
    r = repacked_redirect (host, p, GK_ROW_MAJOR,
                           reads_columns (p) ? p->layout_b : GK_ROW_MAJOR,
                           false, &repacked);
  if (r == GK_OK)
    r = batch_strides_of (host, p, &strides);
  if (r == GK_OK)
    r = repacked_make (host, p, &repacked, NULL, &shape.before);
  if (r != GK_OK)
    return r;
  one = *p;
  one.m = m;
  static_cast<struct fma_task &> (task)
      = fma_task_of (&one, &kernel, &settings, device->units);
  task.alpha = p->alpha;
  task.beta = p->beta;
  task.bias = p->bias;
  task.strides = strides;
  task.col_major_a = p->layout_a != GK_ROW_MAJOR;
  task.col_major_b = p->layout_b != GK_ROW_MAJOR;
  shape.grid
      = dim3 ((unsigned)(task.bands.down * task.bands.across * task.splits), 1,
              (unsigned)matmul_products (p));
  shape.block = dim3 ((unsigned)kernel.threads);
  shape.shared = fma_shared_bytes (&kernel, task.stages, task.splits);
  shape.carveout = 100;
  shape.pdl = true;
  shape.cluster = task.splits > 1 ? task.splits : 0;
  if (p->groups > 0) {
    const struct fma_groups groups = { task, p->group_lines };

    return prepared_make_bytes (host, kernel.of_groups, &shape, &groups,
                                sizeof groups, state);
  }
  return prepared_make_bytes (host, kernel.kernel, &shape, &task,
                              matmul_is_updated (p, p->bias != NULL)
                                  ? sizeof task
                                  : sizeof (struct fma_task),
                              state);
}

/* any: one of the kernels. */
static struct fma_device
limits_of (const gk_device *device, const gk_matmul *p, const void *any)
{
  struct fma_device d = {};

  d.units = batch_units (p, device->units);
  d.all_units = device->units;
  d.shared
      = device->shared_bytes > 0 ? (int)device->shared_bytes : least_shared;
  d.most_splits = device->capability >= 90 && compiled_for (any, 90)
                      ? fma_most_splits
                      : 1;
  return d;
}

static int
cp_async_make (const gk_host *host, const gk_device *device,
               const gk_matmul *problem, const struct fma_settings *settings,
               void **state)
{
  gk_matmul p = matmul_row_major (problem);
  fma_find *const find = find_of (&p);
  const void *const any = find (FMA_AUTO).kernel;
  struct fma_device d;
  int64_t m;
  int r;

  if (check_code (host, any, 80) != GK_OK)
    return GK_SKIP;
  d = limits_of (device, &p, any);
  r = group_lines_longest (host, device, &p, &m);
  return r == GK_OK
             ? cp_async_make_launch (host, &p, m, find, *settings, &d, state)
             : r;
}

static int
cp_async_prepare (const gk_host *host, const gk_device *device,
                  const void *problem, const gk_value *values, void **state)
{
  const struct fma_settings settings
      = { (int)values[TILE].i, (int)values[SPLITS].i,
          stages_of (values[STAGES].i), (int)values[BAND].i };

  return cp_async_make (host, device, static_cast<const gk_matmul *> (problem),
                        &settings, state);
}

extern "C" gk_variant
matmul_cp_async_variant (void)
{
  static const char *const tiles[] = { FMA_TILE_NAMES, NULL };
  static const char *const stages[] = { "auto", "2", "3", "4", NULL };
  static const gk_option options[N_OPTIONS] = {
    cuda_choice (
        "tile",
        "rows x columns of C that a block computes (f64: half the "
        "columns), of warp- by one warp, for batches of small products, of "
        "many- by one of several blocks per multiprocessor: larger ones read "
        "less, smaller ones fill the device",
        NULL, tiles, FMA_AUTO),
    cuda_number ("splits",
                 "blocks of a cluster that share the inner dimension of a tile "
                 "(split-K); 0: chosen by the problem",
                 "blocks", 0, 0, fma_most_splits),
    cuda_choice ("stages",
                 "stages of the pipeline, a step along the inner dimension "
                 "each; auto: as many as fit",
                 "steps", stages, 0),
    cuda_number ("band",
                 "tiles of a band, which are numbered down before across, to "
                 "share columns in L2; 0: chosen by the device",
                 "tiles", 0, 0, 1024),
  };
  gk_variant v
      = prepared_variant (cp_async_prepare, options, GK_COUNT (options));

  v.dtypes = MATMUL_PLAIN_DTYPES;
  v.layouts = MATMUL_LAYOUTS;
  v.capability = 80;
  v.problem_size = sizeof (gk_matmul);
  v.forms
      = GK_MATMUL_TYPES | GK_MATMUL_BATCH | GK_MATMUL_UPDATE | GK_MATMUL_GROUPS;
  return v;
}

/* Tiles of which several blocks are on a multiprocessor. */
static const int many_tiles[]
    = { FMA_MANY_96x64, FMA_MANY_64x64, FMA_MANY_32x64 };

/* With fewer steps, another block does not pay. */
static const int least_steps = 4;

/* The splits with which a tile's blocks fill the device once. */
static int
splits_of_many (const gk_matmul *p, const struct fma_kernel *kernel,
                const struct fma_device *device)
{
  const double tiles = ceil ((double)p->m / kernel->rows)
                       * ceil ((double)p->k / kernel->cols) * (double)p->batch;
  const double fit = kernel->blocks * (double)device->all_units / tiles;
  const double most = (double)p->n / (kernel->inner * least_steps);
  const double splits = floor (fit < most ? fit : most);

  return splits < 1                     ? 1
         : splits > device->most_splits ? device->most_splits
                                        : (int)splits;
}

/* The model misses the fastest tile by a fifth now and then, which is among its
 * first four. */
extern "C" int
matmul_cp_async_ways (const gk_matmul *problem, const gk_device *device,
                      struct way *ways, int most)
{
  const gk_variant variant = matmul_cp_async_variant ();
  const gk_matmul p = matmul_row_major (problem);
  fma_find *const find = find_of (&p);
  const struct fma_device d = limits_of (device, &p, find (FMA_AUTO).kernel);
  const struct fma_settings any = {};
  struct fma_settings ranked[fma_most_ranked];
  int tile = FMA_AUTO, made = 1, n;

  ways[0] = way_by_default ("cp-async", variant);
  fma_choose_warps (&p, d.all_units, &tile);
  n = fma_rank_tiles (&p, &d, find, &any, ranked);
  /* The first is the default, unless that is a tile of one warp. */
  for (int i = tile == FMA_AUTO; i < n && i < 4 && made < most; i++) {
    gk_value *const values = ways[made].values;

    ways[made++] = ways[0];
    values[TILE].i = ranked[i].tile;
    values[SPLITS].i = ranked[i].splits;
  }
  for (int many : many_tiles) {
    const struct fma_kernel kernel = find (many);

    if (made == most)
      break;
    ways[made] = ways[0];
    ways[made].values[TILE].i = many;
    ways[made++].values[SPLITS].i = splits_of_many (&p, &kernel, &d);
  }
  return made;
}
