/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over register-tile: tensor cores multiply f64 by an instruction of their own
 * (mma.sync, which compiles to DMMA), twice as fast as the other units, and a
 * warp holds its 32 x 64 sums together, so that each number that it reads from
 * shared memory is used by all of it.
 *
 * What else it takes to keep them busy:
 * - loads go to shared memory by cp.async, through no registers, several stages
 *   ahead, with one barrier a stage;
 * - registers have two buffers for what is read from shared memory, so that
 *   reads go on behind the multiplications, also across the barrier;
 * - an XOR swizzle keeps these reads free of bank conflicts (dmma.cuh);
 * - blocks stay, and load the next tile while they end one; tiles go in bands,
 *   which share rows and columns in L2; and the last ones are shared by blocks
 *   (stream-k.h), or the last wave would leave many idle.
 *
 * Small tiles are for small matrices: there warps share a tile's inner
 * dimension, too.
 *
 * The pipeline is as A. Kerr et al. describe it, "CUTLASS: fast linear algebra
 * in CUDA C++" (2017); NVIDIA, "Parallel Thread Execution ISA", has the
 * instructions.
 */
#include <cuda_runtime.h>

#include "cuda/compiled-for.cuh"
#include "cuda/dynamic-shared.cuh"
#include "cuda/launched.cuh"
#include "cuda/prepared.cuh"
#include "dmma-choose.h"
#include "dmma.cuh"
#include "matmul/cuda.h"
#include "row-major.h"

/* By the options' places. */
enum { TILE, STAGES, SHARE, BAND, N_OPTIONS };

enum { LEAST_STAGES = 4 };

/* Bytes that a block has at the least, from 8.0 on. */
static const int least_shared = 99 * 1024;

/* By the tunable's choice; 0: auto. */
static int
stages_of (int64_t choice)
{
  return choice > 0 ? (int)choice + LEAST_STAGES - 1 : 0;
}

template <class S>
static struct dmma_kernel
kernel_of_shape (void)
{
  return {
    dmma<S>,
    S::rows,
    S::cols,
    S::step,
    S::threads,
    S::stage,
    S::exchange,
    dmma_copy_a<S>::apart,
    dmma_copy_b<S>::apart
  };
}

template <bool across_a, bool across_b>
static struct dmma_kernel
kernel_of_tile (int tile)
{
  switch (tile) {
  case DMMA_128x128_K16:
    return kernel_of_shape<
        dmma_shape<128, 128, 32, 64, 1, 16, 1, across_a, across_b>> ();
  case DMMA_128x64:
    return kernel_of_shape<
        dmma_shape<128, 64, 32, 64, 1, 8, 2, across_a, across_b>> ();
  case DMMA_64x64:
    return kernel_of_shape<
        dmma_shape<64, 64, 32, 32, 2, 8, 1, across_a, across_b>> ();
  case DMMA_32x32:
    return kernel_of_shape<
        dmma_shape<32, 32, 32, 32, 4, 8, 1, across_a, across_b>> ();
  default:
    return kernel_of_shape<
        dmma_shape<128, 128, 32, 64, 1, 8, 1, across_a, across_b>> ();
  }
}

static struct dmma_kernel
kernel_of (const gk_matmul *p, int tile)
{
  const bool across_b = p->layout_b == GK_ROW_MAJOR;

  if (p->layout_a == GK_ROW_MAJOR)
    return across_b ? kernel_of_tile<false, true> (tile)
                    : kernel_of_tile<false, false> (tile);
  return across_b ? kernel_of_tile<true, true> (tile)
                  : kernel_of_tile<true, false> (tile);
}

/* How many of a kernel's blocks run at once on a multiprocessor, with how many
 * stages: with as many as are asked for, else with as many as leave room for
 * two blocks, if the kernel is for two. */
static cudaError_t
fit (struct dmma_candidate *c, const gk_device *device, int asked)
{
  const int shared_bytes
      = device->shared_bytes > 0 ? (int)device->shared_bytes : least_shared;
  const int room = (shared_bytes - c->kernel.exchange) / c->kernel.stage;
  const int most = room < dmma_most_stages ? room : dmma_most_stages;
  int shared = 0, blocks = 0;
  cudaError_t e = cudaSuccess;

  c->stages = c->blocks = 0;
  for (int s = asked > 0 ? asked : most; s <= most && s >= LEAST_STAGES; s--) {
    shared = s * c->kernel.stage + c->kernel.exchange;
    e = dynamic_shared_allow ((const void *)c->kernel.kernel, shared);
    if (e == cudaSuccess)
      e = cudaOccupancyMaxActiveBlocksPerMultiprocessor (
          &blocks, c->kernel.kernel, c->kernel.threads, (size_t)shared);
    if (e != cudaSuccess)
      return e;
    if (blocks > c->blocks) {
      c->stages = s;
      c->blocks = blocks;
    }
    if (asked > 0)
      break;
  }
  return e;
}

/* The tile asked for, or that of the least cost. */
static int
choose (const gk_host *host, const gk_device *device, const gk_matmul *p,
        const struct dmma_settings *settings, struct dmma_candidate *chosen,
        struct stream_k *tiles)
{
  static const int all[]
      = { DMMA_128x128, DMMA_128x64, DMMA_64x64, DMMA_32x32 };
  const int n
      = settings->tile == DMMA_AUTO ? (int)(sizeof all / sizeof *all) : 1;
  double least = 0;

  chosen->stages = 0;
  for (int i = 0; i < n; i++) {
    struct dmma_candidate c = {};
    struct stream_k s;
    double cost;
    int r;

    c.kernel = kernel_of (p, n == 1 ? settings->tile : all[i]);
    r = cuda_launched (host, fit (&c, device, settings->stages));
    if (r != GK_OK)
      return r;
    if (c.stages == 0)
      continue;
    cost = dmma_deal (p, device, &c, settings, &s);
    /* Larger tiles come first, and load less. */
    if (chosen->stages == 0 || cost < 0.99 * least) {
      least = cost;
      *chosen = c;
      *tiles = s;
    }
  }
  if (chosen->stages > 0)
    return GK_OK;
  host->error (host, "a block of this device has too little shared memory for "
                     "so many stages of such a tile; use a smaller tile or "
                     "fewer stages");
  return GK_SKIP;
}

/* Where blocks that share tiles leave their sums. */
static int
take_workspace (const gk_host *host, const gk_device *device,
                const struct dmma_kernel *kernel, struct dmma_task *task)
{
  const size_t blocks = (size_t)task->tiles.sharers;
  const size_t bytes = blocks * kernel->rows * kernel->cols * sizeof (double);

  if (blocks == 0)
    return GK_OK;
  task->partials = (double *)host->workspace (host, bytes);
  task->left = (unsigned *)host->workspace (host, blocks * sizeof (unsigned));
  if (!task->partials || !task->left)
    return GK_SKIP;
  return cuda_launched (host, cudaMemsetAsync (task->left, 0,
                                               blocks * sizeof (unsigned),
                                               (cudaStream_t)device->stream));
}

static int
check (const gk_host *host, const gk_matmul *p)
{
  const int64_t most = INT64_C (1) << 30;

  if (!compiled_for ((const void *)kernel_of (p, DMMA_128x128).kernel, 80)) {
    host->error (host, "there is no code here for compute capability 8.0; "
                       "build with 80 in --with-cuda-arch");
    return GK_SKIP;
  }
  if (p->m >= most || p->n >= most || p->k >= most) {
    host->error (host, "dmma counts rows and columns in 32 bits; make sizes "
                       "smaller than 2^30");
    return GK_SKIP;
  }
  return GK_OK;
}

static struct dmma_operand
operand (const void *at, int64_t pitch, int64_t lines)
{
  struct dmma_operand o = {};

  o.at = static_cast<const double *> (at);
  o.pitch = pitch;
  o.lines = (int)lines;
  o.wide = pitch % 2 == 0;
  return o;
}

/* How a thread's copies go through the operand. */
static void
set_copies (struct dmma_operand *o, bool across, int lines, int step, int apart)
{
  const int rows = across ? step : lines;

  o->apart = apart * o->pitch * 8;
  o->on = (across ? step * o->pitch : step) * 8 - (rows / apart - 1) * o->apart;
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  struct dmma_settings settings = {};
  struct dmma_candidate chosen = {};
  struct prepared_shape shape = {};
  struct dmma_task task = {};
  int r = check (host, &p);

  settings.tile = (int)values[TILE].i;
  settings.stages = stages_of (values[STAGES].i);
  settings.share = (int)values[SHARE].i;
  settings.band = (int)values[BAND].i;
  task.a = operand (p.a, p.lda, p.m);
  task.b = operand (p.b, p.ldb, p.k);
  task.c = static_cast<double *> (p.c);
  task.ldc = p.ldc;
  task.inner = (int)p.n;
  task.wide = p.ldc % 2 == 0;
  if (r == GK_OK)
    r = choose (host, device, &p, &settings, &chosen, &task.tiles);
  task.stages = chosen.stages;
  set_copies (&task.a, p.layout_a != GK_ROW_MAJOR, chosen.kernel.rows,
              chosen.kernel.step, chosen.kernel.apart_a);
  set_copies (&task.b, p.layout_b == GK_ROW_MAJOR, chosen.kernel.cols,
              chosen.kernel.step, chosen.kernel.apart_b);
  if (r == GK_OK)
    r = take_workspace (host, device, &chosen.kernel, &task);
  if (r != GK_OK)
    return r;
  host->log (host, "tile %dx%d, %d stages, %d blocks, of %d tiles %d shared",
             chosen.kernel.rows, chosen.kernel.cols, task.stages,
             task.tiles.blocks, stream_k_tiles (&task.tiles),
             task.tiles.shared);
  shape.grid = dim3 ((unsigned)task.tiles.blocks);
  shape.block = dim3 ((unsigned)chosen.kernel.threads);
  shape.shared = chosen.stages * chosen.kernel.stage + chosen.kernel.exchange;
  return prepared_make (host, chosen.kernel.kernel, shape, task, state);
}

extern "C" gk_variant
matmul_dmma_variant (void)
{
  static const char *const tiles[] = { DMMA_TILE_NAMES, NULL };
  static const char *const stages[] = { "auto", "4", "5", "6", "7", NULL };
  static const char *const shares[] = { "auto", "none", "last", NULL };
  static const gk_option options[N_OPTIONS] = {
    cuda_choice ("tile",
                 "rows x columns of C that a block computes at a time: larger "
                 "ones load less, smaller ones fill the device",
                 NULL, tiles, DMMA_AUTO),
    cuda_choice ("stages",
                 "steps along the inner dimension that are in shared memory at "
                 "a time, loading or in use; auto: as many as there is room "
                 "for",
                 "steps", stages, 0),
    cuda_choice ("share",
                 "tiles that blocks share, each a part of the inner dimension: "
                 "the last waves', so that nobody is idle, at the cost of "
                 "sums that go through memory",
                 NULL, shares, DMMA_SHARE_AUTO),
    cuda_number ("band",
                 "tiles taken down before the next across, to share columns in "
                 "L2; 0: as suits the problem",
                 "tiles", 0, 0, 1024),
  };
  gk_variant v = prepared_variant (
      "dmma",
      "tensor cores multiply f64 (mma.sync), a warp 32 x 64 sums, from shared "
      "memory that cp.async fills stages ahead",
      prepare, options, N_OPTIONS);

  v.dtypes = GK_BIT (GK_F64);
  v.layouts = MATMUL_LAYOUTS;
  v.capability = 80;
  return v;
}
