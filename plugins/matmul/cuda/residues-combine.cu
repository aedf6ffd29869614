/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Combines C's residues to C (residues.h): a thread has four elements of a row.
 * All additions are exact but the last, so that integers that doubles hold come
 * out exactly.
 */
#include <limits.h>

#include <cuda_runtime.h>

#include "cuda/prepared.cuh"
#include "divisor.h"
#include "residues.h"
#include "tiles.cuh"

enum { THREADS = 128, EACH = 4 };

struct combine_task {
  struct residues_weights weights;
  const uint8_t *planes;
  int64_t apart, pitch; /* of planes, and of rows of them */
  const struct split_scale *rows, *cols;
  double *c;
  int64_t ldc;
  int n_cols, across; /* across: blocks */
  struct divisor of_across;
  bool wide; /* two elements at a time can be stored */
  const unsigned *unsplittable;
};

/* One byte of four as a double: the integers behind 2^52 + 2^31 are the lower
 * half of a double. */
static __device__ __forceinline__ double
byte_of (uint32_t four, int i)
{
  const int r = (int)(four << (24 - 8 * i)) >> 24;

  return __hiloint2double (0x43300000, r ^ INT_MIN) - (0x1p52 + 0x1p31);
}

/* The sum with a single rounding: the error of the first addition is computed
 * exactly (D. Knuth's two-sum), and with the last summand it is an integer of
 * less than 53 bits. */
static __device__ __forceinline__ double
sum_of (double high, double middle, double low)
{
  const double sum = high + middle, other = sum - high;
  const double lost = (high - (sum - other)) + (middle - other);

  return sum + (lost + low);
}

/* The integer with these residues, a byte each. */
static __device__ __forceinline__ double
whole_of (const struct residues_weights &w,
          const uint32_t (&residues)[residues_moduli], int i)
{
  double sums[residues_parts] = {};
  double times;

#pragma unroll
  for (int m = 0; m < residues_moduli; m++) {
    const double r = byte_of (residues[m], i);

#pragma unroll
    for (int p = 0; p < residues_parts; p++)
      sums[p] = fma (w.w[m][p], r, sums[p]);
  }
  times = rint (sums[0] * w.inverse);
#pragma unroll
  for (int p = 0; p < residues_parts; p++)
    sums[p] = fma (-times, w.product[p], sums[p]);
  return sum_of (sums[0], sums[1], sums[2]);
}

/* Stores two neighbours. */
static __device__ __forceinline__ void
store_pair (const struct combine_task &task, int64_t row, int col, double x,
            double y)
{
  const double scale = task.rows[row].unit;
  double *const to = task.c + row * task.ldc + col;

  if (col >= task.n_cols)
    return;
  x = x * scale * task.cols[col].unit;
  if (col + 1 >= task.n_cols) {
    *to = x;
    return;
  }
  y = y * scale * task.cols[col + 1].unit;
  if (task.wide) {
    *(double2 *)to = make_double2 (x, y);
  } else {
    to[0] = x;
    to[1] = y;
  }
}

static __global__ void
__launch_bounds__ (THREADS)
    combine_residues (const __grid_constant__ struct combine_task task)
{
  const int64_t row = divide_by (blockIdx.x, task.of_across);
  const int n
      = ((int)blockIdx.x - (int)row * task.across) * THREADS + (int)threadIdx.x;
  const uint8_t *const from = task.planes + row * task.pitch + n * EACH;
  /* The engine's permutation: two neighbours, and those eight columns on. */
  const int col = n / 4 * 16 + n % 4 * 2;
  uint32_t residues[residues_moduli];

  if (*task.unsplittable != 0 || col >= task.n_cols)
    return;
#pragma unroll
  for (int m = 0; m < residues_moduli; m++)
    residues[m] = *(const uint32_t *)(from + m * task.apart);
  store_pair (task, row, col, whole_of (task.weights, residues, 0),
              whole_of (task.weights, residues, 1));
  store_pair (task, row, col + 8, whole_of (task.weights, residues, 2),
              whole_of (task.weights, residues, 3));
}

extern "C" int
residues_combine_make (const gk_host *host,
                       const struct residues_planes *planes,
                       const struct split_matrix matrices[2],
                       const unsigned *unsplittable, double *c, int64_t ldc,
                       void **state)
{
  const int64_t across = tiles_over (planes->pitch, THREADS * EACH);
  const int64_t blocks = across * matrices[0].lines;
  struct prepared_shape shape = {};
  struct combine_task task = {};

  if (blocks > INT_MAX) {
    host->error (host, "C has more elements than a grid's blocks can combine; "
                       "make m or k smaller");
    return GK_SKIP;
  }
  task.weights = residues_weights_of ();
  task.planes = planes->at;
  task.apart = planes->rows * planes->pitch;
  task.pitch = planes->pitch;
  task.rows = matrices[0].scales;
  task.cols = matrices[1].scales;
  task.c = c;
  task.ldc = ldc;
  task.n_cols = (int)matrices[1].lines;
  task.across = (int)across;
  task.of_across = divisor_of ((uint32_t)across);
  task.wide = ldc % 2 == 0;
  task.unsplittable = unsplittable;
  shape.grid = dim3 ((unsigned)blocks);
  shape.block = dim3 (THREADS);
  return prepared_make (host, combine_residues, shape, task, state);
}
