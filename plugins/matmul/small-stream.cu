/* SPDX-License-Identifier: BSD-3-Clause */
#include <cuda_runtime.h>

#include "cuda/compiled-for.cuh"
#include "cuda/prepared.cuh"
#include "small-stream.cuh"
#include "matmul/cuda.h"
#include "operand.h"
#include "row-major.h"

enum { TILE, SPLITS, STAGES, N_OPTIONS };

struct stream_kernel {
  void (*kernel) (const struct small_stream_task);
  int lines_x, lines_y, threads, shared, step;
};

template <class S>
static struct stream_kernel
kernel_of_shape (void)
{
  return { small_stream<S>, S::down * S::lines_x, S::over * S::lines_y,
           S::launched_all, S::shared_all, S::step };
}

/* few x lines */
template <enum small_type type, bool turned, int high, int wide, int down,
          int s0, int s1, int s2>
static struct stream_kernel
kernel_of_stages (int stages)
{
  return stages == 0
             ? kernel_of_shape<small_stream_shape<type, false, false, turned, high,
                                                  wide, down, 1, s0>> ()
         : stages == 1
             ? kernel_of_shape<small_stream_shape<type, false, false, turned, high,
                                                  wide, down, 1, s1>> ()
             : kernel_of_shape<small_stream_shape<type, false, false, turned, high,
                                                  wide, down, 1, s2>> ();
}

template <enum small_type type, bool turned>
static struct stream_kernel
kernel_of_few (int few, int lines, int stages)
{
  if (few <= 16)
    return lines == 64
               ? kernel_of_stages<type, turned, 2, 2, 2, 5, 4, 6> (stages)
               : kernel_of_stages<type, turned, 4, 2, 2, 3, 2, 4> (stages);
  if (few <= 32)
    return lines == 64
               ? kernel_of_stages<type, turned, 2, 4, 2, 4, 3, 5> (stages)
               : kernel_of_stages<type, turned, 2, 4, 4, 5, 4, 6> (stages);
  return lines == 64 ? kernel_of_stages<type, turned, 2, 8, 2, 3, 2, 4> (stages)
                     : kernel_of_stages<type, turned, 2, 8, 4, 4, 3, 5> (stages);
}

template <enum small_type type>
static struct stream_kernel
kernel_of_type (bool turned, int few, int down, int stages)
{
  if (down == 0)
    return turned ? kernel_of_shape<small_stream_shape<type, true, false, true,
                                                       2, 4, 2, 2, 6>> ()
                  : kernel_of_shape<small_stream_shape<
                        type, false, false, false, 2, 4, 2, 2, 6>> ();
  return turned ? kernel_of_few<type, true> (few, down, stages)
                : kernel_of_few<type, false> (few, down, stages);
}

static int
prepare (const gk_host *host, const gk_device *, const void *problem,
         const gk_value *values, void **state)
{
  static const int downs[] = { -1, 64, 128, 0 };
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const struct operand a = operand_a (&p), b = operand_b (&p);
  const int least = (int)(p.m < p.k ? p.m : p.k);
  int down = downs[values[TILE].i], splits = (int)values[SPLITS].i;
  if (down < 0)
    down = least > 64 ? 0 : least <= 16 ? 64 : 128;
  const bool turned = down == 0 ? b.across : p.m < p.k;
  const int64_t x = turned ? p.k : p.m, y = turned ? p.m : p.k;
  const int stages = (int)values[STAGES].i;
  const struct stream_kernel kernel
      = p.dtype == GK_BF16
            ? kernel_of_type<SMALL_BF16> (turned, least, down, stages)
        : p.dtype == GK_TF32
            ? kernel_of_type<SMALL_TF32> (turned, least, down, stages)
            : kernel_of_type<SMALL_I8> (turned, least, down, stages);
  struct prepared_shape shape = {};
  struct small_stream_task task = {};
  int blocks;

  if ((down > 0 && least > 64) || a.across || (down > 0 && b.across)
      || (!a.across && a.pitch * a.element % 16 != 0)
      || (!b.across && b.pitch * b.element % 16 != 0)
      || p.n * a.element % 16 != 0
      || (b.across && (p.k * b.element % 16 != 0 || p.ldb * b.element % 16 != 0))
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
  task.each = (task.t.inner + kernel.step * splits - 1)
              / (kernel.step * splits) * kernel.step;
  shape.grid = dim3 ((unsigned)(blocks * splits));
  shape.block = dim3 ((unsigned)kernel.threads);
  shape.shared = kernel.shared;
  shape.cluster = splits > 1 ? splits : 0;
  return prepared_make (host, kernel.kernel, shape, task, state);
}

extern "C" gk_variant
matmul_small_stream_variant (void)
{
  static const char *const tiles[] = { "auto", "64", "128", "64x64", NULL };
  static const gk_option options[N_OPTIONS] = {
    cuda_choice ("tile", "x", NULL, tiles, 0),
    cuda_number ("splits", "x", "", 0, 0, 8),
    cuda_number ("stages", "x", "", 0, 0, 2),
  };
  gk_variant v
      = prepared_variant ("small-stream", "x", prepare, options, N_OPTIONS);

  v.dtypes = MATMUL_MATRIX_DTYPES;
  v.layouts = MATMUL_LAYOUTS;
  v.capability = 90;
  return v;
}
