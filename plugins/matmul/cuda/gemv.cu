/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Products of a matrix and up to 8 vectors, of f32, f64 and i32 (few-rows
 * serves the others): the time is that of reading the matrix once, at the speed
 * of memory.
 *
 * cuBLAS has kernels of its own for this (gemv).  A tile of a matrix product
 * would multiply with rows of zeros, and has too few blocks to keep memory
 * busy.
 */
#include <cuda_runtime.h>

#include "cuda/prepared.cuh"
#include "gemv.cuh"
#include "matmul/cuda/cuda.h"
#include "matmul/row-major.h"
#include "operand.h"
#include "tiles.cuh"

/* The most vectors; blocks that a multiprocessor gets where there is work for
 * as many: two or three times what it runs at once, so that it has some left to
 * the end; and the least elements of the inner dimension that are worth a
 * block. */
enum { MOST_FEW = 8, BLOCKS_PER_UNIT = 8, LEAST = 128, MOST_GRID_ROWS = 65535 };

/* X and Y are A and B, or, transposed, B and A. */
struct gemv_product {
  struct operand x, y;
  bool transposed;
};

static struct gemv_product
product_of (const gk_matmul *p)
{
  const bool transposed = p->m < p->k;
  const struct operand a = operand_a (p), b = operand_b (p);

  return { transposed ? b : a, transposed ? a : b, transposed };
}

extern "C" bool
matmul_gemv_suits (const gk_matmul *p, const gk_device *)
{
  return p->m <= MOST_FEW || p->k <= MOST_FEW;
}

/* Strides of operands are between lines, and along one. */
static gemv_task
make_task (const gk_matmul *p, const struct gemv_product *it)
{
  gemv_task t = {};

  t.x = it->x.at;
  t.y = it->y.at;
  t.c = p->c;
  t.lines = it->x.lines;
  t.inner = it->x.inner;
  t.few = (int)it->y.lines;
  t.x_pitch = it->x.pitch;
  t.y_line = it->y.mn_major ? 1 : it->y.pitch;
  t.y_inner = it->y.mn_major ? it->y.pitch : 1;
  t.c_line = it->transposed ? 1 : p->ldc;
  t.c_few = it->transposed ? p->ldc : 1;
  return t;
}

/* Takes memory for what blocks leave, and counters. */
static int
make_room (const gk_host *host, const gk_device *device, gemv_task *t,
           int64_t parts, size_t bytes)
{
  t->sums = host->workspace (host, (size_t)(t->groups * parts) * bytes);
  if (t->sums == NULL)
    return GK_SKIP;
  return last_block_counters (host, device, t->groups, &t->counter);
}

/* Returns how many elements of the inner dimension a block has: a multiple of
 * the grain, unless multiprocessors had nothing to do then. */
static int64_t
elements_of_block (const gemv_task &t, int units, int grain)
{
  const int64_t grains = tiles_over (t.inner, grain);
  const int64_t wanted = ((int64_t)units * BLOCKS_PER_UNIT - 1) / t.groups + 1;
  const int64_t parts = wanted < grains ? wanted : grains;

  if (parts * t.groups >= units)
    return ((grains - 1) / parts + 1) * grain;
  return tiles_over ((t.inner - 1) / wanted + 1, LEAST) * LEAST;
}

template <class S>
static int
make_launch (const gk_host *host, const gk_device *device, gemv_task t,
             void **state)
{
  int64_t parts;
  struct prepared_shape shape = {};

  t.groups = tiles_over (t.lines, S::lines);
  t.each = elements_of_block (t, (int)device->units, S::grain);
  parts = (t.inner - 1) / t.each + 1;
  if (parts > 1) {
    const int r = make_room (host, device, &t, parts,
                             S::few * S::lines * sizeof (typename S::T));

    if (r != GK_OK)
      return r;
  }
  host->log (host, "%lld groups of %d lines, %lld blocks each",
             (long long)t.groups, S::lines, (long long)parts);
  shape.grid = dim3 (
      (unsigned)parts,
      (unsigned)(t.groups < MOST_GRID_ROWS ? t.groups : MOST_GRID_ROWS));
  shape.block = dim3 (S::threads);
  shape.pdl = true;
  return prepared_make (host, gemv<S>, shape, t, state);
}

/* Where rows begin at multiples of 16 bytes, words of as many are read. */
template <typename T, int few>
static int
make_launch_of (const gk_host *host, const gk_device *device,
                const gemv_product *it, const gemv_task &t, void **state)
{
  const int width = 16 / (int)sizeof (T);

  if (it->x.pitch % width == 0)
    return it->x.mn_major
               ? make_launch<gemv_shape<T, few, width, true>> (host, device, t,
                                                               state)
               : make_launch<gemv_shape<T, few, width, false>> (host, device, t,
                                                                state);
  return it->x.mn_major
             ? make_launch<gemv_shape<T, few, 1, true>> (host, device, t, state)
             : make_launch<gemv_shape<T, few, 1, false>> (host, device, t,
                                                          state);
}

template <typename T>
static int
make_launch_of_type (const gk_host *host, const gk_device *device,
                     const gemv_product *it, const gemv_task &t, void **state)
{
  return t.few == 1 && t.y_inner == 1
             ? make_launch_of<T, 1> (host, device, it, t, state)
         : t.few <= 4 ? make_launch_of<T, 4> (host, device, it, t, state)
                      : make_launch_of<T, 8> (host, device, it, t, state);
}

static int
gemv_prepare (const gk_host *host, const gk_device *device, const void *problem,
              const gk_value *, void **state)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const gemv_product it = product_of (&p);
  const gemv_task t = make_task (&p, &it);

  if (!matmul_gemv_suits (&p, device)) {
    host->error (host,
                 "gemv is for C of up to %d rows or columns; make m or k "
                 "smaller",
                 (int)MOST_FEW);
    return GK_SKIP;
  }
  switch (p.dtype) {
  case GK_F64:
    return make_launch_of_type<double> (host, device, &it, t, state);
  case GK_F32:
    return make_launch_of_type<float> (host, device, &it, t, state);
  default:
    return make_launch_of_type<uint32_t> (host, device, &it, t, state);
  }
}

extern "C" gk_variant
matmul_gemv_variant (void)
{
  gk_variant v = prepared_variant (gemv_prepare, NULL, 0);

  v.dtypes = MATMUL_PLAIN_DTYPES;
  v.layouts = MATMUL_LAYOUTS;
  return v;
}
