/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over cp-async: tensor cores multiply.  With one mma.sync instruction a warp
 * multiplies 16 x 8 sums by 32 bytes along the inner dimension; its factors are
 * in the registers of all its threads.  ldmatrix loads them from shared memory,
 * four matrices of 8 x 16 bytes at once, spread over the warp as mma.sync needs
 * them, and for 16-bit types transposed, too: so these may be K-major or
 * MN-major.
 *
 * A block of eight warps computes a tile of 128 x 256, a warp 64 x 64 of it: 32
 * multiplications for eight ldmatrix.  cp.async fills up to four stages of 128
 * bytes along the inner dimension, swizzled, so that neither copies nor
 * ldmatrix have bank conflicts.  While a warp multiplies one slice of a stage,
 * it loads the next slice to registers; and warps synchronise by each stage's
 * mbarriers, as in dmma.
 *
 * It runs from sm_80 on.  On an H200 it multiplies bf16 ten times as fast as
 * cp-async multiplies f32.  But there mma.sync reaches at most three quarters
 * of wgmma's rate, and this kernel three quarters of that: the rest is loads
 * and waits, which the next rungs save.
 *
 * For floats of 8 bits (e4m3) this is the exact rung on Hopper: mma.sync
 * converts them to 16 bits, and adds their products in f32, at half of wgmma's
 * rate.
 *
 * If rows do not begin at multiples of 16 bytes, elements are copied one by
 * one, through registers.  ldmatrix transposes elements of 16 bits only: others
 * are transposed first (repacked.h), unless they are K-major.  Sources: NVIDIA,
 * "Parallel Thread Execution ISA", for the instructions; CUTLASS's pipeline for
 * Ampere.
 */
#include "cuda/compiled-for.cuh"
#include "cuda/prepared.cuh"
#include "by-type.cuh"
#include "group-lines.h"
#include "matmul/cuda/cuda.h"
#include "mma-sync.cuh"
#include "operand.h"
#include "matmul/row-major.h"
#include "repacked.h"

/* The kernel for a product or a batch, and that for groups. */
struct kernels {
  void (*usual) (const struct mma_sync_task);
  void (*of_groups) (const struct mma_sync_groups);
};

template <enum mma_type type, bool mn_major_a, bool mn_major_b>
static struct kernels
kernels_of (void)
{
  return { mma_sync<type, mn_major_a, mn_major_b>,
           mma_sync_of_groups<type, mn_major_a, mn_major_b> };
}

/* Only 16 bits may be MN-major. */
template <enum mma_type type>
static struct kernels
kernel_of_type (bool mn_major_a, bool mn_major_b)
{
  if constexpr (mma_sync_element (type) != 2)
    return kernels_of<type, false, false> ();
  else if (mn_major_a)
    return mn_major_b ? kernels_of<type, true, true> ()
                      : kernels_of<type, true, false> ();
  else
    return mn_major_b ? kernels_of<type, false, true> ()
                      : kernels_of<type, false, false> ();
}

static struct kernels
kernel_of (gk_dtype dtype, bool mn_major_a, bool mn_major_b)
{
  if (dtype == GK_F8_E4M3)
    return kernel_of_type<MMA_E4M3> (false, false);
  return choose_by_type (dtype, [=] (auto type) {
    return kernel_of_type<type.of_mma> (mn_major_a, mn_major_b);
  });
}

static struct mma_sync_operand
operand_of (const struct operand *o)
{
  return { static_cast<const unsigned char *> (o->at), o->pitch * o->element,
           static_cast<int> (o->lines), operand_is_aligned (o) };
}

/* As many stages as fit; at least two do on all devices from 8.0 on. */
static int
count_stages (const gk_device *device)
{
  const int64_t room = (int64_t)device->shared_bytes / MMA_SYNC_STAGE;

  return static_cast<int> (room < MMA_SYNC_LEAST_STAGES  ? MMA_SYNC_LEAST_STAGES
                           : room > MMA_SYNC_MOST_STAGES ? MMA_SYNC_MOST_STAGES
                                                         : room);
}

/* Devices but Hopper add products of floats of 8 bits in fewer bits than f32
 * has. */
static int
check_types (const gk_host *host, const gk_device *device, const gk_matmul *p)
{
  const bool bytes = p->dtype == GK_F8_E4M3 || p->dtype == GK_F8_E5M2;

  if (bytes && device->capability != 90)
    host->error (host, "mma-sync multiplies floats of 8 bits on compute "
                       "capability 9.0 only");
  else if (bytes
           && (p->dtype != GK_F8_E4M3 || p->dtype_b != p->dtype
               || p->dtype_c != GK_BF16))
    host->error (host, "mma-sync multiplies floats of 8 bits to bf16, where "
                       "both are f8_e4m3; leave dtype_b and dtype_c out");
  else if (!bytes && operand_is_summed_wide (p))
    host->error (host, "mma-sync has results of 16 bits of factors of 16 bits; "
                       "persistent has f32, too");
  else
    return GK_OK;
  return GK_SKIP;
}

static int
mma_sync_prepare (const gk_host *host, const gk_device *device,
                  const void *problem, const gk_value *values, void **state)
{
  gk_matmul p = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const bool either = operand_bytes (p.dtype) == 2;
  const struct kernels kernel
      = kernel_of (p.dtype, either && p.layout_a != GK_ROW_MAJOR,
                   either && p.layout_b == GK_ROW_MAJOR);
  struct prepared_shape shape = {};
  struct mma_sync_task task = {};
  struct repacked repacked = {};
  struct operand a, b;
  int64_t m;
  int r = matmul_cuda_prepare (host, device, problem, values, state);

  if (r == GK_OK)
    r = check_code (host, (const void *)kernel.usual, 80);
  if (r == GK_OK)
    r = check_types (host, device, &p);
  if (r == GK_OK)
    r = operand_check_limits (host, &p);
  if (r == GK_OK && !either)
    r = repacked_redirect (host, &p, GK_ROW_MAJOR, GK_COL_MAJOR, false,
                           &repacked);
  if (r == GK_OK)
    r = batch_strides_of (host, &p, &task.strides);
  if (r == GK_OK)
    r = group_lines_longest (host, device, &p, &m);
  if (r == GK_OK)
    r = repacked_make (host, &p, &repacked, NULL, &shape.before);
  if (r != GK_OK)
    return r;
  a = operand_a (&p);
  b = operand_b (&p);
  task.a = operand_of (&a);
  /* A group's first line is anywhere in rows that go over all lines. */
  task.a.aligned &= p.groups == 0 || !a.mn_major;
  task.b = operand_of (&b);
  task.c = p.c;
  task.ldc = p.ldc;
  task.inner = static_cast<int> (p.n);
  task.steps
      = static_cast<int> (tiles_over (p.n, MMA_SYNC_INNER / (int)a.element));
  task.stages = count_stages (device);
  shape.grid = dim3 (tiles_in (m, p.k, MMA_SYNC_ROWS, MMA_SYNC_COLS), 1,
                     (unsigned)matmul_products (&p));
  shape.block = dim3 (MMA_SYNC_THREADS);
  shape.shared = task.stages * MMA_SYNC_STAGE;
  shape.carveout = 100;
  shape.pdl = true;
  if (p.groups > 0)
    return prepared_make (host, kernel.of_groups, shape,
                          mma_sync_groups{ task, p.group_lines }, state);
  return prepared_make (host, kernel.usual, shape, task, state);
}

extern "C" gk_variant
matmul_mma_sync_variant (void)
{
  gk_variant v = prepared_variant (mma_sync_prepare, NULL, 0);

  v.dtypes = MATMUL_MATRIX_DTYPES | GK_BIT (GK_F8_E4M3);
  v.layouts = MATMUL_LAYOUTS;
  v.capability = 80;
  v.problem_size = sizeof (gk_matmul);
  v.forms = GK_MATMUL_TYPES | GK_MATMUL_BATCH | GK_MATMUL_GROUPS;
  return v;
}
