/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over mma-sync: on Hopper (sm_90a) a warpgroup of four warps multiplies
 * together, with factors from shared memory: threads load no fragments, and
 * their registers hold only sums.  The Tensor Memory Accelerator (TMA) fills
 * shared memory: one thread starts a box of each operand, which arrives with
 * the swizzle that wgmma reads, and no warp spends instructions on copies.
 *
 * A block of two warpgroups computes a tile of 128 x 128, each warpgroup 64
 * rows of it.  Steps of 128 bytes along the inner dimension fill a ring of four
 * stages: while one is multiplied, three are in flight.  Two things are still
 * plain: the thread that loads is one of those that multiply, so that all must
 * have finished a stage, at a barrier, before it is filled again; and sums are
 * stored from registers, in the layout that they have there.
 *
 * Source: NVIDIA, "Parallel Thread Execution ISA", for the instruction.
 */
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "cuda/async-copy.cuh"
#include "cuda/compiled-for.cuh"
#include "cuda/prepared.cuh"
#include "cuda/wgmma.cuh"
#include "by-type.cuh"
#include "matmul/cuda/cuda.h"
#include "operand.h"
#include "matmul/row-major.h"
#include "tiles.cuh"

enum {
  SIDE = 128,        /* rows and columns of a tile */
  HALF = SIDE * 128, /* bytes of one operand of a stage */
  STAGE = 2 * HALF,
  STAGES = 4,
  THREADS = 256
};

struct wgmma_task {
  CUtensorMap a, b;
  void *c;
  int64_t ldc;
  int rows, cols; /* of C */
  int steps;      /* of 128 bytes */
};

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* Loads an operand's tile of one step.  Boxes of a K-major operand are all its
 * lines, those of an MN-major one 64 lines wide. */
template <int mn_major>
static __device__ __forceinline__ void
load_operand (unsigned char *to, const CUtensorMap *map, int line, int inner,
              uint64_t *full)
{
  if (!mn_major)
    async_load_box (to, map, inner, line, full);
  else
    for (int l = 0; l < SIDE; l += 64)
      async_load_box (to + l * 128, map, line + l, inner, full);
}

template <enum wgmma_type type, int mn_major_a, int mn_major_b>
static __device__ __forceinline__ void
load_stage (const struct wgmma_task &task, unsigned char *memory,
            uint64_t *full, int row, int col, int step)
{
  const int of_step = type == WGMMA_TF32                     ? 32
                      : type == WGMMA_S8 || type == WGMMA_U8 ? 128
                                                             : 64;
  unsigned char *const to = memory + step % STAGES * STAGE;
  uint64_t *const at = &full[step % STAGES];

  mbarrier_expect (at, STAGE);
  load_operand<mn_major_a> (to, &task.a, row, step * of_step, at);
  load_operand<mn_major_b> (to + HALF, &task.b, col, step * of_step, at);
}

template <enum wgmma_type type>
static __device__ __forceinline__ void
store_element (const struct wgmma_task &task, int row, int col, uint32_t sum)
{
  const int64_t at = row * task.ldc + col;

  if (row >= task.rows || col >= task.cols)
    return;
  if (type == WGMMA_BF16)
    static_cast<__nv_bfloat16 *> (task.c)[at]
        = __float2bfloat16_rn (__uint_as_float (sum));
  else if (type == WGMMA_F16)
    static_cast<__half *> (task.c)[at]
        = __float2half_rn (__uint_as_float (sum));
  else
    static_cast<uint32_t *> (task.c)[at] = sum;
}

#endif

template <enum wgmma_type type, int mn_major_a, int mn_major_b>
static __global__ void
__launch_bounds__ (THREADS)
    wgmma_matmul (const __grid_constant__ struct wgmma_task task)
{
#if defined __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__ (1024) unsigned char memory[];
  __shared__ uint64_t full[STAGES];
  const struct tile_start tile = tile_of_block (task.cols, SIDE, SIDE);
  const int row = (int)tile.row, col = (int)tile.col;
  const int warp = __shfl_sync (~0U, threadIdx.x / 32, 0), group = warp / 4;
  const int lane = threadIdx.x % 32;
  uint32_t sums[SIDE / 2];

  if (threadIdx.x == 0) {
    mbarrier_init (full, STAGES, 1);
    for (int s = 0; s < STAGES && s < task.steps; s++)
      load_stage<type, mn_major_a, mn_major_b> (task, memory, full, row, col,
                                                s);
  }
  __syncthreads ();

  for (int step = 0; step < task.steps; step++) {
    const uint32_t at = async_shared (memory) + step % STAGES * STAGE;
    const uint64_t a = wgmma_descriptor (at + group * (HALF / 2));
    const uint64_t b = wgmma_descriptor (at + HALF);

    mbarrier_wait (&full[step % STAGES], step / STAGES % 2);
    wgmma_fence ();
#pragma unroll
    for (int i = 0; i < 4; i++)
      wgmma_multiply<type, SIDE, mn_major_a, mn_major_b> (
          sums, a + wgmma_further (i * (mn_major_a ? 2048 : 32)),
          b + wgmma_further (i * (mn_major_b ? 2048 : 32)), step + i);
    wgmma_commit ();
    wgmma_wait<0> ();
    __syncthreads ();
    if (threadIdx.x == 0 && step + STAGES < task.steps)
      load_stage<type, mn_major_a, mn_major_b> (task, memory, full, row, col,
                                                step + STAGES);
  }

#pragma unroll
  for (int i = 0; i < SIDE / 2; i++)
    store_element<type> (task, row + warp * 16 + lane / 4 + i % 4 / 2 * 8,
                         col + i / 4 * 8 + lane % 4 * 2 + i % 2, sums[i]);
#else
  (void)task;
#endif
}

typedef void kernel_function (const struct wgmma_task);

/* Only 16 bits may be MN-major. */
template <enum wgmma_type type>
static kernel_function *
kernel_of_type (bool mn_major_a, bool mn_major_b)
{
  if constexpr (type != WGMMA_BF16 && type != WGMMA_F16)
    return wgmma_matmul<type, 0, 0>;
  else if (mn_major_a)
    return mn_major_b ? wgmma_matmul<type, 1, 1> : wgmma_matmul<type, 1, 0>;
  else
    return mn_major_b ? wgmma_matmul<type, 0, 1> : wgmma_matmul<type, 0, 0>;
}

static kernel_function *
kernel_of (gk_dtype dtype, bool mn_major_a, bool mn_major_b)
{
  return choose_by_type (dtype, [=] (auto type) {
    return kernel_of_type<type.of_wgmma> (mn_major_a, mn_major_b);
  });
}

static int
check_operands (const gk_host *host, const struct operand *a,
                const struct operand *b)
{
  if (operand_is_ready (a) && operand_is_ready (b))
    return GK_OK;
  host->error (
      host,
      "TMA needs rows at multiples of 16 bytes, and wgmma K-major operands for "
      "8 and 32 bits (layout = tn); persistent supports the others");
  return GK_SKIP;
}

static int
wgmma_prepare (const gk_host *host, const gk_device *device,
               const void *problem, const gk_value *values, void **state)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const struct operand a = operand_a (&p), b = operand_b (&p);
  kernel_function *const kernel = kernel_of (p.dtype, a.mn_major, b.mn_major);
  struct prepared_shape shape = {};
  struct wgmma_task task = {};
  int r = matmul_cuda_prepare (host, device, problem, values, state);

  task.c = p.c;
  task.ldc = p.ldc;
  task.rows = static_cast<int> (p.m);
  task.cols = static_cast<int> (p.k);
  task.steps = static_cast<int> (tiles_over (p.n, 128 / (int)a.element));
  shape.grid = dim3 (tiles_in (p.m, p.k, SIDE, SIDE));
  shape.block = dim3 (THREADS);
  shape.shared = STAGES * STAGE;
  if (r == GK_OK)
    r = operand_check_limits (host, &p);
  if (r == GK_OK)
    r = check_operands (host, &a, &b);
  if (r == GK_OK)
    r = check_code_90a (host, (const void *)kernel);
  if (r == GK_OK)
    r = operand_map (host, &task.a, &a, SIDE, 1);
  if (r == GK_OK)
    r = operand_map (host, &task.b, &b, SIDE, 1);
  return r == GK_OK ? prepared_make (host, kernel, shape, task, state) : r;
}

extern "C" gk_variant
matmul_wgmma_variant (void)
{
  gk_variant v = prepared_variant (wgmma_prepare, NULL, 0);

  v.dtypes = MATMUL_MATRIX_DTYPES;
  v.layouts = MATMUL_LAYOUTS;
  v.capability = v.capability_max = 90;
  return v;
}
