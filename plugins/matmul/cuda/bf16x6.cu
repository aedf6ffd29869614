/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over tma: tensor cores multiply, whatever the numbers are.  They have no f32,
 * but a float of 24 bits is the sum of three of bf16, with 8 bits each and the
 * same exponents, and their products are exact in f32.  So six products of bf16
 * make one of f32 (bf16x6.cuh).  digits needs fewer cycles for each product,
 * but several passes over memory, and numbers whose range allows it; here each
 * number is split on its way into shared memory, in the same launch.
 *
 * An H200's tensor cores multiply bf16 nearly 15 times as fast as its CUDA
 * cores multiply f32, so that this leaves a factor of 2.4.
 *
 * What is left out is at most 2 u |A||B| (u = 2^-24); additions come on top.
 * Errors were smaller than cuBLAS's at each size from 1024^3 to 8192^3.  Sums
 * of fewer than 32 products, whose bound is tighter, are left to other rungs.
 *
 * Source: G. Henry, P. T. P. Tang and A. Heinecke, "Leveraging the bfloat16
 * artificial intelligence datatype for higher-precision computations" (2019).
 */
#include <utility>

#include "bf16x6.cuh"
#include "cuda/cluster-count.cuh"
#include "cuda/compiled-for.cuh"
#include "cuda/prepared.cuh"
#include "matmul/cuda/cuda.h"
#include "matmul/row-major.h"
#include "operand.h"
#include "ways.h"

/* Indices of the options. */
enum { TILE, SPLITS, N_OPTIONS };

typedef void bf16x6_kernel (const struct bf16x6_task);

struct bf16x6_tile {
  bool transposed;
  int rows, cols, threads, shared; /* of the kernel */
  /* By whether operands are whole, and whether A and B are MN-major. */
  bf16x6_kernel *kernels[2][2][2];
};

template <typename S>
static struct bf16x6_tile
tile_of (bool transposed)
{
  return { transposed,
           S::rows,
           S::cols,
           S::threads,
           S::shared,
           { { { bf16x6<S, 0, 0, false>, bf16x6<S, 0, 1, false> },
               { bf16x6<S, 1, 0, false>, bf16x6<S, 1, 1, false> } },
             { { bf16x6<S, 0, 0, true>, bf16x6<S, 0, 1, true> },
               { bf16x6<S, 1, 0, true>, bf16x6<S, 1, 1, true> } } } };
}

/* Two blocks of 64 columns or fewer fit a multiprocessor. */
static struct bf16x6_tile
find_tile (int tile)
{
  typedef bf16x6_shape<2, 128, 2, 2, 2, 1, 184, 72> shape_128x128;
  typedef bf16x6_shape<2, 64, 1, 3, 3, 1, 0, 0> shape_128x64;
  typedef bf16x6_shape<1, 64, 1, 2, 2, 2, 0, 0> shape_64x64;
  typedef bf16x6_shape<1, 32, 1, 2, 2, 2, 0, 0> shape_64x32;

  return tile == BF16X6_128x128  ? tile_of<shape_128x128> (false)
         : tile == BF16X6_128x64 ? tile_of<shape_128x64> (false)
         : tile == BF16X6_64x128 ? tile_of<shape_128x64> (true)
         : tile == BF16X6_64x64  ? tile_of<shape_64x64> (false)
                                 : tile_of<shape_64x32> (tile == BF16X6_32x64);
}

static struct bf16x6_operand
operand_of (const struct operand *o)
{
  return { static_cast<const float *> (o->at), o->pitch, (int)o->lines };
}

/* Whether rows in memory, and matrices of a batch, begin at multiples of 16
 * bytes, and end there. */
static bool
is_whole (const struct operand *o)
{
  return ((o->pitch | o->stride | (o->mn_major ? o->lines : o->inner)) & 3)
         == 0;
}

static int
check_problem (const gk_host *host, const gk_device *device, const gk_matmul *p)
{
  int r = operand_check_limits (host, p);

  if (r == GK_OK)
    r = matmul_cuda_prepare (host, device, p, NULL, NULL);
  if (r == GK_OK)
    r = check_code_90a (host,
                        (const void *)find_tile (BF16X6_AUTO).kernels[0][0][0]);
  if (r != GK_OK || p->n >= bf16x6_least_inner)
    return r;
  host->error (host,
               "a sum of fewer than %d products must be more exact than what "
               "is known of tensor cores; make n larger",
               bf16x6_least_inner);
  return GK_SKIP;
}

/* C, and what is added to A B. */
static void
set_result (struct bf16x6_task *task, const gk_matmul *p)
{
  task->c = static_cast<float *> (p->c);
  task->ldc = p->ldc;
  task->whole_c = ((p->ldc | p->stride_c | p->k) & 3) == 0;
  task->alpha = (float)p->alpha;
  task->beta = (float)p->beta;
  task->bias = static_cast<const float *> (p->bias);
}

/* In bands of eight, 132 tiles of 128 x 128, which run at once, cover about a
 * square. */
static void
set_tiles (struct bf16x6_task *task, const struct bf16x6_tile *tile)
{
  const int band = 8;

  task->bands.down = (int)tiles_over (task->a.lines, tile->rows);
  task->bands.across = (int)tiles_over (task->b.lines, tile->cols);
  task->bands.band = task->bands.down < band ? task->bands.down : band;
  bands_set_divisors (&task->bands);
}

static int
make_launch (const gk_host *host, const gk_matmul *p,
             struct bf16x6_choice choice, const unsigned *only_if, void **state)
{
  const struct bf16x6_tile tile = find_tile (choice.tile);
  struct operand a = operand_a (p), b = operand_b (p);
  const bool whole = is_whole (&a) && is_whole (&b);
  struct prepared_shape shape = {};
  struct bf16x6_task task = {};
  bf16x6_kernel *kernel;

  if (batch_strides_of (host, p, &task.strides) != GK_OK)
    return GK_SKIP;
  if (tile.transposed) {
    std::swap (a, b);
    std::swap (task.strides.a, task.strides.b);
  }
  kernel = tile.kernels[whole][a.mn_major][b.mn_major];
  task.a = operand_of (&a);
  task.b = operand_of (&b);
  set_result (&task, p);
  task.inner = (int)p->n;
  task.steps = (int)tiles_over (p->n, bf16x6_step);
  task.transposed = tile.transposed;
  task.splits = choice.splits < task.steps ? choice.splits : task.steps;
  task.of_splits = divisor_of ((uint32_t)task.splits);
  task.only_if = only_if;
  set_tiles (&task, &tile);
  shape.grid
      = dim3 ((unsigned)(task.bands.down * task.bands.across * task.splits), 1,
              (unsigned)p->batch);
  shape.block = dim3 ((unsigned)tile.threads);
  shape.shared = tile.shared;
  shape.carveout = 100;
  shape.cluster = task.splits > 1 ? task.splits : 0;
  shape.pdl = true;
  host->log (host, "tile %dx%d, %d splits of %d steps",
             tile.transposed ? tile.cols : tile.rows,
             tile.transposed ? tile.rows : tile.cols, task.splits, task.steps);
  return prepared_make (host, kernel, shape, task, state);
}

/* Of a tile's kernels, which are alike in what they take; 0 where the driver
 * does not say. */
static int
clusters_at_once (int choice, int blocks)
{
  const struct bf16x6_tile tile = find_tile (choice);
  int clusters;

  if (cluster_count ((const void *)tile.kernels[1][0][0], tile.threads,
                     tile.shared, blocks, &clusters)
      == cudaSuccess)
    return clusters;
  /* Else a later launch would seem to have failed. */
  cudaGetLastError ();
  return 0;
}

static int
rank_tiles (const gk_matmul *p, const struct bf16x6_choice *set,
            struct bf16x6_choice *ranked, int most)
{
  struct bf16x6_room room;

  for (int i = 1; i <= bf16x6_most_splits; i++) {
    room.clusters[0][i] = clusters_at_once (BF16X6_128x128, i);
    room.clusters[1][i] = clusters_at_once (BF16X6_64x64, i);
  }
  return bf16x6_rank (p, &room, set, ranked, most);
}

static int
bf16x6_make (const gk_host *host, const gk_device *device,
             const gk_matmul *problem, struct bf16x6_choice set,
             const unsigned *only_if, void **state)
{
  const gk_matmul p = matmul_row_major (problem);
  const int r = check_problem (host, device, &p);
  struct bf16x6_choice choice;

  if (r != GK_OK)
    return r;
  choice = set;
  if (set.tile == BF16X6_AUTO || set.splits == 0)
    rank_tiles (&p, &set, &choice, 1);
  return make_launch (host, &p, choice, only_if, state);
}

int
bf16x6_make_only_if (const gk_host *host, const gk_device *device,
                     const gk_matmul *problem, const unsigned *only_if,
                     void **state)
{
  return bf16x6_make (host, device, problem, {}, only_if, state);
}

static int
bf16x6_prepare (const gk_host *host, const gk_device *device,
                const void *problem, const gk_value *values, void **state)
{
  return bf16x6_make (host, device, static_cast<const gk_matmul *> (problem),
                      { (int)values[TILE].i, (int)values[SPLITS].i }, NULL,
                      state);
}

static void
bf16x6_work (const gk_host *, const void *, void *, gk_work *work)
{
  work->ops *= bf16x6_products;
  work->op_class = GK_OPS_TENSOR_BF16;
}

extern "C" gk_variant
matmul_bf16x6_variant (void)
{
  static const char *const names[] = { BF16X6_TILE_NAMES, NULL };
  static const gk_option options[N_OPTIONS] = {
    cuda_choice ("tile",
                 "rows x columns of C that a block computes: larger ones read "
                 "less, smaller ones fill the device",
                 NULL, names, BF16X6_AUTO),
    cuda_number ("splits",
                 "blocks of a cluster that share the inner dimension of a tile "
                 "(split-K); 0: chosen by the problem",
                 "blocks", 0, 0, bf16x6_most_splits),
  };
  gk_variant v = prepared_variant (bf16x6_prepare, options, N_OPTIONS);

  v.dtypes = GK_BIT (GK_F32);
  v.layouts = MATMUL_LAYOUTS;
  v.capability = v.capability_max = 90;
  v.problem_size = sizeof (gk_matmul);
  v.forms = GK_MATMUL_BATCH | GK_MATMUL_UPDATE;
  v.work = bf16x6_work;
  return v;
}

/* Where this rung was the fastest, the model's first choice was so in 69 of
 * 118 problems. */
extern "C" int
matmul_bf16x6_ways (const gk_matmul *problem, const gk_device *,
                    struct way *ways, int most)
{
  static const struct bf16x6_choice any = {};
  const gk_matmul p = matmul_row_major (problem);
  struct bf16x6_choice ranked[6];
  const int room = GK_COUNT (ranked);
  const int n = rank_tiles (&p, &any, ranked, most < room ? most : room);

  ways[0] = way_by_default ("bf16x6", matmul_bf16x6_variant ());
  for (int i = 1; i < n; i++) {
    ways[i] = ways[0];
    ways[i].values[TILE].i = ranked[i].tile;
    ways[i].values[SPLITS].i = ranked[i].splits;
  }
  return n;
}
