/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The family softmax: its options, its problem, what is right, and its CPU
 * variants.  gkhost/family.h fills, varies and verifies.
 */
#include <config.h>

#include <float.h>
#include <stdbool.h>

#include <gkhost/family.h>

#include "cuda-variants.h"
#include "cuda/companion.h"
#include "exponential.h"
#include "variants.h"

enum { ROWS, COLS, DTYPE, OP };

static const char *const ops[] = { "softmax", "layernorm", NULL };

static const gk_option options[] = {
  GK_SIZE ("rows", "rows", 4096, 1, INT64_C (1) << 40),
  /* A row of one gives 1 or 0 whatever it holds, and a layernorm of two is 1
   * and -1: a kept answer would be right. */
  GK_SIZE ("cols", "elements of a row", 4096, 3, INT64_C (1) << 40),
  GK_TYPES ("dtype", "type of an element", GK_F32,
            GK_BIT (GK_F32) | GK_BIT (GK_BF16)),
  { .name = "op",
    .help = "what a row gives",
    .type = GK_CHOICE,
    .choices = ops },
};

/* ---- What is right ---- */

/* Elements of a row that one core computes by itself. */
enum { PIECE = 1 << 14 };

/* The type is a constant in each call, so that the compiler makes a loop of
 * vectors for each. */
#define CONSTANT static inline __attribute__ ((always_inline))

CONSTANT double
find_most (gk_dtype dtype, const void *src, int64_t begin, int64_t cols)
{
  double most = gk_number (dtype, src, begin);

#pragma omp parallel for simd reduction(max : most) if (cols > PIECE)
  for (int64_t i = 0; i < cols; i++) {
    const double x = gk_number (dtype, src, begin + i);

    most = x > most ? x : most;
  }
  return most;
}

/* The bound of an element is a multiple of its scale.  Its difference to the
 * greatest one is rounded, and so is its product with log2 (e): the power is
 * wrong by that times the difference. */
CONSTANT void
compute_softmax (gk_dtype dtype, const void *src, int64_t begin, gk_line *line)
{
  const int64_t cols = line->length;
  const double most = find_most (dtype, src, begin, cols);
  double sum = 0;

#pragma omp parallel for simd reduction(+ : sum) if (cols > PIECE)
  for (int64_t i = 0; i < cols; i++) {
    const double x = gk_number (dtype, src, begin + i) - most;

    line->value[i] = exp_double (x);
    line->scale[i] = 1 - x / 4;
    sum += line->value[i];
  }
#pragma omp parallel for simd if (cols > PIECE)
  for (int64_t i = 0; i < cols; i++) {
    line->value[i] /= sum;
    line->scale[i] *= line->value[i];
  }
}

/* The mean may be wrong in proportion to the numbers that were added, and its
 * error is divided by the deviation. */
CONSTANT void
compute_layernorm (gk_dtype dtype, const void *src, int64_t begin,
                   gk_line *line)
{
  const int64_t cols = line->length;
  double sum = 0, magnitudes = 0, squares = 0, mean, factor;

#pragma omp parallel for simd reduction(+ : sum, magnitudes) if (cols > PIECE)
  for (int64_t i = 0; i < cols; i++) {
    const double x = gk_number (dtype, src, begin + i);

    sum += x;
    magnitudes += gk_magnitude (x);
  }
  mean = sum / (double)cols;
  magnitudes /= (double)cols;
#pragma omp parallel for simd reduction(+ : squares) if (cols > PIECE)
  for (int64_t i = 0; i < cols; i++) {
    const double x = gk_number (dtype, src, begin + i) - mean;

    squares += x * x;
  }
  factor = 1 / gk_square_root (squares / (double)cols + GK_SOFTMAX_EPSILON);
#pragma omp parallel for simd if (cols > PIECE)
  for (int64_t i = 0; i < cols; i++) {
    const double x = gk_number (dtype, src, begin + i);

    line->value[i] = (x - mean) * factor;
    line->scale[i] = gk_magnitude (line->value[i])
                     + (gk_magnitude (x) + magnitudes) * factor;
  }
}

/* Arithmetic is in f32, also of bf16, for which family.h has 16 times the
 * roundoff. */
static void
compute_line (const void *problem, gk_line *line)
{
  const gk_softmax *p = problem;
  const int64_t begin = line->line * p->cols;
  const bool softmax = p->op == GK_SOFTMAX_SOFTMAX;

  if (p->dtype == GK_F32) {
    if (softmax)
      compute_softmax (GK_F32, p->src, begin, line);
    else
      compute_layernorm (GK_F32, p->src, begin, line);
    return;
  }
  if (softmax)
    compute_softmax (GK_BF16, p->src, begin, line);
  else
    compute_layernorm (GK_BF16, p->src, begin, line);
  for (int64_t i = 0; i < line->length; i++)
    line->scale[i] /= 16;
}

static int
softmax_setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  const gk_softmax p = { .size = sizeof p,
                         .dtype = (gk_dtype)values[DTYPE].i,
                         .op = (gk_softmax_op)values[OP].i,
                         .rows = values[ROWS].i,
                         .cols = values[COLS].i };
  gk_instance *in = gk_instance_new (host, setup, &p, sizeof p);

  if (in == NULL)
    return GK_FAIL;
  GK_ADD_INPUT (in, p, src, p.dtype, p.rows, p.cols);
  GK_ADD_OUTPUT (in, p, dst, p.dtype, p.rows, p.cols);
  in->terms = (double)p.cols;
  in->one_sign = 1;
  in->change = 8;
  /* At least a power or a square, an addition and a product each. */
  setup->work.ops = 3 * (double)p.rows * (double)p.cols;
  return gk_instance_finish (in, compute_line);
}

#define COMPANION(id, name, ...)                                               \
  CUDA_COMPANION ("softmax-cuda", name, __VA_ARGS__),

static const gk_companion companions[] = { SOFTMAX_CUDA_VARIANTS (COMPANION) };

static const gk_family family = {
  .name = "softmax",
  .summary = "softmax or layernorm of each row: every output needs the whole "
             "row, which should be read once",
  GK_OPTIONS (options),
  GK_CALLBACKS (softmax_setup),
  GK_COMPANIONS (companions),
};

/* From the simplest on. */
static const gk_variant variants[] = {
  { .name = "cpu-passes",
    .summary = "three passes over a row: the greatest element, the sum, the "
               "results",
    .device = GK_CPU,
    .launch = softmax_cpu_passes },
  { .name = "cpu-online",
    .summary
    = "the greatest element and the sum in one pass: the sum is scaled "
      "where a greater element is found",
    .device = GK_CPU,
    .launch = softmax_cpu_online },
  { .name = "cpu-threads",
    .summary
    = "cpu-online on all cores: whole rows, or parts of a few long ones",
    .device = GK_CPU,
    .launch = softmax_cpu_threads },
};

GK_PLUGIN ("softmax", PACKAGE_VERSION,
           "softmax and layernorm of rows: the problem and its CPU variants",
           &family, variants)
