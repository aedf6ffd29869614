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
          int wide, int depth>
static struct small_kernel
kernel_of_flags (bool whole, int flags)
{
  if constexpr (type == SMALL_BF16 && high == 2) {
    if (flags == 0)
      return kernel_of_shape<
          small_shape<type, ax, ay, turned, high, wide, depth, true, 0>> ();
    if (flags == 1)
      return kernel_of_shape<
          small_shape<type, ax, ay, turned, high, wide, depth, true, 1>> ();
  }
  return whole ? kernel_of_shape<small_shape<type, ax, ay, turned, high, wide,
                                             depth, true, 3>> ()
               : kernel_of_shape<small_shape<type, ax, ay, turned, high, wide,
                                             depth, false, 3>> ();
}

template <enum small_type type, bool ax, bool ay, bool turned, int high,
          int wide>
static struct small_kernel
kernel_of_chunks (int chunks, bool whole, int flags)
{
  return chunks <= 8
             ? kernel_of_flags<type, ax, ay, turned, high, wide, 1> (whole, flags)
         : chunks <= 16
             ? kernel_of_flags<type, ax, ay, turned, high, wide, 2> (whole, flags)
             : kernel_of_flags<type, ax, ay, turned, high, wide, 4> (whole, flags);
}

template <enum small_type type, bool ax, bool ay, bool turned>
static struct small_kernel
kernel_of_tile (int tile, int chunks, bool whole, int flags)
{
  switch (tile) {
  case SMALL_32x16:
    if constexpr (!ay || type != SMALL_I8)
      return kernel_of_chunks<type, ax, ay, turned, 2, 2> (chunks, whole, flags);
  case SMALL_64x32:
    return kernel_of_chunks<type, ax, ay, turned, 4, 4> (chunks, whole, flags);
  default:
    return kernel_of_chunks<type, ax, ay, turned, 2, 4> (chunks, whole, flags);
  }
}

template <enum small_type type>
static struct small_kernel
kernel_of_type (const struct operand *a, const struct operand *b, int tile,
                int chunks, bool whole, int flags)
{
  return a->across ? b->across ? kernel_of_tile<type, true, true, false> (
                         tile, chunks, whole, flags)
                               : kernel_of_tile<type, true, false, false> (
                                     tile, chunks, whole, flags)
         : b->across
             ? kernel_of_tile<type, true, false, true> (tile, chunks, whole, flags)
             : kernel_of_tile<type, false, false, false> (tile, chunks, whole,
                                                          flags);
}

static struct small_kernel
kernel_of (const gk_matmul *p, int tile, int chunks, bool whole, int flags)
{
  const struct operand a = operand_a (p), b = operand_b (p);

  switch (p->dtype) {
  case GK_BF16:
    return kernel_of_type<SMALL_BF16> (&a, &b, tile, chunks, whole, flags);
  case GK_TF32:
    return kernel_of_type<SMALL_TF32> (&a, &b, tile, chunks, whole, flags);
  case GK_I8:
    return kernel_of_type<SMALL_I8> (&a, &b, tile, chunks, whole, flags);
  default:
    return {};
  }
}

/* Whether what a thread loads at once is there as a whole, and aligned. */
static bool
is_ready (const struct operand *o)
{
  return o->inner * o->element % 16 == 0
         && (o->across ? o->lines % 4 == 0 && o->pitch % 4 == 0
                       : o->pitch * o->element % 16 == 0);
}

static int
prepare (const gk_host *host, const gk_device *, const void *problem,
         const gk_value *values, void **state)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const struct operand a = operand_a (&p), b = operand_b (&p);
  const int inner = (int)(p.n * a.element);
  const int chunks = (inner + 63) / 64, tile = (int)values[TILE].i;
  struct small_kernel kernel
      = kernel_of (&p, tile, chunks, true, (int)values[FLAGS].i);
  struct prepared_shape shape = {};
  struct small_task task = {};

  if (!kernel.kernel || chunks > 32 || !is_ready (&a) || !is_ready (&b)) {
    host->error (host, "small does not take this");
    return GK_SKIP;
  }
  if (p.m % kernel.rows != 0 || p.k % kernel.cols != 0 || inner % 64 != 0
      || chunks > (chunks <= 8 ? 8 : chunks <= 16 ? 16 : 32)
      || (chunks > 8 && chunks % (chunks <= 16 ? 2 : 4) != 0) || p.ldc % 4 != 0)
    kernel = kernel_of (&p, tile, chunks, false, (int)values[FLAGS].i);
  task.a = (const unsigned char *)p.a;
  task.b = (const unsigned char *)p.b;
  task.c = p.c;
  task.rows = (unsigned)p.m;
  task.cols = (unsigned)p.k;
  task.inner = (unsigned)inner;
  task.pitch_a = (unsigned)(p.lda * a.element);
  task.pitch_b = (unsigned)(p.ldb * b.element);
  task.ldc = (unsigned)p.ldc;
  shape.grid = dim3 ((unsigned)((p.m + kernel.rows - 1) / kernel.rows),
                     (unsigned)((p.k + kernel.cols - 1) / kernel.cols));
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
