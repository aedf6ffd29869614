/* SPDX-License-Identifier: BSD-3-Clause */
#include <cuda_runtime.h>

#include "cuda/compiled-for.cuh"
#include "cuda/prepared.cuh"
#include "small-stream.cuh"
#include "matmul/cuda.h"
#include "operand.h"
#include "row-major.h"

enum { TILE, SPLITS, N_OPTIONS };

struct stream_kernel {
  void (*kernel) (const struct small_stream_task);
  int lines_x, lines_y, threads, shared;
};

template <class S>
static struct stream_kernel
kernel_of_shape (void)
{
  return { small_stream<S>, S::down * S::lines_x, S::over * S::lines_y,
           S::launched_all, S::shared_all };
}

template <enum small_type type, bool turned, int wide, int stages>
static struct stream_kernel
kernel_of_down (int down)
{
  switch (down) {
  case 1:
    return kernel_of_shape<small_stream_shape<type, false, false, turned, 4,
                                              wide, 1, 1, stages>> ();
  case 2:
    return kernel_of_shape<small_stream_shape<type, false, false, turned, 4,
                                              wide, 2, 1, stages>> ();
  default:
    return kernel_of_shape<small_stream_shape<type, false, false, turned, 4,
                                              wide, 4, 1, stages>> ();
  }
}

template <enum small_type type, bool turned>
static struct stream_kernel
kernel_of_few (int few, int down)
{
  return few <= 16   ? kernel_of_down<type, turned, 2, 5> (down)
         : few <= 32 ? kernel_of_down<type, turned, 4, 4> (down)
                     : kernel_of_down<type, turned, 8, 3> (down);
}

template <enum small_type type>
static struct stream_kernel
kernel_of_type (bool across, bool turned, int few, int down)
{
  if (down == 0)
    return across ? kernel_of_shape<small_stream_shape<type, true, false, true,
                                                       2, 4, 2, 2, 6>> ()
                  : kernel_of_shape<small_stream_shape<
                        type, false, false, false, 2, 4, 2, 2, 6>> ();
  return turned ? kernel_of_few<type, true> (few, down)
                : kernel_of_few<type, false> (few, down);
}

static int
prepare (const gk_host *host, const gk_device *, const void *problem,
         const gk_value *values, void **state)
{
  static const int downs[] = { -1, 1, 2, 4, 0 };
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const struct operand a = operand_a (&p), b = operand_b (&p);
  const int least = (int)(p.m < p.k ? p.m : p.k);
  int down = downs[values[TILE].i], splits = (int)values[SPLITS].i;
  if (down < 0)
    down = least > 64 ? 0 : least <= 16 ? 1 : least <= 32 ? 2 : 4;
  const bool turned = down == 0 ? b.across : p.m < p.k;
  const int64_t x = turned ? p.k : p.m, y = turned ? p.m : p.k;
  const struct stream_kernel kernel
      = p.dtype == GK_BF16
            ? kernel_of_type<SMALL_BF16> (b.across, turned, least, down)
        : p.dtype == GK_TF32
            ? kernel_of_type<SMALL_TF32> (b.across, turned, least, down)
            : kernel_of_type<SMALL_I8> (b.across, turned, least, down);
  struct prepared_shape shape = {};
  struct small_stream_task task = {};
  int blocks;

  if ((down > 0 && least > 64) || a.across || (down > 0 && b.across)
      || (!a.across && a.pitch * a.element % 16 != 0)
      || (!b.across && b.pitch * b.element % 16 != 0)
      || p.n * a.element % 16 != 0
      || (b.across && (p.k % 4 != 0 || p.ldb % 4 != 0))
      || (p.dtype != GK_BF16 && p.dtype != GK_I8 && p.dtype != GK_TF32)) {
    host->error (host, "small-stream does not take this");
    return GK_SKIP;
  }
  task.blocks_x = (int)((x + kernel.lines_x - 1) / kernel.lines_x);
  blocks = task.blocks_x * (int)((y + kernel.lines_y - 1) / kernel.lines_y);
  if (splits == 0)
    for (splits = 1; splits < 8 && blocks * splits * 2 <= 132; splits *= 2)
      ;
  if (splits & (splits - 1))
    return GK_SKIP;
  task.t.a = (const unsigned char *)p.a;
  task.t.b = (const unsigned char *)p.b;
  task.t.c = p.c;
  task.t.rows = (unsigned)p.m;
  task.t.cols = (unsigned)p.k;
  task.t.inner = (unsigned)(p.n * a.element);
  task.t.pitch_a = (unsigned)(p.lda * a.element);
  task.t.pitch_b = (unsigned)(p.ldb * b.element);
  task.t.ldc = (unsigned)p.ldc;
  task.splits = splits;
  task.each = (task.t.inner + 128 * splits - 1) / (128 * splits) * 2;
  shape.grid = dim3 ((unsigned)(blocks * splits));
  shape.block = dim3 ((unsigned)kernel.threads);
  shape.shared = kernel.shared;
  shape.cluster = splits > 1 ? splits : 0;
  return prepared_make (host, kernel.kernel, shape, task, state);
}

extern "C" gk_variant
matmul_small_stream_variant (void)
{
  static const char *const tiles[] = { "auto", "64", "128", "256", "64x64", NULL };
  static const gk_option options[N_OPTIONS] = {
    cuda_choice ("tile", "x", NULL, tiles, 0),
    cuda_number ("splits", "x", "", 0, 0, 8),
  };
  gk_variant v
      = prepared_variant ("small-stream", "x", prepare, options, N_OPTIONS);

  v.dtypes = MATMUL_MATRIX_DTYPES;
  v.layouts = MATMUL_LAYOUTS;
  v.capability = 90;
  return v;
}
