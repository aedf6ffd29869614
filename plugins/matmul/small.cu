/* SPDX-License-Identifier: BSD-3-Clause */
#include <cuda_runtime.h>

#include "cuda/compiled-for.cuh"
#include "cuda/prepared.cuh"
#include "matmul/cuda.h"
#include "operand.h"
#include "row-major.h"
#include "small.cuh"

enum { TILE, FLAGS, N_OPTIONS };

template <class S>
static struct small_kernel
kernel_of_shape (void)
{
  return { small<S>, S::rows, S::cols, S::launched, S::shared };
}

template <enum small_type type, bool ax, bool ay, bool turned, int high,
          int wide, int warps, int depth>
static struct small_kernel
kernel_of_flags (int flags)
{
  if constexpr (type == SMALL_BF16 && high == 2) {
    if (flags == 0)
      return kernel_of_shape<
          small_shape<type, ax, ay, turned, high, wide, warps, depth, 0>> ();
    if (flags == 1)
      return kernel_of_shape<
          small_shape<type, ax, ay, turned, high, wide, warps, depth, 1>> ();
  }
  return kernel_of_shape<
      small_shape<type, ax, ay, turned, high, wide, warps, depth, 3>> ();
}

template <enum small_type type, bool ax, bool ay, bool turned, int high,
          int wide>
static struct small_kernel
kernel_of_chunks (int chunks, int flags)
{
  switch (chunks) {
  case 1:
    return kernel_of_flags<type, ax, ay, turned, high, wide, 1, 1> (flags);
  case 2:
    return kernel_of_flags<type, ax, ay, turned, high, wide, 2, 1> (flags);
  case 4:
    return kernel_of_flags<type, ax, ay, turned, high, wide, 4, 1> (flags);
  case 8:
    return kernel_of_flags<type, ax, ay, turned, high, wide, 8, 1> (flags);
  case 16:
    return kernel_of_flags<type, ax, ay, turned, high, wide, 8, 2> (flags);
  case 32:
    return kernel_of_flags<type, ax, ay, turned, high, wide, 8, 4> (flags);
  default:
    return {};
  }
}

template <enum small_type type, bool ax, bool ay, bool turned>
static struct small_kernel
kernel_of_tile (int tile, int chunks, int flags)
{
  switch (tile) {
  case SMALL_32x16:
    return kernel_of_chunks<type, ax, ay, turned, 2, 2> (chunks, flags);
  case SMALL_64x32:
    return kernel_of_chunks<type, ax, ay, turned, 4, 4> (chunks, flags);
  default:
    return kernel_of_chunks<type, ax, ay, turned, 2, 4> (chunks, flags);
  }
}

static struct small_kernel
kernel_of (const gk_matmul *p, int tile, int chunks, int flags)
{
  const bool row = p->layout_b == GK_ROW_MAJOR;

  switch (p->dtype) {
  case GK_BF16:
    return row ? kernel_of_tile<SMALL_BF16, true, false, true> (tile, chunks, flags)
               : kernel_of_tile<SMALL_BF16, false, false, false> (tile, chunks, flags);
  case GK_TF32:
    return row ? kernel_of_tile<SMALL_TF32, true, false, true> (tile, chunks, flags)
               : kernel_of_tile<SMALL_TF32, false, false, false> (tile, chunks, flags);
  default:
    return kernel_of_tile<SMALL_I8, false, false, false> (tile, chunks, flags);
  }
}

static int
prepare (const gk_host *host, const gk_device *, const void *problem,
         const gk_value *values, void **state)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const struct operand a = operand_a (&p), b = operand_b (&p);
  const int inner = (int)(p.n * a.element);
  const struct small_kernel kernel
      = kernel_of (&p, (int)values[TILE].i, inner / 64, (int)values[FLAGS].i);
  struct prepared_shape shape = {};
  struct small_task task = {};

  if (!kernel.kernel || inner % 64 != 0 || p.m % kernel.rows != 0
      || p.k % kernel.cols != 0 || a.pitch * a.element % 16 != 0
      || b.pitch * b.element % 16 != 0 || p.ldc % 4 != 0 || a.across) {
    host->error (host, "small does not take this");
    return GK_SKIP;
  }
  task.a = (const unsigned char *)p.a;
  task.b = (const unsigned char *)p.b;
  task.c = p.c;
  task.rows = (int)p.m;
  task.cols = (int)p.k;
  task.inner = inner;
  task.pitch_a = (unsigned)(p.lda * a.element);
  task.pitch_b = (unsigned)(p.ldb * b.element);
  task.ldc = (int)p.ldc;
  shape.grid = dim3 ((unsigned)(p.m / kernel.rows), (unsigned)(p.k / kernel.cols));
  shape.block = dim3 ((unsigned)kernel.threads);
  shape.shared = kernel.shared;
  return prepared_make (host, kernel.kernel, shape, task, state);
}

extern "C" gk_variant
matmul_small_variant (void)
{
  static const char *const tiles[] = { SMALL_TILE_NAMES, NULL };
  static const gk_option options[N_OPTIONS] = {
    cuda_choice ("tile", "x", NULL, tiles, SMALL_AUTO),
    cuda_number ("flags", "helper, touch", "", 3, 0, 3),
  };
  gk_variant v = prepared_variant ("small", "x", prepare, options, N_OPTIONS);

  v.dtypes = MATMUL_MATRIX_DTYPES;
  v.layouts = MATMUL_LAYOUTS;
  v.capability = 80;
  return v;
}
