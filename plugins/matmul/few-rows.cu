/* SPDX-License-Identifier: BSD-3-Clause */
#include <cuda_runtime.h>

#include "cuda/compiled-for.cuh"
#include "cuda/prepared.cuh"
#include "few-rows.cuh"
#include "matmul/cuda.h"
#include "operand.h"
#include "row-major.h"

enum { ACROSS, SPLITS, N_OPTIONS };

struct few_rows_kernel {
  void (*kernel) (const struct few_rows_task);
  int lines, threads, shared;
};

template <class S>
static struct few_rows_kernel
kernel_of_shape (void)
{
  return { few_rows<S>, S::across * 64, S::launched_all, S::shared_all };
}

template <enum small_type type, bool turned, int wide, int stages>
static struct few_rows_kernel
kernel_of_across (int across)
{
  switch (across) {
  case 1:
    return kernel_of_shape<few_rows_shape<type, turned, wide, 1, 8, stages>> ();
  case 2:
    return kernel_of_shape<few_rows_shape<type, turned, wide, 2, 4, stages>> ();
  default:
    return kernel_of_shape<few_rows_shape<type, turned, wide, 4, 2, stages>> ();
  }
}

template <enum small_type type, bool turned>
static struct few_rows_kernel
kernel_of_rows (int rows, int across)
{
  return rows <= 16   ? kernel_of_across<type, turned, 2, 5> (across)
         : rows <= 32 ? kernel_of_across<type, turned, 4, 4> (across)
                      : kernel_of_across<type, turned, 8, 3> (across);
}

template <enum small_type type>
static struct few_rows_kernel
kernel_of_type (bool turned, int rows, int across)
{
  return turned ? kernel_of_rows<type, true> (rows, across)
                : kernel_of_rows<type, false> (rows, across);
}

static int
prepare (const gk_host *host, const gk_device *, const void *problem,
         const gk_value *values, void **state)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const struct operand a = operand_a (&p), b = operand_b (&p);
  const bool turned = p.m < p.k;
  const int few = (int)(turned ? p.m : p.k), many = (int)(turned ? p.k : p.m);
  const int across = values[ACROSS].i > 0 ? 1 << (values[ACROSS].i - 1)
                     : few <= 16          ? 1
                     : few <= 32          ? 2
                                          : 4;
  const struct few_rows_kernel kernel
      = p.dtype == GK_BF16 ? kernel_of_type<SMALL_BF16> (turned, few, across)
                           : kernel_of_type<SMALL_I8> (turned, few, across);
  const int blocks = (many + kernel.lines - 1) / kernel.lines;
  int splits = (int)values[SPLITS].i;
  struct prepared_shape shape = {};
  struct few_rows_task task = {};

  if (few > 64 || a.across || b.across || a.pitch * a.element % 16 != 0
      || p.n * a.element % 16 != 0
      || b.pitch * b.element % 16 != 0
      || (p.dtype != GK_BF16 && p.dtype != GK_I8)) {
    host->error (host, "few-rows does not take this");
    return GK_SKIP;
  }
  if (splits == 0)
    for (splits = 1; splits < 8 && blocks * splits * 2 <= 132; splits *= 2)
      ;
  task.t.a = (const unsigned char *)p.a;
  task.t.b = (const unsigned char *)p.b;
  task.t.c = p.c;
  task.t.rows = (int)p.m;
  task.t.cols = (int)p.k;
  task.t.inner = (int)p.n * (int)a.element;
  task.t.pitch_a = (unsigned)(p.lda * a.element);
  task.t.pitch_b = (unsigned)(p.ldb * b.element);
  task.t.ldc = (int)p.ldc;
  task.splits = splits;
  task.each = (task.t.inner + 128 * splits - 1) / (128 * splits) * 128;
  shape.grid = dim3 ((unsigned)(blocks * splits));
  shape.block = dim3 ((unsigned)kernel.threads);
  shape.shared = kernel.shared;
  if (splits & (splits - 1))
    return GK_SKIP;
  shape.cluster = splits > 1 ? splits : 0;
  return prepared_make (host, kernel.kernel, shape, task, state);
}

extern "C" gk_variant
matmul_few_rows_variant (void)
{
  static const char *const across[] = { "auto", "64", "128", "256", NULL };
  static const gk_option options[N_OPTIONS] = {
    cuda_choice ("across", "x", NULL, across, 0),
    cuda_number ("splits", "x", "", 0, 0, 8),
  };
  gk_variant v = prepared_variant ("few-rows", "x", prepare, options, N_OPTIONS);

  v.dtypes = MATMUL_MATRIX_DTYPES;
  v.layouts = MATMUL_LAYOUTS;
  v.capability = 90;
  return v;
}
