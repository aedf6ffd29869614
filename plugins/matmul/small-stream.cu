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
  int lines_x, threads, shared, step;
};

template <class S>
static struct stream_kernel
kernel_of_shape (void)
{
  return { small_stream<S>, S::block_x, S::launched_all, S::shared_all, S::piece };
}

/* few x lines */
template <enum small_type type, bool turned>
static struct stream_kernel
kernel_of_few (int few, int choice)
{
  if (few <= 16)
    return choice == 0 ? kernel_of_shape<
                             small_stream_shape<type, turned, 4, 2, 1, 512, 5>> ()
           : choice == 1
               ? kernel_of_shape<
                     small_stream_shape<type, turned, 2, 2, 2, 256, 9>> ()
               : kernel_of_shape<
                     small_stream_shape<type, turned, 4, 2, 1, 1024, 2>> ();
  if (few <= 32)
    return choice == 0 ? kernel_of_shape<
                             small_stream_shape<type, turned, 4, 4, 1, 512, 4>> ()
                       : kernel_of_shape<
                             small_stream_shape<type, turned, 4, 4, 2, 256, 4>> ();
  return choice == 0
             ? kernel_of_shape<small_stream_shape<type, turned, 2, 8, 4, 256, 4>> ()
         : choice == 1
             ? kernel_of_shape<small_stream_shape<type, turned, 2, 8, 2, 256, 6>> ()
             : kernel_of_shape<small_stream_shape<type, turned, 2, 8, 4, 512, 2>> ();
}

template <enum small_type type>
static struct stream_kernel
kernel_of_type (bool turned, int few, int choice)
{
  return turned ? kernel_of_few<type, true> (few, choice)
                : kernel_of_few<type, false> (few, choice);
}

static int
prepare (const gk_host *host, const gk_device *, const void *problem,
         const gk_value *values, void **state)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const struct operand a = operand_a (&p), b = operand_b (&p);
  const bool turned = p.m < p.k;
  const int few = (int)(turned ? p.m : p.k), choice = (int)values[TILE].i;
  int splits = (int)values[SPLITS].i;
  const struct stream_kernel kernel
      = p.dtype == GK_BF16 ? kernel_of_type<SMALL_BF16> (turned, few, choice)
                           : kernel_of_type<SMALL_I8> (turned, few, choice);
  struct prepared_shape shape = {};
  struct small_stream_task task = {};
  int blocks;

  if (few > 64 || a.across || b.across || a.pitch * a.element % 16 != 0
      || b.pitch * b.element % 16 != 0 || p.n * a.element % 16 != 0
      || (p.dtype != GK_BF16 && p.dtype != GK_I8)) {
    host->error (host, "small-stream does not take this");
    return GK_SKIP;
  }
  blocks = (int)(((turned ? p.k : p.m) + kernel.lines_x - 1) / kernel.lines_x);
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
  static const char *const tiles[] = { "auto", "1", "2", NULL };
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
